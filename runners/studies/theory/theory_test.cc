#include "runners/studies/theory/theory.h"

#include <gtest/gtest.h>

#include <Eigen/Cholesky>
#include <cmath>

#include "fdskl/loss.h"

namespace fdskl::theory {
namespace {

// At f* the derivative of the objective along every kernel function is zero, so f = K beta with beta_i = -L'_i / (N
// lambda). Its own derivatives must reproduce f.
TEST(TheoryProblem, SolutionReproducesItself) {
  const TheoryProblem problem(30, 3);
  Settings settings;
  settings.lambda = 0.05;
  settings.sigma = 0.5;
  const Eigen::VectorXd f = problem.Solution(settings);
  for (Eigen::Index i = 0; i < 30; ++i) {
    double sum = 0;
    for (Eigen::Index j = 0; j < 30; ++j) {
      const double distance = (problem.x.row(i) - problem.x.row(j)).cast<double>().squaredNorm();
      const double slope = LossDerivative(settings.loss, f[j], problem.y[static_cast<std::size_t>(j)]);
      sum -= std::exp(-distance / (2 * 0.25)) * slope / (30 * settings.lambda);
    }
    EXPECT_NEAR(f[i], sum, 1e-10);
  }
  EXPECT_GT(f.norm(), 0.1);
}

TEST(Theory, LemmaRowsAreWithinRounding) {
  const auto rows = LemmaRows();
  EXPECT_EQ(rows.size(), 2U * 3 * 4 + 2);  // `shared` has one update, and needs three workers
  for (const results::TheoryRow& row : rows) EXPECT_LT(*row.error, 1e-4) << row.workers << row.masking << row.update;
}

TEST(Theory, TheErrorFallsAndASmallerRateEndsLower) {
  TheoryScale scale;
  scale.seeds = 3;
  scale.gammas = {0.08, 0.01};
  scale.time_constants = 5;
  std::vector<double> last(2);
  for (const results::TheoryRow& row : TheoremRows(scale)) {
    if (row.iteration == static_cast<std::int64_t>(5 / (row.gamma * row.lambda))) {
      last[row.gamma < 0.05 ? 1 : 0] += *row.error / 3;
    }
  }
  EXPECT_GT(last[0], 2 * last[1]);
  EXPECT_GT(last[1], 0);
}

// The theorem's own t and gamma, on a small scale: an eps near the error of f = 0 needs few iterations.
TEST(Theory, TheBoundIsCheckedWhereItSaysSomething) {
  TheoryScale scale;
  scale.seeds = 2;
  scale.bound_shares = {0.9};
  const auto rows = BoundRows(scale);
  ASSERT_EQ(rows.size(), 1U);
  EXPECT_LT(*rows[0].bound, *rows[0].control);
  EXPECT_LT(*rows[0].error, *rows[0].control);
  EXPECT_EQ(rows[0].lambda, 1);
  // gamma = eps / (8 B) with B = (sqrt(G_2^2 + G_1) + G_2)^2, G_1 = 2, G_2 = (1 + sqrt 2) / 2.
  const double g2 = (1 + std::sqrt(2)) / 2;
  EXPECT_NEAR(rows[0].gamma, *rows[0].bound / (8 * std::pow(std::sqrt(g2 * g2 + 2) + g2, 2)), 1e-12);
}

// |f*|^2 = f*' K^-1 f*.
TEST(TheoryProblem, SquaredNorm) {
  const TheoryProblem problem(12, 3);
  Settings settings = PaperSettings();
  const Eigen::VectorXd f = problem.Solution(settings);
  Eigen::MatrixXd kernel(12, 12);
  for (Eigen::Index i = 0; i < 12; ++i) {
    for (Eigen::Index j = 0; j < 12; ++j) {
      const double distance = (problem.x.row(i) - problem.x.row(j)).cast<double>().squaredNorm();
      kernel(i, j) = std::exp(-distance / (2 * settings.sigma * settings.sigma));
    }
  }
  EXPECT_NEAR(problem.SquaredNorm(settings, f), f.dot(kernel.ldlt().solve(f)), 1e-6 * f.squaredNorm());
}

TEST(Theory, LemmaTwoFindsTheTreesThatReveal) {
  TheoryScale scale;
  scale.largest_tree = 4;
  const auto rows = LemmaTwoRows(scale);
  ASSERT_EQ(rows.size(), 1U);
  EXPECT_GT(*rows[0].cases, 0);
  EXPECT_GT(*rows[0].error, 0);  // the counterexample of leakage_test is among them
  EXPECT_LE(*rows[0].error, 1);
  EXPECT_EQ(*rows[0].control, 0);
}

TEST(Theory, CoefficientsAreRecoveredFromWhatWasSentAndNotFromShuffledSamples) {
  TheoryScale scale;
  scale.coefficients = {2, 8};
  for (const results::TheoryRow& row : ModelPrivacyRows(scale)) {
    EXPECT_LT(*row.error, 1e-2) << *row.cases;
    EXPECT_GT(*row.control, 0.5) << *row.cases;
  }
}

TEST(Theory, BytesAreCountedOverAllWorkersAndGrowWithTheSquareOfIterations) {
  TheoryScale scale;
  scale.workers = {4};
  scale.iterations = {32, 64};
  scale.long_iterations = {32, 64};
  scale.columns = {8};
  scale.time_workers = {1, 2};
  const auto rows = CostRows(scale);
  ASSERT_EQ(rows.size(), 5U);
  const double ratio = static_cast<double>(*rows[1].sent_bytes) / static_cast<double>(*rows[0].sent_bytes);
  EXPECT_GT(ratio, 3);
  EXPECT_LT(ratio, 4.5);
  EXPECT_FALSE(rows[0].seconds.has_value());
  EXPECT_GE(*rows[3].seconds, *rows[2].seconds);
  EXPECT_EQ(rows[4].workers, 2);
}

}  // namespace
}  // namespace fdskl::theory
