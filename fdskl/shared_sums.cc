#include "fdskl/shared_sums.h"

#include <algorithm>
#include <numbers>

#include "base/error.h"
#include "base/index.h"
#include "fdskl/net/sums.h"

namespace fdskl {
namespace {

using masking::SharedCosines;

// Rows of a block that are added at a time.
constexpr Eigen::Index kStripRows = 128;

}  // namespace

SharedSums::SharedSums(net::Channel& channel, const Settings& settings, int active, const masking::Secrets& secrets)
    : FeatureSums(channel, settings, active, secrets), cosines_(channel, secrets, active) {
  KeepAngles();
}

Partials SharedSums::MakePartials(std::int64_t samples) const {
  return {std::vector<std::int64_t>(base::Index(samples)), {}, std::vector<std::uint64_t>(base::Index(samples))};
}

void SharedSums::Multiply(double factor, Partials& /*partials*/) const {
  base::Fail("the model has shrunk by {:.0f}: masking shared has no digits left for it; take a smaller lambda",
             1 / factor);
}

void SharedSums::SumToShares(int thread, const Tile& tile) {
  angles().resize(tile.own_part.rows(), tile.own_part.cols());
  SumAngles(thread, tile, {});
}

void SharedSums::AddToPartials(int thread, const Tile& tile, const Coefficients& coefficients, Partials& partials) {
  SumToShares(thread, tile);
  std::span<const double> alpha;
  if (channel().rank() == tile.owner)
    alpha = std::span(coefficients.values).subspan(base::Index(tile.first_feature), tile.features.size());
  AddRows(tile.owner, tile.rows, angles(), alpha, partials);
}

void SharedSums::AddRows(int owner, std::span<const std::int32_t> rows,
                         const Eigen::Ref<const base::DenseMatrix>& angles, std::span<const double> alpha,
                         Partials& partials) {
  if (!cosines_.TakesPart(owner)) return;
  std::vector<double> weights;
  for (const double value : alpha) weights.push_back(std::numbers::sqrt2 * value);
  std::vector<SharedCosines::Word> sums(rows.size());
  cosines_.Add(owner, SharedCosines::Along::kRows, angles, weights, sums);
  for (std::size_t i = 0; i < rows.size(); ++i) partials.words[base::Index(rows[i])] += sums[i];
}

void SharedSums::ShapeBlock(int leader, Eigen::Index rows, Eigen::Index columns, base::DenseMatrix& block) const {
  if (cosines_.TakesPart(leader)) block.resize(rows, columns);
}

void SharedSums::WriteToBlock(int thread, const Tile& tile, Eigen::Index row, Eigen::Index column,
                              base::DenseMatrix& block) {
  SumToShares(thread, tile);
  if (!cosines_.TakesPart(tile.owner)) return;
  block.block(row, column, angles().rows(), angles().cols()) = angles();
}

std::vector<double> SharedSums::NewCoefficients(int leader, const Settings& settings, const base::DenseMatrix& block,
                                                const Eigen::VectorXf& g) {
  FDSKL_REQUIRE(settings.update == Update::kPlain);
  if (!cosines_.TakesPart(leader)) return {};
  std::vector<double> weights;  // divided by the batch's size, so that their sums stay small
  for (const float derivative : g) weights.push_back(derivative / static_cast<double>(block.rows()));
  std::vector<SharedCosines::Word> sums(base::Index(settings.block));
  for (Eigen::Index row = 0; row < block.rows(); row += kStripRows) {
    const Eigen::Index count = std::min(kStripRows, block.rows() - row);
    std::span<const double> part = weights;
    if (!part.empty()) part = part.subspan(base::Index(row), base::Index(count));
    cosines_.Add(leader, SharedCosines::Along::kColumns, block.middleRows(row, count), part, sums);
  }
  std::vector<double> alpha = cosines_.Reveal(leader, sums);
  const double rate = settings.gamma / static_cast<double>(settings.block);
  for (double& value : alpha) {
    value *= std::numbers::sqrt2;
    value *= -rate;
  }
  return alpha;
}

void SharedSums::AddBlock(int leader, std::span<const std::int32_t> batch, const base::DenseMatrix& block,
                          std::span<const double> alpha, double scale, Partials& partials) {
  if (!cosines_.TakesPart(leader)) return;
  std::vector<double> values;
  for (const double value : alpha) values.push_back(value / scale);
  for (Eigen::Index row = 0; row < block.rows(); row += kStripRows) {
    const Eigen::Index count = std::min(kStripRows, block.rows() - row);
    AddRows(leader, batch.subspan(base::Index(row), base::Index(count)), block.middleRows(row, count), values,
            partials);
  }
}

std::vector<double> SharedSums::SumPartials(std::span<const std::int32_t> rows, const Partials& partials, double scale,
                                            int root) {
  if (!is_active() && !cosines_.IsHelper()) return {};
  std::vector<SharedCosines::Word> words;
  for (const std::int32_t row : rows) words.push_back(partials.words[base::Index(row)]);
  net::TreeSum(channel(), net::BroadcastTree(active(), root), std::span(words));
  std::vector<double> f = cosines_.Reveal(root, words);  // the helper's share is that of all owners together
  for (double& value : f) value *= scale;
  return f;
}

}  // namespace fdskl
