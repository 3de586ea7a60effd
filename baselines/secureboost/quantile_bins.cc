#include "baselines/secureboost/quantile_bins.h"

#include <algorithm>
#include <limits>
#include <numeric>
#include <utility>

#include "base/error.h"

namespace fdskl::secureboost {
namespace {

constexpr float kInfinity = std::numeric_limits<float>::infinity();

}  // namespace

// Ascending. REQUIRES: no NaN.
std::vector<QuantileBins::Distinct> QuantileBins::CountDistinct(std::vector<float>& values, std::int64_t zeros) {
  std::sort(values.begin(), values.end());
  std::vector<Distinct> distinct;
  for (const float value : values) {
    if (distinct.empty() || distinct.back().value != value) distinct.push_back({value, 0});
    ++distinct.back().count;
  }
  if (zeros == 0) return distinct;
  auto at = std::lower_bound(distinct.begin(), distinct.end(), 0.0F,
                             [](const Distinct& entry, float value) { return entry.value < value; });
  if (at == distinct.end() || at->value != 0) at = distinct.insert(at, {0, 0});
  at->count += zeros;
  return distinct;
}

QuantileBins::QuantileBins(std::vector<float> values, std::int64_t zeros, int bins) {
  FDSKL_REQUIRE(bins >= 2 && zeros >= 0);
  const auto size = std::ssize(values) + zeros;
  if (std::erase_if(values, [](float value) { return std::isnan(value); }) > 0) {
    absent_ = Absent::kMissing;
  } else {
    const auto is_zero = [](float value) { return value == 0; };
    if (2 * (zeros + std::count_if(values.begin(), values.end(), is_zero)) > size) {
      absent_ = Absent::kZero;
      std::erase_if(values, is_zero);
      zeros = 0;
    }
  }
  CutInto(bins, CountDistinct(values, zeros));
}

void QuantileBins::CutInto(int bins, const std::vector<Distinct>& distinct) {
  if (distinct.empty()) return;
  std::int64_t all = 0;
  for (const Distinct& entry : distinct) all += entry.count;
  // Values with more than an equal share stand alone; the others share what is left, greedily: each interval takes its
  // equal share of it, to the nearest value.
  const auto frequent = [&](const Distinct& entry) { return entry.count * bins > all; };
  std::int64_t left = 0;
  std::int64_t shares = bins;
  for (const Distinct& entry : distinct) {
    if (frequent(entry)) {
      --shares;
    } else {
      left += entry.count;
    }
  }
  const bool one_each = std::ssize(distinct) <= bins;
  std::int64_t held = distinct[0].count;
  for (std::size_t i = 1; i < distinct.size() && intervals() + 1 < bins; ++i) {
    const std::int64_t overshoot = (held + distinct[i].count) * shares - left;
    const std::int64_t shortfall = left - held * shares;
    if (one_each || frequent(distinct[i - 1]) || frequent(distinct[i]) || overshoot > shortfall) {
      upper_.push_back(std::midpoint(distinct[i - 1].value, distinct[i].value));
      if (!frequent(distinct[i - 1])) {
        left -= held;
        shares = std::max<std::int64_t>(1, shares - 1);
      }
      held = 0;
    }
    held += distinct[i].count;
  }
  upper_.push_back(kInfinity);
}

int QuantileBins::BinOf(float value) const {
  if (IsAbsent(value)) return intervals();
  if (std::isnan(value)) return intervals() - 1;
  return static_cast<int>(std::lower_bound(upper_.begin(), upper_.end(), value) - upper_.begin());
}

}  // namespace fdskl::secureboost
