#include "fdskl/block_update.h"

#include <Eigen/Cholesky>
#include <algorithm>
#include <numbers>
#include <vector>

#include "base/error.h"
#include "base/index.h"

namespace fdskl {
namespace {

constexpr Eigen::Index kStrip = 512;  // rows summed in float32 before they are added in double
constexpr Eigen::Index kPanel = 256;  // columns of one job
constexpr Eigen::Index kLines = 16;   // rows whose features are computed at a time, for products with a vector

Eigen::Index Strips(const FeatureRows& phi) { return (phi.rows() + kStrip - 1) / kStrip; }

// Calls use(row, cosines of up to kLines rows from `row` on) for the rows of the strip.
template <class Use>
void ForLines(const FeatureRows& phi, std::int64_t strip, const Use& use) {
  const Eigen::Index end = std::min(phi.rows(), (strip + 1) * kStrip);
  base::DenseMatrix lines(kLines, phi.columns());
  for (Eigen::Index row = strip * kStrip; row < end; row += kLines) {
    auto some = lines.topRows(std::min(kLines, end - row));
    phi.Fill(row, 0, some);
    use(row, some);
  }
}

}  // namespace

Eigen::VectorXd Gradient(const FeatureRows& phi, const Eigen::VectorXf& g, base::Crew& crew) {
  FDSKL_REQUIRE(phi.rows() == g.size() && phi.rows() > 0);
  std::vector<Eigen::VectorXf> sums(base::Index(Strips(phi)));
  crew.Run(Strips(phi), [&](std::int64_t strip, int) {
    Eigen::VectorXf& sum = sums[base::Index(strip)];
    sum.setZero(phi.columns());
    ForLines(phi, strip, [&](Eigen::Index row, const auto& lines) {
      sum.noalias() += lines.transpose() * g.segment(row, lines.rows());
    });
  });
  Eigen::VectorXd gradient = Eigen::VectorXd::Zero(phi.columns());
  for (const Eigen::VectorXf& sum : sums) gradient += sum.cast<double>();
  return gradient * (std::numbers::sqrt2 / static_cast<double>(phi.rows()));
}

Eigen::VectorXd Values(const FeatureRows& phi, const Eigen::VectorXf& alpha, base::Crew& crew) {
  FDSKL_REQUIRE(phi.columns() == alpha.size());
  Eigen::VectorXd values(phi.rows());
  const Eigen::VectorXf weights = std::numbers::sqrt2_v<float> * alpha;
  crew.Run(Strips(phi), [&](std::int64_t strip, int) {
    ForLines(phi, strip, [&](Eigen::Index row, const auto& lines) {
      values.segment(row, lines.rows()) = (lines * weights).template cast<double>();
    });
  });
  return values;
}

Eigen::MatrixXd GramMatrix(const FeatureRows& phi, base::Crew& crew) {
  const Eigen::Index m = phi.columns();
  Eigen::MatrixXd gram(m, m);
  const Eigen::Index panels = (m + kPanel - 1) / kPanel;
  crew.Run(panels * (panels + 1) / 2, [&](std::int64_t job, int) {
    Eigen::Index lower = 0;
    while ((lower + 1) * (lower + 2) / 2 <= job) ++lower;
    const Eigen::Index upper = job - lower * (lower + 1) / 2;
    const Eigen::Index i = lower * kPanel;
    const Eigen::Index j = upper * kPanel;
    auto target = gram.block(i, j, std::min(kPanel, m - i), std::min(kPanel, m - j));
    target.setZero();
    base::DenseMatrix left(kStrip, target.rows());
    base::DenseMatrix right(kStrip, target.cols());
    Eigen::MatrixXf product(target.rows(), target.cols());
    for (Eigen::Index row = 0; row < phi.rows(); row += kStrip) {
      auto some_left = left.topRows(std::min(kStrip, phi.rows() - row));
      phi.Fill(row, i, some_left);
      if (i == j) {
        product.setZero();
        product.selfadjointView<Eigen::Lower>().rankUpdate(some_left.transpose());
        target.triangularView<Eigen::Lower>() += product.cast<double>();
        continue;
      }
      auto some_right = right.topRows(some_left.rows());
      phi.Fill(row, j, some_right);
      product.noalias() = some_left.transpose() * some_right;
      target += product.cast<double>();
    }
    target *= 2;  // phi is sqrt(2) times the cosine
  });
  return gram;
}

BlockStep::BlockStep(const Settings& settings, const FeatureRows& phi, base::Crew& crew) {
  if (settings.update == Update::kPlain) return;
  const std::int64_t rows = GramRows(settings, phi.rows());
  std::vector<std::int32_t> places;
  for (std::int64_t i = 0; i < rows; ++i) places.push_back(phi.place(i * phi.rows() / rows));
  factor_ = GramMatrix(FeatureRows(phi.block(), places), crew);
  factor_ /= static_cast<double>(rows);
  factor_.diagonal().array() += settings.rho;
  const Eigen::LLT<Eigen::Ref<Eigen::MatrixXd>, Eigen::Lower> in_place(factor_);
  if (in_place.info() != Eigen::Success)
    base::Fail(
        "the preconditioner is not positive definite: raise --rho (now {}), or --batch or --gram-rows (now {} samples, "
        "for a block of {})",
        settings.rho, rows, phi.columns());
}

Eigen::VectorXd BlockStep::Change(double gamma, const Eigen::VectorXd& gradient) const {
  if (factor_.size() == 0) return gradient * (-gamma / static_cast<double>(gradient.size()));
  const auto lower = factor_.triangularView<Eigen::Lower>();
  return lower.transpose().solve(lower.solve(gradient)) * -gamma;
}

}  // namespace fdskl
