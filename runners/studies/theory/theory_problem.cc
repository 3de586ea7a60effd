#include "runners/studies/theory/theory_problem.h"

#include <Eigen/LU>
#include <cmath>
#include <numeric>

#include "base/error.h"
#include "base/seed.h"
#include "fdskl/loss.h"

namespace fdskl::theory {

TheoryProblem::TheoryProblem(std::int64_t samples, std::int64_t columns)
    : x(samples, columns), y(static_cast<std::size_t>(samples)) {
  for (std::int64_t i = 0; i < samples; ++i) {
    for (std::int64_t k = 0; k < columns; ++k)
      x(i, k) = static_cast<float>(base::Seed("theory", i, k) >> 11U) * 0x1p-53F;
    y[static_cast<std::size_t>(i)] = std::sin(6 * x(i, 0)) * std::cos(5 * x(i, columns - 1)) > 0 ? 1.0F : -1.0F;
  }
}

Eigen::VectorXd TheoryProblem::Solution(const Settings& settings) const {
  FDSKL_REQUIRE(settings.kernel == Kernel::kGaussian && settings.loss == LossKind::kLogistic);
  constexpr int kMostSteps = 100;
  constexpr double kTolerance = 1e-13;
  const Eigen::Index n = x.rows();
  Eigen::MatrixXd kernel(n, n);
  for (Eigen::Index i = 0; i < n; ++i) {
    for (Eigen::Index j = 0; j < n; ++j) {
      const double distance = (x.row(i) - x.row(j)).cast<double>().squaredNorm();
      kernel(i, j) = std::exp(-distance / (2 * settings.sigma * settings.sigma));
    }
  }
  Eigen::VectorXd beta = Eigen::VectorXd::Zero(n);
  for (int step = 0; step < kMostSteps; ++step) {
    Eigen::VectorXd f = kernel * beta;
    Eigen::VectorXd gradient(n);
    Eigen::VectorXd curvature(n);
    for (Eigen::Index i = 0; i < n; ++i) {
      const double label = y[static_cast<std::size_t>(i)];
      gradient[i] = settings.lambda * beta[i] + LossDerivative(settings.loss, f[i], label) / static_cast<double>(n);
      const double p = 1 / (1 + std::exp(-label * f[i]));
      curvature[i] = p * (1 - p) / static_cast<double>(n);
    }
    if (gradient.lpNorm<Eigen::Infinity>() < kTolerance * settings.lambda) return f;
    const Eigen::MatrixXd jacobian =
        Eigen::MatrixXd(curvature.asDiagonal() * kernel) + settings.lambda * Eigen::MatrixXd::Identity(n, n);
    beta -= jacobian.partialPivLu().solve(gradient);
  }
  base::Fail("Newton's method did not reach {} on the small problem", kTolerance);
}

TheoryPart::TheoryPart(const TheoryProblem& problem, int worker, int workers) : total_columns(problem.x.cols()) {
  for (auto k = static_cast<std::int32_t>(worker); k < problem.x.cols(); k += workers) columns.push_back(k);
  base::DenseMatrix dense(problem.x.rows(), static_cast<Eigen::Index>(columns.size()));
  for (std::size_t k = 0; k < columns.size(); ++k) dense.col(static_cast<Eigen::Index>(k)) = problem.x.col(columns[k]);
  x = base::Matrix(std::move(dense));
  if (worker != 0) return;
  labelled.resize(problem.y.size());
  std::iota(labelled.begin(), labelled.end(), 0);
  labels = problem.y;
}

}  // namespace fdskl::theory
