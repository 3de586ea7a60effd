#include "runners/studies/audit/estimate.h"

#include <Eigen/Cholesky>
#include <algorithm>
#include <cmath>
#include <cstdint>
#include <numbers>
#include <vector>

#include "base/error.h"
#include "base/seed.h"
#include "base/shuffle.h"

namespace fdskl::audit {
namespace {

constexpr int kMostRounds = 40;
constexpr double kSettled = 1e-7;           // in turns; a smaller change counts as none
constexpr Eigen::Index kDecoySamples = 25;  // enough for a mean over all features
constexpr double kUniformVariance = 1.0 / 12;

double Trust(double explained, double by_noise) {
  if (explained <= by_noise) return 0;
  return 1 - by_noise * (1 - explained) / (explained * (1 - by_noise));
}

Eigen::MatrixXd Wrapped(const Eigen::MatrixXd& turns) { return turns.array() - turns.array().round(); }

// Finds the x for which x w^T is nearest to `turns`. Factorises w once for all samples and rounds.
class Solver {
 public:
  explicit Solver(const Eigen::MatrixXd& w) : w_(w) {
    FDSKL_REQUIRE(w.rows() > w.cols() + 1);
    Eigen::MatrixXd normal = w.transpose() * w;
    // A tiny ridge keeps the factorisation well defined when columns cannot be told apart.
    normal.diagonal().array() += 1e-12 * normal.diagonal().mean();
    normal_.compute(normal);
  }
  Eigen::MatrixXd Solve(const Eigen::MatrixXd& turns) const {
    return normal_.solve((turns * w_).transpose()).transpose();
  }

 private:
  const Eigen::MatrixXd& w_;
  Eigen::LLT<Eigen::MatrixXd> normal_;
};

// The mean of each feature's angles on the circle.
Eigen::RowVectorXd CircularMean(const Eigen::MatrixXd& turns) {
  const Eigen::ArrayXXd radians = turns.array() * (2 * std::numbers::pi);
  const Eigen::RowVectorXd sine = radians.sin().colwise().sum();
  const Eigen::RowVectorXd cosine = radians.cos().colwise().sum();
  return sine.binaryExpr(cosine, [](double s, double c) { return std::atan2(s, c) / (2 * std::numbers::pi); });
}

struct Unwrapped {
  Eigen::MatrixXd x;
  double explained = 0;
};

Unwrapped Unwrap(const Eigen::MatrixXd& w, const Eigen::MatrixXd& turns) {
  const Solver solver(w);
  Eigen::MatrixXd x = Eigen::MatrixXd::Zero(turns.rows(), w.cols());
  Eigen::MatrixXd residual = turns;
  for (int round = 0; round < kMostRounds; ++round) {
    residual = Wrapped(residual.rowwise() - CircularMean(residual));
    const Eigen::MatrixXd step = solver.Solve(residual);
    x += step;
    const Eigen::MatrixXd moved = step * w.transpose();
    residual -= moved;
    if (moved.cwiseAbs().maxCoeff() < kSettled) break;
  }
  return {x.rowwise() - x.colwise().mean(),
          1 - Wrapped(residual).squaredNorm() / (kUniformVariance * static_cast<double>(residual.size()))};
}

}  // namespace

Estimate LeastSquares(const Eigen::MatrixXd& w, const Eigen::MatrixXd& turns, bool intercept) {
  if (!intercept) {
    Estimate estimate;
    estimate.x = Solver(w).Solve(turns);
    estimate.explained = 1 - (turns - estimate.x * w.transpose()).squaredNorm() / turns.squaredNorm();
    estimate.trust = Trust(estimate.explained, static_cast<double>(w.cols()) / static_cast<double>(w.rows()));
    return estimate;
  }
  // An intercept amounts to subtracting the means over the features from both sides.
  const Eigen::RowVectorXd w_mean = w.colwise().mean();
  const Eigen::VectorXd turns_mean = turns.rowwise().mean();
  return LeastSquares(w.rowwise() - w_mean, turns.colwise() - turns_mean, false);
}

Estimate CentredLeastSquares(const Eigen::MatrixXd& w, const Eigen::MatrixXd& turns) {
  const Eigen::RowVectorXd mean = turns.colwise().mean();
  return LeastSquares(w, turns.rowwise() - mean, false);
}

Estimate UnwrappedLeastSquares(const Eigen::MatrixXd& w, const Eigen::MatrixXd& turns) {
  Unwrapped real = Unwrap(w, turns);
  const std::vector<std::int32_t> order = base::ShuffledOrder(w.rows(), base::Seed("audit decoy", w.rows()));
  const Unwrapped decoy = Unwrap(w(order, Eigen::all), turns.topRows(std::min(kDecoySamples, turns.rows())));
  return {std::move(real.x), Trust(real.explained, decoy.explained), real.explained};
}

Eigen::MatrixXd Guess(const Estimate& estimate, const Eigen::RowVectorXd& mean) {
  return (estimate.trust * (estimate.x.rowwise() - mean)).rowwise() + mean;
}

Eigen::MatrixXd GuessCentred(const Estimate& estimate, const Eigen::RowVectorXd& mean) {
  return (estimate.trust * estimate.x).rowwise() + mean;
}

}  // namespace fdskl::audit
