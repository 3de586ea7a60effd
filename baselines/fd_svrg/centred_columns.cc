#include "baselines/fd_svrg/centred_columns.h"

#include "base/error.h"
#include "base/matrix.h"

namespace fdskl::fd_svrg {

ColumnMoments::ColumnMoments(const base::Matrix& x)
    : mean(Eigen::VectorXd::Zero(x.columns())), variance(Eigen::VectorXd::Zero(x.columns())) {
  FDSKL_REQUIRE(x.rows() > 0);
  for (std::int64_t row = 0; row < x.rows(); ++row) {
    base::ForEntries(x, row, [&](Eigen::Index k, double value) {
      mean[k] += value;
      variance[k] += value * value;
    });
  }
  const auto count = static_cast<double>(x.rows());
  mean /= count;
  variance = (variance / count - mean.cwiseAbs2()).cwiseMax(0);
}

void CentredProducts(const base::Matrix& x, const Eigen::VectorXd& mean, std::span<const std::int32_t> rows,
                     const Eigen::VectorXd& w, std::span<double> out) {
  FDSKL_REQUIRE(rows.size() == out.size() && w.size() == mean.size());
  const double shift = w.dot(mean);
  for (std::size_t i = 0; i < rows.size(); ++i) {
    double sum = -shift;
    base::ForEntries(x, rows[i], [&](Eigen::Index k, double value) { sum += w[k] * value; });
    out[i] = sum;
  }
}

Eigen::VectorXd CentredCombination(const base::Matrix& x, const Eigen::VectorXd& mean,
                                   std::span<const std::int32_t> rows, std::span<const double> weight) {
  FDSKL_REQUIRE(rows.size() == weight.size());
  Eigen::VectorXd sum = Eigen::VectorXd::Zero(mean.size());
  double total = 0;
  for (std::size_t i = 0; i < rows.size(); ++i) {
    total += weight[i];
    base::ForEntries(x, rows[i], [&](Eigen::Index k, double value) { sum[k] += weight[i] * value; });
  }
  return sum - total * mean;
}

}  // namespace fdskl::fd_svrg
