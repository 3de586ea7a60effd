#include "fdskl/masking/angle_sum.h"

#include "base/error.h"
#include "fdskl/masking/none.h"
#include "fdskl/masking/paper.h"
#include "fdskl/masking/ring.h"
#include "fdskl/masking/shared.h"

namespace fdskl::masking {

AngleSum::AngleSum(net::Channel& channel, const MaskingSettings& settings, const Secrets& secrets, int owners)
    : channel_(channel), phases_(settings.seed, secrets.phase_key, channel.rank(), channel.size()) {
  FDSKL_REQUIRE(kLeastRingBits <= settings.ring_bits && settings.ring_bits <= kMostRingBits);
  for (int owner = 0; owner < owners; ++owner) t1_.push_back(net::AngleTree(channel.size(), owner));
}

AngleSum::~AngleSum() = default;

void AngleSum::NewFeatures(std::span<const std::int64_t> /*features*/) {}

AngleWords AngleSum::Sum(int owner, std::span<const std::int64_t> features, const Tile& tile) {
  FDSKL_REQUIRE(0 <= owner && base::Index(owner) < t1_.size());
  FDSKL_REQUIRE(base::Index(tile.cols()) == features.size());
  if (tile.size() == 0) return {};
  if (phases_.LookUp(owner, features)) NewFeatures(features);
  return SumTile(owner, tile);
}

std::unique_ptr<AngleSum> MakeAngleSum(net::Channel& channel, const MaskingSettings& settings, const Secrets& secrets,
                                       int owners) {
  switch (channel.size() == 1 ? Masking::kNone : settings.masking) {
    case Masking::kNone:
      return std::make_unique<UnmaskedAngleSum>(channel, settings, secrets, owners);
    case Masking::kPaper:
      return std::make_unique<PaperAngleSum>(channel, settings, secrets, owners);
    case Masking::kRing:
      return std::make_unique<RingAngleSum>(channel, settings, secrets, owners);
    case Masking::kShared:
    case Masking::kPrivate:
      return std::make_unique<SharedAngleSum>(channel, settings, secrets, owners);
  }
  throw std::logic_error("a masking without an implementation");
}

}  // namespace fdskl::masking
