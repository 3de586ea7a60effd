#include "base/statistics.h"

#include <algorithm>
#include <boost/math/distributions/chi_squared.hpp>
#include <boost/math/distributions/fisher_f.hpp>
#include <boost/math/distributions/normal.hpp>
#include <boost/math/distributions/students_t.hpp>
#include <boost/math/statistics/linear_regression.hpp>
#include <cmath>
#include <functional>
#include <limits>
#include <map>
#include <numeric>

#include "base/error.h"

namespace fdskl::base {
namespace {

constexpr std::size_t kExactPairs = 50;

// P(standard normal >= z).
double UpperTail(double z) { return cdf(complement(boost::math::normal_distribution<double>(), z)); }

// The quantile of Student's t that leaves 5% outside, both sides together.
double TwoSidedT(double free) {
  constexpr double kUpper = 0.975;
  return quantile(boost::math::students_t_distribution<double>(free), kUpper);
}

// The sum of t^3 - t over groups of t equal values.
double TieSum(std::span<const double> values) {
  std::map<double, double> counts;
  for (const double value : values) ++counts[value];
  double sum = 0;
  for (const auto& [value, t] : counts) sum += t * t * t - t;
  return sum;
}

// P(W+ <= w) and P(W+ >= w) when every sign is equally likely: counts the sums of all subsets of the ranks. Shared
// ranks may be halves, so all ranks are doubled.
std::pair<double, double> ExactTails(std::span<const double> ranks, double w) {
  const auto total = static_cast<std::size_t>(std::lround(2 * std::accumulate(ranks.begin(), ranks.end(), 0.0)));
  std::vector<double> chance(total + 1, 0.0);
  chance[0] = 1;
  for (const double rank : ranks) {
    const auto step = static_cast<std::size_t>(std::lround(2 * rank));
    for (std::size_t sum = total + 1; sum-- > 0;) {
      chance[sum] = (chance[sum] + (sum >= step ? chance[sum - step] : 0)) / 2;
    }
  }
  const auto place = static_cast<std::ptrdiff_t>(std::lround(2 * w));
  return {std::accumulate(chance.begin(), chance.begin() + place + 1, 0.0),
          std::accumulate(chance.begin() + place, chance.end(), 0.0)};
}

}  // namespace

std::vector<double> Ranks(std::span<const double> values) {
  std::vector<std::size_t> order(values.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) { return values[a] < values[b]; });
  std::vector<double> ranks(values.size());
  for (std::size_t first = 0; first < order.size();) {
    std::size_t end = first;
    while (end < order.size() && values[order[end]] == values[order[first]]) ++end;
    for (std::size_t i = first; i < end; ++i) ranks[order[i]] = static_cast<double>(first + 1 + end) / 2;
    first = end;
  }
  return ranks;
}

WilcoxonResult Wilcoxon(std::span<const double> differences) {
  std::vector<double> sizes;
  std::vector<bool> positive;
  for (const double difference : differences) {
    if (difference == 0) continue;
    sizes.push_back(std::abs(difference));
    positive.push_back(difference > 0);
  }
  WilcoxonResult result;
  result.pairs = sizes.size();
  if (sizes.empty()) return result;
  const std::vector<double> ranks = Ranks(sizes);
  for (std::size_t i = 0; i < ranks.size(); ++i) result.positive_ranks += positive[i] ? ranks[i] : 0;
  const auto n = static_cast<double>(sizes.size());
  const double total = n * (n + 1) / 2;
  const double w = result.positive_ranks;
  result.rank_biserial = (2 * w - total) / total;
  double less = 1;
  if (sizes.size() <= kExactPairs) {
    std::tie(less, result.p_greater) = ExactTails(ranks, w);
  } else {
    const double deviation = std::sqrt(n * (n + 1) * (2 * n + 1) / 24 - TieSum(sizes) / 48);
    result.p_greater = UpperTail((w - total / 2 - 0.5) / deviation);
    less = UpperTail((total / 2 - w - 0.5) / deviation);
  }
  result.p_two_sided = std::min(1.0, 2 * std::min(less, result.p_greater));
  return result;
}

std::size_t WilcoxonLeastPairs(double level) {
  return static_cast<std::size_t>(std::ceil(1 - std::log2(level)));  // the least p is 2 / 2^n
}

FriedmanResult Friedman(const std::vector<std::vector<double>>& values) {
  FDSKL_REQUIRE(values.size() >= 2 && values[0].size() >= 2);
  const auto n = static_cast<double>(values.size());
  const auto k = static_cast<double>(values[0].size());
  FriedmanResult result;
  result.mean_ranks.assign(values[0].size(), 0);
  double ties = 0;
  for (const std::vector<double>& row : values) {
    FDSKL_REQUIRE(row.size() == values[0].size());
    const std::vector<double> ranks = Ranks(row);
    for (std::size_t j = 0; j < ranks.size(); ++j) result.mean_ranks[j] += ranks[j] / n;
    ties += TieSum(row);
  }
  double squares = 0;
  for (const double rank : result.mean_ranks) squares += (rank - (k + 1) / 2) * (rank - (k + 1) / 2);
  const double scale = n * k * (k + 1) / 12 - ties / (12 * (k - 1));
  if (scale <= 0) return result;  // every dataset has all methods equal
  result.chi_squared = n * n * squares / scale;
  result.p = cdf(complement(boost::math::chi_squared_distribution<double>(k - 1), result.chi_squared));
  const double rest = n * (k - 1) - result.chi_squared;
  constexpr double kRounding = 1e-9;  // rounding error of a zero, when every dataset has the same ranks
  if (rest <= kRounding) {
    result.f = std::numeric_limits<double>::infinity();
    result.p_iman = 0;
    return result;
  }
  result.f = (n - 1) * result.chi_squared / rest;
  result.p_iman = cdf(complement(boost::math::fisher_f_distribution<double>(k - 1, (k - 1) * (n - 1)), result.f));
  return result;
}

std::vector<double> RankDifferenceP(std::span<const double> mean_ranks, std::size_t datasets, std::size_t control) {
  const auto k = static_cast<double>(mean_ranks.size());
  const double error = std::sqrt(k * (k + 1) / (6 * static_cast<double>(datasets)));
  std::vector<double> p;
  for (const double rank : mean_ranks) {
    p.push_back(std::min(1.0, 2 * UpperTail(std::abs(rank - mean_ranks[control]) / error)));
  }
  return p;
}

std::vector<double> Holm(std::span<const double> p) {
  std::vector<std::size_t> order(p.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) { return p[a] < p[b]; });
  std::vector<double> adjusted(p.size());
  double most = 0;
  for (std::size_t i = 0; i < order.size(); ++i) {
    most = std::max(most, std::min(1.0, static_cast<double>(order.size() - i) * p[order[i]]));
    adjusted[order[i]] = most;
  }
  return adjusted;
}

double LogSlope(std::span<const double> x, std::span<const double> y) { return FitPower(x, y).order; }

PowerFit FitPower(std::span<const double> x, std::span<const double> y) {
  FDSKL_REQUIRE(x.size() == y.size() && x.size() >= 2);
  std::vector<double> log_x;
  std::vector<double> log_y;
  for (std::size_t i = 0; i < x.size(); ++i) {
    FDSKL_REQUIRE(x[i] > 0 && y[i] > 0);
    log_x.push_back(std::log(x[i]));
    log_y.push_back(std::log(y[i]));
  }
  FDSKL_REQUIRE(std::adjacent_find(x.begin(), x.end(), std::not_equal_to<>()) != x.end());
  const auto [offset, slope] = boost::math::statistics::simple_ordinary_least_squares(log_x, log_y);
  PowerFit fit{.order = slope, .factor = std::exp(offset), .points = x.size()};
  double residual = 0;
  for (std::size_t i = 0; i < x.size(); ++i) residual += std::pow(log_y[i] - offset - slope * log_x[i], 2);
  const double free = static_cast<double>(x.size()) - 2;
  double half = std::numeric_limits<double>::infinity();
  fit.standard_error = half;
  if (free > 0) {
    const double deviation = Deviation(log_x);
    fit.standard_error = std::sqrt(residual / free / (static_cast<double>(x.size() - 1) * deviation * deviation));
    half = fit.standard_error * TwoSidedT(free);
  }
  fit.interval = {slope - half, slope + half};
  return fit;
}

Interval DifferenceOfOrders(const PowerFit& a, const PowerFit& b) {
  const double difference = a.order - b.order;
  if (a.points < 3 || b.points < 3) {
    return {-std::numeric_limits<double>::infinity(), std::numeric_limits<double>::infinity()};
  }
  const double va = a.standard_error * a.standard_error;
  const double vb = b.standard_error * b.standard_error;
  if (va + vb == 0) return {difference, difference};
  const double free = (va + vb) * (va + vb) /
                      (va * va / static_cast<double>(a.points - 2) + vb * vb / static_cast<double>(b.points - 2));
  const double half = std::sqrt(va + vb) * TwoSidedT(free);
  return {difference - half, difference + half};
}

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
