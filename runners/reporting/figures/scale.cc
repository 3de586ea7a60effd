#include "runners/reporting/figures/scale.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

namespace fdskl::figures {
namespace {

constexpr double kMargin = 0.06;     // room beyond the data on either side, as a share of the range
constexpr double kGapShare = 0.05;   // share of a broken axis that its gap takes
constexpr double kLeastShare = 0.2;  // least share of it that each piece takes
constexpr int kWantedTicks = 4;      // on a whole linear axis

std::string Superscript(int number) {
  constexpr std::array<const char*, 10> kDigits = {"⁰", "¹", "²", "³", "⁴", "⁵", "⁶", "⁷", "⁸", "⁹"};
  std::string text;
  for (const char c : std::to_string(number)) text += c == '-' ? "⁻" : kDigits.at(static_cast<std::size_t>(c - '0'));
  return text;
}

// Multiples of a round step, about `wanted` of them.
std::vector<double> LinearTicks(double min, double max, int wanted) {
  const int fewest = std::min(wanted, 3);
  const int most = wanted + 2;
  const double power = std::pow(10, std::floor(std::log10((max - min) / 2)));
  double best = power;
  int best_distance = std::numeric_limits<int>::max();
  for (const double factor : {5.0, 2.5, 2.0, 1.0, 0.5, 0.25, 0.2, 0.1}) {
    const double step = factor * power;
    const int count =
        static_cast<int>(std::floor(max / step + 1e-9)) - static_cast<int>(std::ceil(min / step - 1e-9)) + 1;
    const int distance = std::abs(count - wanted) + (count < fewest || count > most ? most : 0);
    if (distance < best_distance) {
      best_distance = distance;
      best = step;
    }
  }
  std::vector<double> ticks;
  for (double k = std::ceil(min / best - 1e-9); k * best <= max + 1e-9 * best; ++k) ticks.push_back(k * best + 0.0);
  return ticks;  // + 0.0: no -0
}

// Decades, thinned to at most six. If there are few, also 3, or 2 and 5, times a decade.
std::vector<double> LogarithmicTicks(double min, double max) {
  constexpr std::size_t kFewest = 3;
  const auto first = static_cast<int>(std::floor(std::log10(min)));
  const auto last = static_cast<int>(std::ceil(std::log10(max)));
  const int stride = 1 + (last - first) / 6;
  for (const std::vector<double>& factors : {std::vector<double>{1}, {1, 3}, {1, 2, 5}}) {
    std::vector<double> ticks;
    for (int exponent = first; exponent <= last; exponent += stride) {
      for (const double factor : factors) {
        const double value = factor * std::pow(10, exponent);
        if (value >= min && value <= max) ticks.push_back(value);
      }
    }
    if (ticks.size() >= kFewest) return ticks;
  }
  return LinearTicks(min, max, kWantedTicks);
}

}  // namespace

std::string TickLabel(double value) {
  const double magnitude = std::abs(value);
  if (value == 0 || (magnitude >= 1e-3 && magnitude < 1e5)) return fmt::format("{:.6g}", value);
  const double exponent = std::floor(std::log10(magnitude) + 1e-9);
  const double mantissa = value / std::pow(10, exponent);
  const std::string power = "10" + Superscript(static_cast<int>(exponent));
  return std::abs(mantissa - 1) < 1e-6 ? power : fmt::format("{:.3g}·{}", mantissa, power);
}

Stretch WidestGap(std::vector<Stretch> intervals) {
  std::ranges::sort(intervals, {}, &Stretch::low);
  Stretch widest;
  double reached = intervals.empty() ? 0 : intervals.front().high;
  for (const Stretch& interval : intervals) {
    if (interval.low - reached > widest.high - widest.low) widest = {reached, interval.low};
    reached = std::max(reached, interval.high);
  }
  return widest;
}

double Scale::Transformed(double value) const { return logarithmic_ ? std::log(value) : value; }

Scale::Scale(const Axis& axis, std::span<const double> values) : logarithmic_(axis.logarithmic) {
  std::vector<double> usable;
  const auto add = [&](double value) {
    if (std::isfinite(value) && (!logarithmic_ || value > 0)) usable.push_back(value);
  };
  for (const double value : values) add(value);
  if (usable.empty()) usable = {1};
  const auto [least, most] = std::ranges::minmax(usable);
  double min = axis.from_zero ? std::min(0.0, least) : least;
  double max = most;
  if (logarithmic_) {
    const double factor = std::max(std::pow(max / min, kMargin), 1.1);
    min /= factor;
    max *= factor;
  } else {
    const double margin = max > min ? kMargin * (max - min) : std::max(std::abs(max), 1.0) * kMargin;
    if (!axis.from_zero) min -= margin;
    max += margin;
  }
  if (axis.gap.high > axis.gap.low && !logarithmic_) {
    const double margin = kMargin * (max - min - (axis.gap.high - axis.gap.low));
    const Piece below{.min = min, .max = axis.gap.low + margin};
    const Piece above{.min = axis.gap.high - margin, .max = max};
    const double shown = (below.max - below.min) + (above.max - above.min);
    const double share = std::clamp((below.max - below.min) / shown, kLeastShare, 1 - kLeastShare) * (1 - kGapShare);
    gap_ = {share, share + kGapShare};
    pieces_ = {{below.min, below.max, 0, gap_.begin}, {above.min, above.max, gap_.end, 1}};
  } else {
    pieces_ = {{.min = min, .max = max}};
  }
  for (const auto& [value, label] : axis.ticks) ticks_.push_back({At(value), label});
  if (!axis.ticks.empty()) return;
  for (const Piece& piece : pieces_) {
    const int wanted = std::max(1, static_cast<int>(std::lround(kWantedTicks * (piece.end - piece.begin))));
    const auto ticks =
        logarithmic_ ? LogarithmicTicks(piece.min, piece.max) : LinearTicks(piece.min, piece.max, wanted);
    for (const double value : ticks) ticks_.push_back({At(value), TickLabel(value)});
  }
}

double Scale::At(double value) const {
  if (logarithmic_ && value <= 0) return pieces_.front().begin;
  const Piece& piece = pieces_.size() > 1 && value >= pieces_.back().min ? pieces_.back() : pieces_.front();
  const double share =
      (Transformed(value) - Transformed(piece.min)) / (Transformed(piece.max) - Transformed(piece.min));
  return piece.begin + share * (piece.end - piece.begin);
}

void Scale::LeaveFree(double share) {
  const double factor = 1 - share;
  for (Piece& piece : pieces_) {
    piece.begin *= factor;
    piece.end *= factor;
  }
  for (Tick& tick : ticks_) tick.share *= factor;
  gap_ = {gap_.begin * factor, gap_.end * factor};
}

}  // namespace fdskl::figures
