#include "runners/reporting/figures/axis_range.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace fdskl::figures {
namespace {

constexpr double kMargin = 0.06;  // room beyond the data on either side, as a share of the range

// "0.05", "200"; from a hundred thousand on, and below a thousandth, as a power.
std::string TickLabel(double value) {
  const double magnitude = std::abs(value);
  if (value == 0 || (magnitude >= 1e-3 && magnitude < 1e5)) return fmt::format("{:.6g}", value);
  const double exponent = std::floor(std::log10(magnitude) + 1e-9);
  const double mantissa = value / std::pow(10, exponent);
  const std::string power = fmt::format("10^{{{:.0f}}}", exponent);
  return std::abs(mantissa - 1) < 1e-6 ? power : fmt::format("{:.3g}·{}", mantissa, power);
}

std::vector<std::pair<double, std::string>> LinearTicks(double min, double max) {
  constexpr double kAboutSoMany = 4;
  const double rough = (max - min) / kAboutSoMany;
  const double power = std::pow(10, std::floor(std::log10(rough)));
  double step = 10 * power;
  for (const double factor : {5.0, 2.0, 1.0}) {
    if (factor * power >= rough) step = factor * power;
  }
  std::vector<std::pair<double, std::string>> ticks;
  for (double k = std::ceil(min / step - 1e-9); k * step <= max + 1e-9 * step; ++k) {
    const double value = k * step + 0.0;  // no -0
    ticks.emplace_back(value, TickLabel(value));
  }
  return ticks;
}

// Decades, thinned to six at most; where there are few, also 3, or 2 and 5, times a decade.
std::vector<std::pair<double, std::string>> LogarithmicTicks(double min, double max) {
  const auto first = static_cast<int>(std::floor(std::log10(min)));
  const auto last = static_cast<int>(std::ceil(std::log10(max)));
  const double decades = std::log10(max / min);
  std::vector<double> factors = {1};
  if (decades < 3) factors = {1, 3};
  if (decades < 1.3) factors = {1, 2, 5};
  const int stride = 1 + (last - first) / 6;
  std::vector<std::pair<double, std::string>> ticks;
  for (int exponent = first; exponent <= last; exponent += stride) {
    for (const double factor : factors) {
      const double value = factor * std::pow(10, exponent);
      if (value >= min && value <= max) ticks.emplace_back(value, TickLabel(value));
    }
  }
  return ticks.size() < 2 ? LinearTicks(min, max) : ticks;
}

}  // namespace

ResolvedAxis Resolve(const Axis& axis, std::span<const double> values) {
  ResolvedAxis resolved{.label = axis.label, .logarithmic = axis.logarithmic, .ticks = axis.ticks};
  std::vector<double> usable;
  std::copy_if(values.begin(), values.end(), std::back_inserter(usable),
               [&](double value) { return std::isfinite(value) && (!axis.logarithmic || value > 0); });
  if (usable.empty()) usable = {1};
  auto [least, most] = std::minmax_element(usable.begin(), usable.end());
  double min = axis.from_zero ? std::min(0.0, *least) : *least;
  double max = *most;
  if (axis.logarithmic) {
    const double factor = std::max(std::pow(max / min, kMargin), 1.1);
    min /= factor;
    max *= factor;
  } else {
    const double margin = max > min ? kMargin * (max - min) : std::max(std::abs(max), 1.0) * kMargin;
    if (!axis.from_zero) min -= margin;
    max += margin;
  }
  resolved.min = min;
  resolved.max = max;
  if (resolved.ticks.empty()) resolved.ticks = axis.logarithmic ? LogarithmicTicks(min, max) : LinearTicks(min, max);
  return resolved;
}

double ValueAt(const ResolvedAxis& axis, double share) {
  if (axis.logarithmic) return axis.min * std::pow(axis.max / axis.min, share);
  return axis.min + share * (axis.max - axis.min);
}

}  // namespace fdskl::figures
