#include "runners/cell/metrics.h"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <numeric>
#include <vector>

#include "base/error.h"

namespace fdskl::cell {
namespace {

struct ClassCounts {
  std::int64_t samples = 0;
  std::int64_t wrong = 0;
};

// Counts the samples of the class whose label has the sign of `sign`, and its errors.
ClassCounts CountClass(std::span<const double> f, std::span<const float> y, int sign) {
  ClassCounts counts;
  for (std::size_t i = 0; i < f.size(); ++i) {
    if ((y[i] > 0) != (sign > 0)) continue;
    ++counts.samples;
    counts.wrong += (f[i] >= 0) != (sign > 0) ? 1 : 0;
  }
  return counts;
}

double Percent(const ClassCounts& counts) {
  return 100.0 * static_cast<double>(counts.wrong) / static_cast<double>(counts.samples);
}

}  // namespace

double ErrorPercent(std::span<const double> f, std::span<const float> y) {
  FDSKL_REQUIRE(f.size() == y.size() && !f.empty());
  const ClassCounts positive = CountClass(f, y, 1);
  const ClassCounts negative = CountClass(f, y, -1);
  return Percent({positive.samples + negative.samples, positive.wrong + negative.wrong});
}

std::optional<double> BalancedErrorPercent(std::span<const double> f, std::span<const float> y) {
  FDSKL_REQUIRE(f.size() == y.size() && !f.empty());
  const ClassCounts positive = CountClass(f, y, 1);
  const ClassCounts negative = CountClass(f, y, -1);
  if (positive.samples == 0 || negative.samples == 0) return std::nullopt;
  return (Percent(positive) + Percent(negative)) / 2;
}

// The rank sum of the positives: a group of equal scores shares the mean of its ranks.
std::optional<double> AreaUnderRoc(std::span<const double> f, std::span<const float> y) {
  FDSKL_REQUIRE(f.size() == y.size() && !f.empty());
  std::vector<std::size_t> order(f.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) { return f[a] < f[b]; });
  double positives = 0;
  double rank_sum = 0;
  for (std::size_t begin = 0, end = 0; begin < order.size(); begin = end) {
    double positives_here = 0;
    for (end = begin; end < order.size() && f[order[end]] == f[order[begin]]; ++end) {
      positives_here += y[order[end]] > 0 ? 1 : 0;
    }
    rank_sum += positives_here * (static_cast<double>(begin + end) + 1) / 2;
    positives += positives_here;
  }
  const double negatives = static_cast<double>(f.size()) - positives;
  if (positives == 0 || negatives == 0) return std::nullopt;
  return (rank_sum - positives * (positives + 1) / 2) / (positives * negatives);
}

double RootMeanSquareError(std::span<const double> f, std::span<const float> y) {
  FDSKL_REQUIRE(f.size() == y.size() && !f.empty());
  double sum = 0;
  for (std::size_t i = 0; i < f.size(); ++i) sum += (f[i] - y[i]) * (f[i] - y[i]);
  return std::sqrt(sum / static_cast<double>(f.size()));
}

}  // namespace fdskl::cell
