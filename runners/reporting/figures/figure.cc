#include "runners/reporting/figures/figure.h"

#include <algorithm>
#include <array>
#include <cmath>

#include "base/error.h"
#include "base/statistics.h"

namespace fdskl::figures {
namespace {

// Interpolates linearly between the order statistics, as R does by default.
double Quantile(const std::vector<double>& sorted, double share) {
  const double place = share * static_cast<double>(sorted.size() - 1);
  const auto below = static_cast<std::size_t>(place);
  const std::size_t above = std::min(below + 1, sorted.size() - 1);
  return sorted[below] + (place - std::floor(place)) * (sorted[above] - sorted[below]);
}

// Okabe and Ito's colours, without the yellow, which is too light for a line, and with the black at the end.
constexpr std::array<const char*, 7> kColors = {"#d55e00", "#0072b2", "#009e73", "#e69f00",
                                                "#56b4e9", "#cc79a7", "#000000"};
constexpr std::size_t kMarkers = 6;
constexpr std::size_t kDashes = 4;

}  // namespace

// Seven and six have no common factor, so colour and marker together repeat after 42; then the outline changes.
Look LookOf(std::size_t n) {
  const std::size_t round = n / (kColors.size() * kMarkers);
  return {.color = kColors.at(n % kColors.size()),
          .marker = static_cast<Marker>(n % kMarkers),
          .hollow = round % 2 == 1,
          .dash = static_cast<Dash>(n / kColors.size() % kDashes)};
}

Look LookOf(cell::ArmRef arm) {
  const auto all = cell::ArmsOf(arm->method);
  const auto place = static_cast<std::size_t>(std::ranges::find(all, arm) - all.begin());
  return {
      .color = arm->color, .marker = arm->marker, .hollow = place % 2 == 1, .dash = static_cast<Dash>(place % kDashes)};
}

std::vector<Look> LooksOf(std::span<const cell::ArmRef> arms) {
  std::vector<Look> looks;
  for (const cell::ArmRef arm : arms) {
    Look look = LookOf(arm);
    for (std::size_t n = 0; std::ranges::find(looks, look) != looks.end(); ++n) look = LookOf(n);
    looks.push_back(look);
  }
  return looks;
}

void AddMean(double x, const std::vector<double>& sample, Line& line) {
  const double mean = base::Mean(sample);
  const double deviation = base::Deviation(sample);
  line.x.push_back(x);
  line.y.push_back(mean);
  line.low.push_back(mean - deviation);
  line.high.push_back(mean + deviation);
}

Box BoxOf(std::vector<double> values, double position, const Look& look) {
  FDSKL_REQUIRE(!values.empty());
  constexpr double kReach = 1.5;
  std::sort(values.begin(), values.end());
  Box box{.look = look, .position = position};
  box.quartile_low = Quantile(values, 0.25);
  box.median = Quantile(values, 0.5);
  box.quartile_high = Quantile(values, 0.75);
  const double reach = kReach * (box.quartile_high - box.quartile_low);
  const auto inside = [&](double value) {
    return value >= box.quartile_low - reach && value <= box.quartile_high + reach;
  };
  box.whisker_low = *std::find_if(values.begin(), values.end(), inside);
  box.whisker_high = *std::find_if(values.rbegin(), values.rend(), inside);
  std::copy_if(values.begin(), values.end(), std::back_inserter(box.outliers), [&](double v) { return !inside(v); });
  return box;
}

}  // namespace fdskl::figures
