#include "runners/studies/audit/secureboost_attacks.h"

#include "base/index.h"
#include "base/shuffle.h"
#include "runners/studies/audit/row_sets.h"
#include "runners/studies/audit/tally.h"

namespace fdskl::audit {
namespace {

constexpr int kHost = 1;  // all see the same row sets
constexpr std::size_t kSamplesAKnownLabel = 5;

secureboost::BoostSettings SettingsOf(const Setup& setup) {
  secureboost::BoostSettings settings;
  settings.trees = setup.features.back();
  // The attack reads row sets, which keys of any length leave the same; short ones are quick.
  settings.key_bits = 256;
  settings.insecure_keys = true;
  settings.bins = 16;
  return settings;
}

// The labels as the column that is hidden: 0 and 1.
Table LabelTable(const Table& table) {
  const Eigen::Map<const Eigen::VectorXf> y(table.y.data(), std::ssize(table.y));
  return {(y.array() > 0).cast<float>().matrix(), {}};
}

Table WithShuffledLabels(const Table& table, std::uint64_t seed) {
  Table shuffled{table.x, {}};
  for (const std::int32_t sample : base::ShuffledOrder(std::ssize(table.y), base::Seed("audit shuffled labels", seed)))
    shuffled.y.push_back(table.y[base::Index(sample)]);
  return shuffled;
}

KnownLabels KnownOf(const Table& truth, std::uint64_t seed) {
  KnownLabels known;
  known.samples = base::ShuffledOrder(truth.x.rows(), base::Seed("audit known labels", seed));
  known.samples.resize(known.samples.size() / kSamplesAKnownLabel);
  known.labels = truth.x.col(0)(known.samples).cast<double>();
  known.mean = truth.x.cast<double>().mean();
  return known;
}

// What all attacks on a setup have in common is in RunSetup().
void AddRows(const Tally& tally, std::string_view mode, std::string_view adversary, std::string_view role,
             std::vector<results::AuditRow>& rows) {
  for (results::AuditRow& row : tally.Rows()) {
    row.mode = mode;
    row.adversary = adversary;
    row.role = role;
    rows.push_back(std::move(row));
  }
}

}  // namespace

std::vector<results::AuditRow> AttackSecureBoost(const Setup& setup, const TableSource& tables,
                                                 std::optional<AttackKind> wanted) {
  if (wanted && *wanted != AttackKind::kRowSets) return {};
  Tally of_host;
  Tally of_other_labels;
  Tally of_told_host;
  for (int repeat = 0; repeat < kRepeats; ++repeat) {
    const Table table = tables(repeat, setup.samples);
    const std::uint64_t seed = SeedOf(setup, repeat);
    const Table truth = LabelTable(table);
    const KnownLabels known = KnownOf(truth, seed);
    const auto record = [&](const Table& data) { return RecordSecureBoost(data, SettingsOf(setup), setup.workers); };
    const auto seen = [&](const BoostRecording& run) { return TreesFrom(run.received[kHost], setup.samples); };
    const auto add = [&](const std::vector<Outcome>& outcomes, Tally& tally) {
      for (const Outcome& outcome : outcomes) tally.Add(AttackKind::kRowSets, outcome, truth, seed);
    };
    const BoostRecording run = record(table);
    add(RowSets(seen(run), known, setup.features), of_host);
    add(RowSetsAndWeights(seen(run), run.trees, known, setup.features), of_told_host);
    add(RowSets(seen(record(WithShuffledLabels(table, seed))), known, setup.features), of_other_labels);
  }
  std::vector<results::AuditRow> rows;
  AddRows(of_host, "secureboost", "host", "measured", rows);
  AddRows(of_other_labels, "secureboost, shuffled labels", "host", "must-fail", rows);
  AddRows(of_told_host, "secureboost, weights told", "host that is told the leaves' weights", "must-succeed", rows);
  return rows;
}

}  // namespace fdskl::audit
