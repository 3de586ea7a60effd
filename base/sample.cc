#include "base/sample.h"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "base/error.h"

namespace fdskl::base {

double Mean(std::span<const double> values) {
  FDSKL_REQUIRE(!values.empty());
  return std::accumulate(values.begin(), values.end(), 0.0) / static_cast<double>(values.size());
}

double Median(std::vector<double> values) {
  FDSKL_REQUIRE(!values.empty());
  std::sort(values.begin(), values.end());
  const std::size_t half = values.size() / 2;
  return values.size() % 2 == 1 ? values[half] : (values[half - 1] + values[half]) / 2;
}

double Deviation(std::span<const double> values) {
  const double mean = Mean(values);
  if (values.size() == 1) return 0;
  double squares = 0;
  for (const double value : values) squares += (value - mean) * (value - mean);
  return std::sqrt(squares / static_cast<double>(values.size() - 1));
}

std::string MeanAndDeviation(std::span<const double> values, int decimals) {
  if (values.size() == 1) return fmt::format("{:.{}f}", values[0], decimals);
  return fmt::format("{:.{}f} ± {:.{}f}", Mean(values), decimals, Deviation(values), decimals);
}

}  // namespace fdskl::base
