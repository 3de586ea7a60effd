#include "fdskl/shared_sums.h"

#include <algorithm>
#include <numbers>

#include "base/error.h"
#include "base/index.h"
#include "fdskl/net/sums.h"

namespace fdskl {
namespace {

using masking::SharedCosines;

// The number of rows of a block that are added at a time.
constexpr std::size_t kStripRows = 128;

// This worker's shares of the angles of some rows of the block, in turns; unspecified at the dealer, which has none.
base::DenseMatrix SharesOf(const AngleBlock& block, std::span<const std::int32_t> rows) {
  base::DenseMatrix shares(static_cast<Eigen::Index>(rows.size()), static_cast<Eigen::Index>(block.columns()));
  for (Eigen::Index i = 0; i < shares.rows(); ++i)
    masking::TurnsOf(block.Row(rows[base::Index(i)], 0, block.columns()),
                     {&shares(i, 0), base::Index(block.columns())});
  return shares;
}

}  // namespace

SharedSums::SharedSums(net::Channel& channel, const Settings& settings, int active, const masking::Secrets& secrets)
    : FeatureSums(channel, settings, active, secrets), cosines_(channel, secrets, active) {}

Partials SharedSums::MakePartials(std::int64_t samples) const {
  Partials partials;
  partials.seen.resize(base::Index(samples));
  partials.words.resize(base::Index(samples));
  return partials;
}

void SharedSums::Multiply(double factor, Partials& /*partials*/) const {
  base::Fail("the model has shrunk by {:.0f}: masking shared has no digits left for it; take a smaller lambda",
             1 / factor);
}

void SharedSums::AddToPartials(int thread, const Tile& tile, const Coefficients& coefficients, Partials& partials) {
  const masking::AngleWords angles = SumAngles(thread, tile);
  base::DenseMatrix shares(tile.own_part.rows(), tile.own_part.cols());
  if (!angles.empty()) masking::TurnsOf(angles, {shares.data(), base::Index(shares.size())});
  std::span<const double> alpha;
  if (channel().rank() == tile.owner)
    alpha = std::span(coefficients.values).subspan(base::Index(tile.first_feature), tile.features.size());
  AddRows(tile.owner, tile.rows, shares, alpha, partials);
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

std::vector<double> SharedSums::NewCoefficients(int leader, const Settings& settings, const AngleBlock& block,
                                                std::span<const std::int32_t> places, const Eigen::VectorXf& g) {
  FDSKL_REQUIRE(settings.update == Update::kPlain);
  if (!cosines_.TakesPart(leader)) return {};
  std::vector<double> weights;  // divided by the batch's size, so that their sums stay small
  for (const float derivative : g) weights.push_back(derivative / static_cast<double>(places.size()));
  std::vector<SharedCosines::Word> sums(base::Index(settings.block));
  for (std::size_t row = 0; row < places.size(); row += kStripRows) {
    const std::size_t count = std::min(kStripRows, places.size() - row);
    std::span<const double> part = weights;
    if (!part.empty()) part = part.subspan(row, count);
    cosines_.Add(leader, SharedCosines::Along::kColumns, SharesOf(block, places.subspan(row, count)), part, sums);
  }
  std::vector<double> alpha = cosines_.Reveal(leader, sums);
  const double rate = settings.gamma / static_cast<double>(settings.block);
  for (double& value : alpha) {
    value *= std::numbers::sqrt2;
    value *= -rate;
  }
  return alpha;
}

void SharedSums::AddBlock(int leader, std::span<const std::int32_t> batch, const AngleBlock& block,
                          std::span<const std::int32_t> places, std::span<const double> alpha, double scale,
                          Partials& partials) {
  if (!cosines_.TakesPart(leader)) return;
  std::vector<double> values;
  for (const double value : alpha) values.push_back(value / scale);
  for (std::size_t row = 0; row < places.size(); row += kStripRows) {
    const std::size_t count = std::min(kStripRows, places.size() - row);
    AddRows(leader, batch.subspan(row, count), SharesOf(block, places.subspan(row, count)), values, partials);
  }
}

std::vector<double> SharedSums::SumPartials(std::span<const std::int32_t> rows, const Partials& partials, double scale,
                                            int root) {
  if (!is_active() && !cosines_.IsHelper()) return {};
  std::vector<SharedCosines::Word> words;
  for (const std::int32_t row : rows) words.push_back(partials.words[base::Index(row)]);
  net::TreeSum(channel(), net::BroadcastTree(active(), root), std::span(words));
  std::vector<double> f = cosines_.Reveal(root, words);  // the helper's share belongs to the sum of all owners'
  for (double& value : f) value *= scale;
  return f;
}

}  // namespace fdskl
