#include "runners/studies/audit/row_sets.h"

#include <Eigen/Cholesky>
#include <algorithm>
#include <cmath>

#include "base/error.h"
#include "base/index.h"

namespace fdskl::audit {
namespace {

constexpr int kTrustSteps = 20;
constexpr double kLeastGain = 1.92;  // of log likelihood: half the 95% point of chi-square with one degree of freedom

// The share of trees in which two samples are in one leaf.
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

// The labels to be expected of the samples `others`, less the mean.
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

// guess(first so many trees, samples whose labels are not known), for each number of trees.
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

}  // namespace

std::vector<Outcome> RowSets(std::span<const SeenTree> trees, const KnownLabels& known, FeatureCounts counts) {
  return OutcomesFor(trees, known, counts, [&](std::span<const SeenTree> seen, const auto& others) {
    return Eigen::VectorXd(Expected(TogetherIn(seen), known, others).array() + known.mean);
  });
}

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

}  // namespace fdskl::audit
