// One worker's columns with their means taken off, without storing them anew: sparse ones stay sparse.
#ifndef FDSKL_BASELINES_CENTRED_COLUMNS_H_
#define FDSKL_BASELINES_CENTRED_COLUMNS_H_

#include <Eigen/Core>
#include <cstdint>
#include <span>

#include "fdskl/matrix.h"

namespace fdskl {

// Mean and variance of each column.
struct ColumnMoments {
  Eigen::VectorXd mean;
  Eigen::VectorXd variance;

  explicit ColumnMoments(const Matrix& x);
};

// out[i] = w . (row rows[i] of x - mean).
void CentredProducts(const Matrix& x, const Eigen::VectorXd& mean, std::span<const std::int32_t> rows,
                     const Eigen::VectorXd& w, std::span<double> out);

// sum_i weight[i] (row rows[i] of x - mean).
Eigen::VectorXd CentredCombination(const Matrix& x, const Eigen::VectorXd& mean, std::span<const std::int32_t> rows,
                                   std::span<const double> weight);

}  // namespace fdskl

#endif  // FDSKL_BASELINES_CENTRED_COLUMNS_H_
