#include "runners/studies/audit/tally.h"

#include <numeric>

#include "base/seed.h"

namespace fdskl::audit {

void Tally::Add(AttackKind attack, const Outcome& outcome, const Table& truth, std::uint64_t seed) {
  std::vector<std::int32_t> samples = outcome.samples;
  if (samples.empty()) {
    samples.resize(static_cast<std::size_t>(truth.x.rows()));
    std::iota(samples.begin(), samples.end(), 0);
  }
  Entry& entry = entries_[{attack, outcome.features}];
  entry.hidden_columns = std::ssize(outcome.columns);
  const Eigen::MatrixXd hidden = truth.x(samples, outcome.columns).cast<double>();
  entry.scores.push_back(ScoreGuess(outcome.guess, hidden, base::Seed("permuted", seed)));
}

std::vector<results::AuditRow> Tally::Rows() const {
  std::vector<results::AuditRow> rows;
  for (const auto& [key, entry] : entries_) {
    const Summary summary = Summarise(entry.scores);
    results::AuditRow row;
    row.attack = base::NameOf(key.first);
    row.features = key.second;
    row.hidden_columns = entry.hidden_columns;
    row.repeats = std::ssize(entry.scores);
    row.measure = base::NameOf(entry.scores.front().measure);
    row.recovered = summary.recovered;
    row.low = summary.low;
    row.high = summary.high;
    row.chance = summary.chance;
    row.advantage = summary.advantage;
    row.permuted = summary.permuted;
    rows.push_back(std::move(row));
  }
  return rows;
}

}  // namespace fdskl::audit
