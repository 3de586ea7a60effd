// Ridge regression on cosines in the clear, by conjugate gradients. Tests compare masking `private` with it
// (sharing/conjugate_gradients.h), and a single worker uses it with update conjugate.
//
//   minimise |C w + b - y|^2 + ridge |w|^2,   f(x) = sum_j w_j cos(angle_j) + b,   ridge = lambda N D / 2
//
// This is square loss with regularisation lambda of the model sum_j alpha_j sqrt(2) cos, alpha = w / sqrt(2), when the
// kernel's features are scaled by 1 / sqrt(D). Centring eliminates the intercept b. Early stopping regularises too.
#ifndef FDSKL_FDSKL_RIDGE_SOLVER_H_
#define FDSKL_FDSKL_RIDGE_SOLVER_H_

#include <Eigen/Core>

#include "base/matrix.h"

namespace fdskl {

// The ridge of N samples and D features.
inline double RidgeOf(double lambda, std::int64_t samples, std::int64_t features) {
  return lambda * static_cast<double>(samples) * static_cast<double>(features) / 2;
}

class RidgeSolver {
 public:
  // `cosines` has samples by features, and must outlive the solver.
  // REQUIRES: a label for each sample.
  RidgeSolver(const base::DenseMatrix& cosines, const Eigen::VectorXf& y, double lambda);

  void Step();

  const Eigen::VectorXd& solution() const { return solution_; }
  double intercept() const { return intercept_; }
  // The mean square of the residual y - f.
  double MeanSquare() const;

 private:
  const base::DenseMatrix& cosines_;
  Eigen::VectorXf y_;
  double ridge_;
  Eigen::VectorXd solution_, residual_, direction_;
  double intercept_;
  double first_square_, square_;  // |residual|^2 at the start and now
};

}  // namespace fdskl

#endif  // FDSKL_FDSKL_RIDGE_SOLVER_H_
