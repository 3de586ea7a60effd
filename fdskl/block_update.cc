#include "fdskl/block_update.h"

#include <Eigen/Cholesky>
#include <algorithm>

#include "base/error.h"
#include "base/parallel.h"

namespace fdskl {
namespace {

constexpr Eigen::Index kStrip = 512;  // rows summed in float32 before they go to double
constexpr Eigen::Index kPanel = 256;  // columns of one job

Eigen::VectorXd TransposeTimes(const base::DenseMatrix& phi, const Eigen::VectorXf& g) {
  Eigen::VectorXd result = Eigen::VectorXd::Zero(phi.cols());
  for (Eigen::Index row = 0; row < phi.rows(); row += kStrip) {
    const Eigen::Index rows = std::min(kStrip, phi.rows() - row);
    const Eigen::VectorXf strip = phi.middleRows(row, rows).transpose() * g.segment(row, rows);
    result += strip.cast<double>();
  }
  return result;
}

}  // namespace

Eigen::MatrixXd GramMatrix(const base::DenseMatrix& phi, int threads) {
  const Eigen::Index m = phi.cols();
  Eigen::MatrixXd gram(m, m);
  const Eigen::Index panels = (m + kPanel - 1) / kPanel;
  base::ParallelFor(panels * (panels + 1) / 2, threads, [&](std::int64_t job, int) {
    Eigen::Index lower = 0;
    while ((lower + 1) * (lower + 2) / 2 <= job) ++lower;
    const Eigen::Index upper = job - lower * (lower + 1) / 2;
    const Eigen::Index i = lower * kPanel;
    const Eigen::Index j = upper * kPanel;
    auto target = gram.block(i, j, std::min(kPanel, m - i), std::min(kPanel, m - j));
    target.setZero();
    Eigen::MatrixXf strip;
    for (Eigen::Index row = 0; row < phi.rows(); row += kStrip) {
      const Eigen::Index rows = std::min(kStrip, phi.rows() - row);
      strip.noalias() = phi.block(row, i, rows, target.rows()).transpose() * phi.block(row, j, rows, target.cols());
      target += strip.cast<double>();
    }
  });
  return gram;
}

Eigen::VectorXd BlockUpdate(const Settings& settings, const base::DenseMatrix& phi, const Eigen::VectorXf& g,
                            int threads) {
  FDSKL_REQUIRE(phi.rows() == g.size() && phi.rows() > 0);
  const auto batch = static_cast<double>(phi.rows());
  const Eigen::VectorXd gradient = TransposeTimes(phi, g) / batch;
  if (settings.update == Update::kPlain) return gradient * (-settings.gamma / static_cast<double>(phi.cols()));
  Eigen::MatrixXd system = GramMatrix(phi, threads);
  system /= batch;
  system.diagonal().array() += settings.rho;
  const Eigen::LLT<Eigen::Ref<Eigen::MatrixXd>, Eigen::Lower> factor(system);
  if (factor.info() != Eigen::Success)
    base::Fail(
        "the preconditioner is not positive definite: raise --rho (now {}) or --batch (now {}, for a block of {})",
        settings.rho, phi.rows(), phi.cols());
  return factor.solve(gradient) * -settings.gamma;
}

}  // namespace fdskl
