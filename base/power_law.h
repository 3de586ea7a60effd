// The exponent p of the law y ~ x^p that fits measured points best: the slope of the least-squares line through their
// logarithms.
#ifndef FDSKL_BASE_POWER_LAW_H_
#define FDSKL_BASE_POWER_LAW_H_

#include <cmath>
#include <span>
#include <utility>

#include "base/error.h"

namespace fdskl::base {

// `points` are pairs (x, y). REQUIRES: two or more of them, all numbers above 0.
inline double PowerLawExponent(std::span<const std::pair<double, double>> points) {
  FDSKL_REQUIRE(points.size() >= 2);
  const auto count = static_cast<double>(points.size());
  double mean_x = 0;
  double mean_y = 0;
  for (const auto& [x, y] : points) {
    FDSKL_REQUIRE(x > 0 && y > 0);
    mean_x += std::log(x) / count;
    mean_y += std::log(y) / count;
  }
  double xy = 0;
  double xx = 0;
  for (const auto& [x, y] : points) {
    xy += (std::log(x) - mean_x) * (std::log(y) - mean_y);
    xx += (std::log(x) - mean_x) * (std::log(x) - mean_x);
  }
  return xy / xx;
}

}  // namespace fdskl::base

#endif  // FDSKL_BASE_POWER_LAW_H_
