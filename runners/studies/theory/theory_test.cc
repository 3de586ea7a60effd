#include "runners/studies/theory/theory.h"

#include <gtest/gtest.h>

#include <cmath>

#include "fdskl/loss.h"

namespace fdskl::theory {
namespace {

// At f* the derivative of the objective along every kernel function is zero: f = K beta with beta_i = -L'_i / (N
// lambda). So f is reproduced by its own derivatives.
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

TEST(Theory, BytesAreCountedOverAllWorkersAndGrowWithTheSquareOfIterations) {
  TheoryScale scale;
  scale.workers = {4};
  scale.iterations = {32, 64};
  scale.columns = {8};
  const auto rows = CostRows(scale);
  ASSERT_EQ(rows.size(), 4U);
  const double ratio = static_cast<double>(*rows[1].sent_bytes) / static_cast<double>(*rows[0].sent_bytes);
  EXPECT_GT(ratio, 3);
  EXPECT_LT(ratio, 4.5);
  EXPECT_FALSE(rows[0].seconds.has_value());
  EXPECT_GE(*rows[3].seconds, *rows[2].seconds);
}

}  // namespace
}  // namespace fdskl::theory
