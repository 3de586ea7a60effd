#include "baselines/secureboost/boosted_tree.h"

#include <algorithm>

#include "base/error.h"

namespace fdskl::secureboost {
namespace {

constexpr double kLeastGain = 1e-6;

}  // namespace

// Where there is no curvature at all, no step is the right one.
double SplitRule::Weight(const Gradient& sum) const {
  const double curvature = code_.H(sum) + lambda_;
  return curvature > 0 ? -learning_rate_ * code_.G(sum) / curvature : 0;
}

double SplitRule::Score(const Gradient& sum) const {
  const double g = code_.G(sum);
  const double curvature = code_.H(sum) + lambda_;
  return curvature > 0 ? g * g / curvature : 0;
}

bool SplitRule::CanSplit(const Gradient& total) const { return code_.H(total) >= 2 * least_hessian_; }

void SplitRule::Consider(int owner, std::span<const Gradient> sums, const Gradient& total, Choice& choice) const {
  const double whole = Score(total);
  for (std::size_t i = 0; i < sums.size(); ++i) {
    Gradient rest = total;
    rest -= sums[i];
    if (code_.H(sums[i]) < least_hessian_ || code_.H(rest) < least_hessian_) continue;
    const double gain = Score(sums[i]) + Score(rest) - whole;
    if (gain < kLeastGain || gain < choice.gain) continue;
    if (gain > choice.gain) choice = {gain, owner, {}};
    // Equally good candidates of an earlier worker come first.
    if (choice.owner == owner) choice.numbers.push_back(static_cast<std::int32_t>(i));
  }
}

std::int64_t PutLeftFirst(std::span<std::int32_t> rows, std::span<const std::uint8_t> bits) {
  FDSKL_REQUIRE(bits.size() == BitBytes(std::ssize(rows)));
  std::vector<std::int32_t> right;
  std::size_t left = 0;
  for (std::size_t i = 0; i < rows.size(); ++i) {
    if (TestBit(bits, i)) {
      rows[left++] = rows[i];
    } else {
      right.push_back(rows[i]);
    }
  }
  std::ranges::copy(right, rows.begin() + static_cast<std::ptrdiff_t>(left));
  return static_cast<std::int64_t>(left);
}

}  // namespace fdskl::secureboost
