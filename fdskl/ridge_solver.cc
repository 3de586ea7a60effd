#include "fdskl/ridge_solver.h"

#include <algorithm>

#include "base/error.h"

namespace fdskl {
namespace {

constexpr double kConverged = 1e-12;   // of the first |residual|^2: what is left below it is rounding
constexpr Eigen::Index kPanel = 1024;  // rows that are summed in floats

// C^T (C p), reading C once.
Eigen::VectorXd Gram(const base::DenseMatrix& c, const Eigen::VectorXd& p) {
  const Eigen::VectorXf direction = p.cast<float>();
  Eigen::VectorXd sum = Eigen::VectorXd::Zero(p.size());
  for (Eigen::Index begin = 0; begin < c.rows(); begin += kPanel) {
    const auto panel = c.middleRows(begin, std::min(kPanel, c.rows() - begin));
    const Eigen::VectorXf u = panel * direction;
    sum += (panel.transpose() * u).cast<double>();
  }
  return sum;
}

}  // namespace

RidgeSolver::RidgeSolver(const base::DenseMatrix& cosines, const Eigen::VectorXf& y, double lambda)
    : cosines_(cosines),
      y_(y),
      ridge_(RidgeOf(lambda, cosines.rows(), cosines.cols())),
      solution_(Eigen::VectorXd::Zero(cosines.cols())),
      residual_((cosines.transpose() * y).cast<double>()),
      direction_(residual_),
      first_square_(residual_.squaredNorm()),
      square_(first_square_) {
  FDSKL_REQUIRE(y.size() == cosines.rows());
}

void RidgeSolver::Step() {
  if (square_ <= kConverged * first_square_) return;
  const Eigen::VectorXd q = Gram(cosines_, direction_) + ridge_ * direction_;
  const double step = square_ / direction_.dot(q);
  solution_ += step * direction_;
  residual_ -= step * q;
  const double next = residual_.squaredNorm();
  direction_ = residual_ + next / square_ * direction_;
  square_ = next;
}

double RidgeSolver::MeanSquare() const {
  const Eigen::VectorXf left = y_ - cosines_ * solution_.cast<float>();
  return static_cast<double>(left.squaredNorm()) / static_cast<double>(y_.size());
}

}  // namespace fdskl
