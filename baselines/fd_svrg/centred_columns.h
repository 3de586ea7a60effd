// One worker's columns with their means taken off, without storing them anew: sparse ones stay sparse.
#ifndef FDSKL_BASELINES_FD_SVRG_CENTRED_COLUMNS_H_
#define FDSKL_BASELINES_FD_SVRG_CENTRED_COLUMNS_H_

#include <Eigen/Core>
#include <cstdint>
#include <span>

#include "base/matrix.h"

namespace fdskl::fd_svrg {

// Mean and variance of each column.
struct ColumnMoments {
  Eigen::VectorXd mean;
  Eigen::VectorXd variance;

  explicit ColumnMoments(const base::Matrix& x);
};

// out[i] = w . (row rows[i] of x - mean).
void CentredProducts(const base::Matrix& x, const Eigen::VectorXd& mean, std::span<const std::int32_t> rows,
                     const Eigen::VectorXd& w, std::span<double> out);

// sum_i weight[i] (row rows[i] of x - mean).
Eigen::VectorXd CentredCombination(const base::Matrix& x, const Eigen::VectorXd& mean,
                                   std::span<const std::int32_t> rows, std::span<const double> weight);

}  // namespace fdskl::fd_svrg

#endif  // FDSKL_BASELINES_FD_SVRG_CENTRED_COLUMNS_H_
