#include "fdskl/batch_plan.h"

#include <algorithm>

#include "base/error.h"
#include "base/shuffle.h"

namespace fdskl {

BatchPlan::BatchPlan(std::span<const std::int32_t> samples, std::int64_t batch, std::uint64_t seed)
    : samples_(samples.begin(), samples.end()),
      batch_(static_cast<std::size_t>(batch)),
      seed_(seed),
      position_(samples.size()) {
  FDSKL_REQUIRE(batch >= 1 && batch_ <= samples.size());
}

std::span<const std::int32_t> BatchPlan::Next() {
  if (batch_ == samples_.size() && !current_.empty()) return current_;  // every batch is the whole group
  if (position_ + batch_ > samples_.size()) Shuffle();
  const auto begin = samples_.begin() + static_cast<std::ptrdiff_t>(position_);
  current_.assign(begin, begin + static_cast<std::ptrdiff_t>(batch_));
  std::sort(current_.begin(), current_.end());
  position_ += batch_;
  return current_;
}

void BatchPlan::Shuffle() {
  base::Shuffle(samples_, seed_, round_++);
  position_ = 0;
}

}  // namespace fdskl
