#include "fdskl/masking/paper.h"

#include <cmath>
#include <limits>
#include <numbers>

#include "base/index.h"

namespace fdskl::masking {
namespace {

constexpr double kTurn = 2 * std::numbers::pi;

}  // namespace

PaperAngleSum::PaperAngleSum(net::Channel& channel, const MaskingSettings& settings, const Secrets& secrets, int owners)
    : AngleSum(channel, settings, secrets, owners),
      at_owner_(settings),
      mask_trees_(base::Index(owners)),
      mask_stream_(secrets.mask_key),
      members_(base::Index(channel.size())) {
  for (int owner = 0; owner < owners; ++owner) {
    for (int l_prime = 0; l_prime < channel.size(); ++l_prime) {
      mask_trees_[base::Index(owner)].push_back(l_prime == owner ? net::Tree(channel.size(), owner)
                                                                 : settings.mask_tree(channel.size(), owner, l_prime));
    }
  }
}

double PaperAngleSum::StreamMask(std::int64_t feature) {
  const std::size_t index = base::Index(feature);
  if (stream_masks_.size() <= index) stream_masks_.resize(index + 1, std::numeric_limits<double>::quiet_NaN());
  double& mask = stream_masks_[index];
  if (std::isnan(mask)) {
    std::uint64_t word = 0;
    mask_stream_.FillFrom(index, std::as_writable_bytes(std::span(&word, 1)));
    mask = kTurn * 0x1p-53 * static_cast<double>(word >> 11U);
  }
  return mask;
}

void PaperAngleSum::NewFeatures(std::span<const std::int64_t> features) {
  masks_.resize(features.size());
  for (auto& members : members_) members.clear();
  for (std::size_t j = 0; j < features.size(); ++j) {
    const int l_prime = phases().suppliers[j];
    members_[base::Index(l_prime)].push_back(j);
    masks_[j] = l_prime == channel().rank() ? kTurn * 0x1p-32 * static_cast<double>(phases().words[j])
                                            : StreamMask(features[j]);
  }
}

AngleWords PaperAngleSum::SumTile(int owner, const Tile& tile) {
  const std::span<double> own = Own<double>(owner, tile.size());
  base::Stopwatch watch;
  const Eigen::Index columns = tile.cols();
  const Eigen::Map<const Eigen::RowVectorXd> mask_row(masks_.data(), columns);
  using Doubles = Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;
  Eigen::Map<Doubles>(own.data(), tile.rows(), columns) = (tile.cast<double>() * kTurn).rowwise() + mask_row;
  spent().mask += watch.Lap();
  SumUp(owner, own);
  watch.Lap();
  const std::vector<double> sums = SumMasks(owner);
  spent().exchange += watch.Lap();
  if (channel().rank() != owner) return {};
  const double* const angles = own.data();
  const double* const masks = sums.data();
  const auto angle = [=](Eigen::Index i, Eigen::Index j) {
    const double turns = (angles[i * columns + j] - masks[j]) * (1 / kTurn);
    return static_cast<float>(turns - std::nearbyint(turns));
  };
  return at_owner_.Give(tile.rows(), columns, angle);
}

// T2 depends on l', so features with the same l' are summed as one group.
std::vector<double> PaperAngleSum::SumMasks(int owner) {
  std::vector<double> sums(masks_);
  std::vector<double> group;
  for (int l_prime = 0; l_prime < channel().size(); ++l_prime) {
    const std::vector<std::size_t>& members = members_[base::Index(l_prime)];
    if (members.empty() || l_prime == channel().rank()) continue;
    group.clear();
    for (const std::size_t j : members) group.push_back(masks_[j]);
    net::TreeSum(channel(), mask_trees_[base::Index(owner)][base::Index(l_prime)], std::span(group));
    for (std::size_t k = 0; k < members.size(); ++k) sums[members[k]] = group[k];
  }
  return sums;
}

}  // namespace fdskl::masking
