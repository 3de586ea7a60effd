#include "fdskl/clear_sums.h"

#include <algorithm>
#include <numbers>
#include <thread>

#include "base/index.h"
#include "base/stopwatch.h"
#include "fdskl/block_update.h"
#include "fdskl/net/sums.h"

namespace fdskl {

Partials ClearSums::MakePartials(std::int64_t samples) const {
  return {std::vector<std::int64_t>(base::Index(samples)), std::vector<double>(base::Index(samples)), {}};
}

void ClearSums::Multiply(double factor, Partials& partials) const {
  for (double& value : partials.values) value *= factor;
}

void ClearSums::AddToPartials(int thread, const Tile& tile, const Coefficients& coefficients, Partials& partials) {
  SumAngles(thread, tile, [&](Eigen::Index i, std::span<const float> cosines) {
    const auto count = static_cast<Eigen::Index>(cosines.size());
    const Eigen::Map<const Eigen::VectorXf> alpha(&coefficients.floats[base::Index(tile.first_feature)], count);
    const float sum = alpha.dot(Eigen::Map<const Eigen::VectorXf>(cosines.data(), count));
    partials.values[base::Index(tile.rows[base::Index(i)])] += std::numbers::sqrt2 * static_cast<double>(sum);
  });
}

void ClearSums::ShapeBlock(int leader, Eigen::Index rows, Eigen::Index columns, base::DenseMatrix& block) const {
  if (channel().rank() == leader) block.resize(rows, columns);
}

void ClearSums::WriteToBlock(int thread, const Tile& tile, Eigen::Index row, Eigen::Index column,
                             base::DenseMatrix& block) {
  SumAngles(thread, tile, [&](Eigen::Index i, std::span<const float> cosines) {
    float* const target = &block(row + i, column);
    for (std::size_t j = 0; j < cosines.size(); ++j) target[j] = std::numbers::sqrt2_v<float> * cosines[j];
  });
}

std::vector<double> ClearSums::NewCoefficients(int leader, const Settings& settings, const base::DenseMatrix& block,
                                               const Eigen::VectorXf& g) {
  if (channel().rank() != leader) return {};
  const int cores = std::max(1, static_cast<int>(std::thread::hardware_concurrency()));
  const Eigen::VectorXd alpha = BlockUpdate(settings, block, g, cores);
  return {alpha.begin(), alpha.end()};
}

void ClearSums::AddBlock(int leader, std::span<const std::int32_t> batch, const base::DenseMatrix& block,
                         std::span<const double> alpha, double scale, Partials& partials) {
  if (channel().rank() != leader) return;
  const Eigen::Map<const Eigen::VectorXd> weights(alpha.data(), static_cast<Eigen::Index>(alpha.size()));
  const Eigen::VectorXd change = (block * weights.cast<float>()).cast<double>();
  for (std::size_t i = 0; i < batch.size(); ++i)
    partials.values[base::Index(batch[i])] += change[static_cast<Eigen::Index>(i)] / scale;
}

std::vector<double> ClearSums::SumPartials(std::span<const std::int32_t> rows, const Partials& partials, double scale,
                                           int root) {
  if (!is_active()) return {};
  std::vector<double> f;
  f.reserve(rows.size());
  for (const std::int32_t row : rows) f.push_back(scale * partials.values[base::Index(row)]);
  const base::Stopwatch watch;
  net::TreeSum(channel(), net::BroadcastTree(active(), root), std::span(f));
  spent().exchange += watch.Seconds();
  if (channel().rank() != root) f.clear();
  return f;
}

}  // namespace fdskl
