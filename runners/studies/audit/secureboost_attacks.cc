#include "runners/studies/audit/secureboost_attacks.h"

#include <Eigen/Cholesky>
#include <algorithm>
#include <cmath>
#include <utility>

#include "base/error.h"
#include "base/index.h"
#include "base/shuffle.h"
#include "baselines/secureboost/secureboost.h"
#include "fdskl/net/thread_channel.h"
#include "runners/studies/audit/score.h"

namespace fdskl::audit {
namespace {

// A node of the level that is being read.
struct Place {
  std::int32_t node;
  std::vector<std::int32_t> rows;
};

// A host's messages, in the order in which it received them.
class Reader {
 public:
  explicit Reader(std::span<const net::Message> messages) : messages_(messages) {}

  bool done() const { return messages_.empty(); }
  const net::Message& Next() {
    FDSKL_REQUIRE(!done());
    const net::Message& message = messages_.front();
    messages_ = messages_.subspan(1);
    return message;
  }

 private:
  std::span<const net::Message> messages_;
};

void SkipQuestion(Reader& reader) {
  if (reader.Next().As<std::int64_t>().at(0) > 0) reader.Next();  // which of the host's own splits were taken
}

SeenTree NextTree(Reader& reader, std::int64_t samples) {
  SeenTree tree(base::Index(samples));
  std::vector<Place> level = {{0, base::FirstNumbers(samples)}};
  std::int32_t nodes = 1;
  reader.Next();  // the derivatives, encrypted
  while (!level.empty()) {
    SkipQuestion(reader);
    const std::vector<std::uint8_t> outcomes =
        reader.Next().As<std::uint8_t>();  // per node: split, left open, right open
    FDSKL_REQUIRE(outcomes.size() == 3 * level.size());
    std::vector<Place> next;
    for (std::size_t i = 0; i < level.size(); ++i) {
      if (outcomes[3 * i] == 0) continue;
      std::vector<std::int32_t>& rows = level[i].rows;
      const auto middle = rows.begin() + secureboost::PutLeftFirst(rows, reader.Next().As<std::uint8_t>());
      Place left{nodes++, {rows.begin(), middle}};
      Place right{nodes++, {middle, rows.end()}};
      for (const Place* child : {&left, &right})
        for (const std::int32_t row : child->rows) tree[base::Index(row)] = child->node;
      if (outcomes[3 * i + 1] == 0 && outcomes[3 * i + 2] == 0) continue;
      next.push_back(std::move(left));
      next.push_back(std::move(right));
    }
    level = std::move(next);
  }
  return tree;
}

// What the adversary knows of the labels, coded as 0 and 1: those of some samples, and the mean of all.
struct KnownLabels {
  std::vector<std::int32_t> samples;
  Eigen::VectorXd labels;
  double mean = 0;
};

constexpr int kTrustSteps = 20;
// The least gain in log likelihood: half the 95% point of chi-square with one degree of freedom.
constexpr double kLeastGain = 1.92;

// The share of trees in which two samples share a leaf.
Eigen::MatrixXd TogetherIn(std::span<const SeenTree> trees) {
  const auto samples = std::ssize(trees.front());
  Eigen::MatrixXd together = Eigen::MatrixXd::Zero(samples, samples);
  for (const SeenTree& tree : trees) {
    const Eigen::Map<const Eigen::ArrayXi> leaf(tree.data(), samples);
    for (Eigen::Index i = 0; i < samples; ++i) together.col(i).array() += (leaf == leaf[i]).cast<double>();
  }
  return together / static_cast<double>(trees.size());
}

double LogLikelihood(const Eigen::LLT<Eigen::MatrixXd>& covariance, const Eigen::VectorXd& surprise) {
  const Eigen::MatrixXd factor = covariance.matrixL();
  return -0.5 * surprise.dot(covariance.solve(surprise)) - factor.diagonal().array().log().sum();
}

// The expected labels of the samples `others`, less the mean.
Eigen::VectorXd Expected(const Eigen::MatrixXd& together, const KnownLabels& known,
                         const std::vector<std::int32_t>& others) {
  const double variance = known.mean * (1 - known.mean);
  const Eigen::MatrixXd among_known = variance * together(known.samples, known.samples);
  const Eigen::MatrixXd with_others = variance * together(others, known.samples);
  const Eigen::VectorXd surprise = known.labels.array() - known.mean;
  Eigen::VectorXd expected = Eigen::VectorXd::Zero(std::ssize(others));
  double best = 0;
  for (int step = 0; step < kTrustSteps; ++step) {
    const double trust = static_cast<double>(step) / kTrustSteps;
    Eigen::MatrixXd covariance = trust * among_known;
    covariance.diagonal().array() += variance * (1 - trust);
    const Eigen::LLT<Eigen::MatrixXd> solver(covariance);
    const double likelihood = LogLikelihood(solver, surprise);
    if (step == 0) {
      best = likelihood + kLeastGain;
    } else if (likelihood > best) {
      best = likelihood;
      expected = trust * with_others * solver.solve(surprise);
    }
  }
  return expected;
}

// Calls guess(the first trees, the samples whose labels are not known) for each number of trees.
template <class Guess>
std::vector<Outcome> OutcomesFor(std::span<const SeenTree> trees, const KnownLabels& known, FeatureCounts counts,
                                 const Guess& guess) {
  std::vector<std::int32_t> others;
  for (std::int32_t sample = 0; sample < std::ssize(trees.front()); ++sample)
    if (std::ranges::find(known.samples, sample) == known.samples.end()) others.push_back(sample);
  std::vector<Outcome> outcomes;
  for (const std::int64_t count : counts) {
    FDSKL_REQUIRE(1 <= count && count <= std::ssize(trees));
    const Eigen::VectorXd labels = guess(trees.first(base::Index(count)), others);
    outcomes.push_back({count, others, {0}, labels});
  }
  return outcomes;
}

// Guesses the other samples' labels from the first trees, for each number of trees in `counts`. Column 0 of the truth
// is the label. REQUIRES: as many trees were seen.
std::vector<Outcome> RowSets(std::span<const SeenTree> trees, const KnownLabels& known, FeatureCounts counts) {
  return OutcomesFor(trees, known, counts, [&](std::span<const SeenTree> seen, const auto& others) {
    return Eigen::VectorXd(Expected(TogetherIn(seen), known, others).array() + known.mean);
  });
}

// The same for a host that is told the weights in the guest's trees. It then has the whole model except the constant,
// which follows from the mean.
std::vector<Outcome> RowSetsAndWeights(std::span<const SeenTree> trees,
                                       std::span<const secureboost::BoostedTree> weights, const KnownLabels& known,
                                       FeatureCounts counts) {
  return OutcomesFor(trees, known, counts, [&](std::span<const SeenTree> seen, const auto& others) {
    Eigen::ArrayXd f = Eigen::ArrayXd::Constant(std::ssize(others), std::log(known.mean / (1 - known.mean)));
    for (std::size_t t = 0; t < seen.size(); ++t)
      for (Eigen::Index i = 0; i < f.size(); ++i)
        f[i] += weights[t][base::Index(seen[t][base::Index(others[base::Index(i)])])].weight;
    return Eigen::VectorXd(1 / (1 + (-f).exp()));
  });
}

constexpr int kHost = 1;  // all hosts see the same row sets
constexpr std::size_t kSamplesPerKnownLabel = 5;

secureboost::BoostSettings SettingsOf(const Setup& setup) {
  secureboost::BoostSettings settings;
  settings.trees = setup.features.back();
  // The attack reads row sets, which do not depend on the keys. Short keys are faster.
  settings.key_bits = 256;
  settings.insecure_keys = true;
  settings.bins = 16;
  return settings;
}

// The labels as the hidden column: 0 and 1.
base::DenseMatrix LabelColumn(const Table& table) {
  const Eigen::Map<const Eigen::VectorXf> y(table.y.data(), std::ssize(table.y));
  return (y.array() > 0).cast<float>().matrix();
}

Table WithShuffledLabels(const Table& table, std::uint64_t seed) {
  const auto order = base::ShuffledOrder(std::ssize(table.y), base::Seed("audit shuffled labels", seed));
  return {table.x, datasets::Pick(table.y, order)};
}

KnownLabels KnownOf(const base::DenseMatrix& truth, std::uint64_t seed) {
  KnownLabels known;
  known.samples = base::ShuffledOrder(truth.rows(), base::Seed("audit known labels", seed));
  known.samples.resize(known.samples.size() / kSamplesPerKnownLabel);
  known.labels = truth.col(0)(known.samples).cast<double>();
  known.mean = truth.cast<double>().mean();
  return known;
}

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

BoostRecording RecordSecureBoost(const Table& table, const secureboost::BoostSettings& settings, int workers) {
  FDSKL_REQUIRE(workers >= 2);
  BoostRecording recording;
  recording.received.resize(base::Index(workers));
  net::RunWorkers(workers, [&](net::Channel& inner) {
    net::TracingChannel channel(inner);
    const datasets::Holding holding = table.Deal(channel.rank(), workers, 1);
    secureboost::SecureBoost method(channel, settings, holding.View());
    method.Fit([](const Progress&) { return true; });
    recording.received[base::Index(channel.rank())] = channel.received();
    if (channel.rank() == 0) recording.trees = method.trees();
  });
  return recording;
}

std::vector<SeenTree> TreesFrom(std::span<const net::Message> received, std::int64_t samples) {
  FDSKL_REQUIRE(samples <= kMostBoostSamples);
  Reader reader(received);
  reader.Next();  // the public key, in two parts
  reader.Next();
  std::vector<SeenTree> trees;
  while (!reader.done()) trees.push_back(NextTree(reader, samples));
  return trees;
}

std::vector<results::AuditRow> AttackSecureBoost(const Setup& setup, const TableSource& tables,
                                                 std::optional<AttackKind> wanted) {
  if (wanted && *wanted != AttackKind::kRowSets) return {};
  Tally of_host;
  Tally of_other_labels;
  Tally of_told_host;
  for (int repeat = 0; repeat < kRepeats; ++repeat) {
    const Table table = tables(repeat, setup.samples);
    const std::uint64_t seed = SeedOf(setup, repeat);
    const base::DenseMatrix truth = LabelColumn(table);
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
