#include "fdskl/feature_sums.h"

#include <utility>

#include "base/error.h"
#include "base/index.h"
#include "fdskl/clear_sums.h"
#include "fdskl/shared_sums.h"

namespace fdskl {

void Partials::Forget(std::span<const std::int32_t> rows) {
  for (const std::int32_t row : rows) {
    seen[base::Index(row)] = 0;
    if (!values.empty()) values[base::Index(row)] = 0;
    if (!words.empty()) words[base::Index(row)] = 0;
  }
}

FeatureSums::FeatureSums(net::Channel& channel, const Settings& settings, int active, const masking::Secrets& secrets)
    : channel_(channel), active_(active) {
  FDSKL_REQUIRE(settings.threads == 1 || channel.size() == 1);
  FDSKL_REQUIRE(1 <= active && active <= channel.size());
  for (int thread = 0; thread < settings.threads; ++thread)
    angle_sums_.push_back(masking::MakeAngleSum(channel, settings, secrets, active));
}

FeatureSums::~FeatureSums() = default;

void FeatureSums::Watch(TileWatch watch) {
  FDSKL_REQUIRE(angle_sums_.size() == 1);
  watch_ = std::move(watch);
}

masking::AngleWords FeatureSums::SumAngles(int thread, const Tile& tile) {
  const masking::AngleWords angles = angle_sums_[base::Index(thread)]->Sum(tile.owner, tile.features, tile.own_part);
  if (watch_) {
    base::DenseMatrix turns(angles.empty() ? 0 : tile.own_part.rows(), tile.own_part.cols());
    masking::TurnsOf(angles, {turns.data(), base::Index(turns.size())});
    watch_(tile.owner, tile.features, tile.rows, turns);
  }
  return angles;
}

void FeatureSums::Revisit(std::int64_t /*index*/, const Settings& /*settings*/, const AngleBlock& /*block*/,
                          std::span<const std::int32_t> /*batch*/, const Eigen::VectorXf& /*g*/,
                          Coefficients& /*coefficients*/, Partials& /*partials*/) {
  throw std::logic_error("this masking has no revisits");
}

void FeatureSums::AddSaved(std::int64_t /*index*/, const AngleBlock& /*block*/, const Coefficients& /*coefficients*/,
                           Partials& /*partials*/) {
  throw std::logic_error("this masking saves no angles");
}

FeatureSeconds FeatureSums::seconds() const {
  FeatureSeconds total = seconds_;
  for (const auto& sum : angle_sums_) {
    total.mask += sum->seconds().mask;
    total.exchange += sum->seconds().exchange;
  }
  return total;
}

std::unique_ptr<FeatureSums> MakeFeatureSums(net::Channel& channel, const Settings& settings, int active,
                                             const masking::Secrets& secrets) {
  if (settings.masking == Masking::kShared) return std::make_unique<SharedSums>(channel, settings, active, secrets);
  return std::make_unique<ClearSums>(channel, settings, active, secrets);
}

}  // namespace fdskl
