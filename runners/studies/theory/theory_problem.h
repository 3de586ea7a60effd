// A small problem whose solution is known: samples on [0, 1]^d, labels that no line can give, and the minimiser f* of
//   1/N sum_i L(f(x_i), y_i) + lambda/2 |f|^2                                                   [paper: problem (1)]
// over the Gaussian kernel's space, by Newton's method in doubles to 1e-13. f* = sum_i beta_i K(x_i, .) with
//   lambda beta_i + L'(f(x_i), y_i) / N = 0.
// The loss is logistic, which fulfils the theorem's assumptions: |L'| < 1, L' Lipschitz.
#ifndef FDSKL_RUNNERS_STUDIES_THEORY_THEORY_PROBLEM_H_
#define FDSKL_RUNNERS_STUDIES_THEORY_THEORY_PROBLEM_H_

#include <Eigen/Core>
#include <cstdint>
#include <vector>

#include "fdskl/method.h"
#include "fdskl/settings.h"

namespace fdskl::theory {

struct TheoryProblem {
  base::DenseMatrix x;
  std::vector<float> y;

  TheoryProblem(std::int64_t samples, std::int64_t columns);

  // f* at the samples. REQUIRES: the settings' kernel is Gaussian, their loss logistic.
  Eigen::VectorXd Solution(const Settings& settings) const;
};

// What one of `workers` holds of it: columns worker, worker + workers, ..; the labels are all with worker 0.
struct TheoryPart {
  base::Matrix x;
  std::vector<std::int32_t> columns, labelled;
  std::vector<float> labels;
  std::int64_t total_columns;

  TheoryPart(const TheoryProblem& problem, int worker, int workers);

  // Refers to this; x is also what is predicted again and again.
  WorkerView view() const { return {&x, columns, total_columns, labelled, labels, 1, &x}; }
};

}  // namespace fdskl::theory

#endif  // FDSKL_RUNNERS_STUDIES_THEORY_THEORY_PROBLEM_H_
