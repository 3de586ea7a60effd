// The middle one of some measured values; of an even number, the upper of the two in the middle.
#ifndef FDSKL_FDSKL_MEDIAN_H_
#define FDSKL_FDSKL_MEDIAN_H_

#include <algorithm>
#include <vector>

#include "base/error.h"

namespace fdskl {

// REQUIRES: there are values.
inline double Median(std::vector<double> values) {
  FDSKL_REQUIRE(!values.empty());
  const auto middle = values.begin() + std::ssize(values) / 2;
  std::ranges::nth_element(values, middle);
  return *middle;
}

}  // namespace fdskl

#endif  // FDSKL_FDSKL_MEDIAN_H_
