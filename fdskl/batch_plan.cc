#include "fdskl/batch_plan.h"

#include <Random123/philox.h>

#include <algorithm>
#include <utility>

#include "base/error.h"

namespace fdskl {

BatchPlan::BatchPlan(std::span<const std::int32_t> samples, std::int64_t batch, std::uint64_t seed)
    : samples_(samples.begin(), samples.end()),
      batch_(static_cast<std::size_t>(batch)),
      seed_(seed),
      position_(samples.size()) {
  FDSKL_REQUIRE(batch >= 1 && batch_ <= samples.size());
}

std::span<const std::int32_t> BatchPlan::Next() {
  if (position_ + batch_ > samples_.size()) Shuffle();
  const auto begin = samples_.begin() + static_cast<std::ptrdiff_t>(position_);
  current_.assign(begin, begin + static_cast<std::ptrdiff_t>(batch_));
  std::sort(current_.begin(), current_.end());
  position_ += batch_;
  return current_;
}

// Fisher-Yates with 64-bit draws numbered by (round, place).
void BatchPlan::Shuffle() {
  const r123::Philox2x64::key_type key{{seed_}};
  for (std::size_t i = samples_.size(); i > 1; --i) {
    const std::uint64_t draw = r123::Philox2x64()({{i, round_}}, key)[0];
    std::swap(samples_[i - 1], samples_[draw % i]);
  }
  position_ = 0;
  ++round_;
}

}  // namespace fdskl
