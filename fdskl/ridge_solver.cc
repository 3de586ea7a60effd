#include "fdskl/ridge_solver.h"

#include <algorithm>

#include "base/error.h"

namespace fdskl {
namespace {

constexpr double kConverged = 1e-12;  // a |residual|^2 below this share of the first one is rounding

}  // namespace

RidgeSolver::RidgeSolver(const base::DenseMatrix& cosines, const Eigen::VectorXf& y, double lambda)
    : cosines_(cosines),
      y_(y),
      ridge_(RidgeOf(lambda, cosines.rows(), cosines.cols())),
      solution_(Eigen::VectorXd::Zero(cosines.cols())),
      intercept_(y.cast<double>().mean()) {
  FDSKL_REQUIRE(y.size() == cosines.rows() && y.size() > 0);
  residual_ = (cosines.transpose() * (y.array() - static_cast<float>(intercept_)).matrix()).cast<double>();
  direction_ = residual_;
  first_square_ = square_ = residual_.squaredNorm();
}

void RidgeSolver::Step() {
  if (square_ <= kConverged * first_square_) return;
  Eigen::VectorXf u = cosines_ * direction_.cast<float>();
  const double mean = u.cast<double>().mean();
  u.array() -= static_cast<float>(mean);
  const Eigen::VectorXd q = (cosines_.transpose() * u).cast<double>() + ridge_ * direction_;
  const double step = square_ / direction_.dot(q);
  solution_ += step * direction_;
  intercept_ -= step * mean;
  residual_ -= step * q;
  const double next = residual_.squaredNorm();
  direction_ = residual_ + next / square_ * direction_;
  square_ = next;
}

double RidgeSolver::MeanSquare() const {
  const Eigen::VectorXf f = cosines_ * solution_.cast<float>();
  return ((y_ - f).cast<double>().array() - intercept_).square().mean();
}

}  // namespace fdskl
