#include "runners/reporting/stored/rate_fit.h"

#include <algorithm>
#include <boost/math/distributions/students_t.hpp>
#include <boost/math/tools/minima.hpp>
#include <cmath>
#include <limits>
#include <map>
#include <set>

#include "base/error.h"

namespace fdskl::stored {
namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();

// Errors by iteration, then by seed.
using Measured = std::map<std::int64_t, std::map<std::uint64_t, double>>;

// Mean squared logarithm of error over fitted error, with this rate.
double Misfit(const RateCurve& curve, double rate) {
  RateCurve tried = curve;
  tried.rate = rate;
  double sum = 0;
  for (std::size_t i = 0; i < curve.error.size(); ++i) {
    sum += std::pow(std::log(curve.error[i] / tried.At(curve.iteration[i])), 2);
  }
  return sum / static_cast<double>(curve.error.size());
}

// The rate with the least misfit: the best of a coarse grid, which is then refined around it.
double BestRate(const RateCurve& curve) {
  constexpr double kStep = 0.25;
  constexpr int kBits = 30;
  const double most = std::log(0.999 / curve.gamma);  // 1 - c gamma must be positive
  const double least = std::log(1e-3 / (curve.gamma * curve.iteration.back()));
  double best = least;
  for (double at = least; at <= most; at += kStep) {
    if (Misfit(curve, std::exp(at)) < Misfit(curve, std::exp(best))) best = at;
  }
  const auto [at, misfit] =
      boost::math::tools::brent_find_minima([&](double log_rate) { return Misfit(curve, std::exp(log_rate)); },
                                            std::max(least, best - kStep), std::min(most, best + kStep), kBits);
  return std::exp(at);
}

// The fit to the mean over all seeds but one, or over all seeds.
RateCurve FitWithout(const Measured& measured, double gamma, double lambda, std::optional<std::uint64_t> left_out) {
  RateCurve curve{.gamma = gamma, .lambda = lambda};
  for (const auto& [iteration, by_seed] : measured) {
    std::vector<double> errors;
    for (const auto& [seed, error] : by_seed) {
      if (seed != left_out && error > 0) errors.push_back(error);
    }
    if (errors.empty()) continue;
    curve.iteration.push_back(static_cast<double>(iteration));
    curve.error.push_back(base::Mean(errors));
  }
  FDSKL_REQUIRE(!curve.error.empty());
  curve.first = curve.error.front();
  std::vector<double> late;
  for (std::size_t i = 0; i < curve.error.size(); ++i) {
    if (2 * curve.iteration[i] >= curve.iteration.back()) late.push_back(curve.error[i]);
  }
  curve.floor = base::Mean(late);
  curve.rate = BestRate(curve);
  return curve;
}

// The interval of a positive number, from its values with one seed left out at a time.
base::Interval Jackknife(double all, const std::vector<double>& without) {
  if (without.size() < 2) return {-kInfinity, kInfinity};
  const auto n = static_cast<double>(without.size());
  std::vector<double> logs;
  logs.reserve(without.size());
  for (const double value : without) logs.push_back(std::log(value));
  const double error = base::Deviation(logs) * (n - 1) / std::sqrt(n);
  constexpr double kUpper = 0.975;
  const double half = error * quantile(boost::math::students_t_distribution<double>(n - 1), kUpper);
  return {all * std::exp(-half), all * std::exp(half)};
}

}  // namespace

double RateCurve::At(double t) const {
  return floor + (first - floor) * std::exp((t - iteration.front()) * std::log1p(-rate * gamma));
}

std::vector<RateCurve> FitRecursion(const std::vector<const results::TheoryRow*>& rows) {
  std::map<double, Measured> by_gamma;
  std::set<std::uint64_t> seeds;
  double lambda = 0;
  for (const results::TheoryRow* row : rows) {
    by_gamma[row->gamma][row->iteration][row->seed] = row->error.value_or(0);
    seeds.insert(row->seed);
    lambda = row->lambda;
  }
  std::vector<RateCurve> curves;
  for (const auto& [gamma, measured] : by_gamma) {
    RateCurve curve = FitWithout(measured, gamma, lambda, std::nullopt);
    std::vector<double> rates;
    std::vector<double> floors;
    for (const std::uint64_t seed : seeds.size() > 1 ? seeds : std::set<std::uint64_t>{}) {
      const RateCurve without = FitWithout(measured, gamma, lambda, seed);
      rates.push_back(without.rate);
      floors.push_back(without.floor);
    }
    curve.rate_interval = Jackknife(curve.rate, rates);
    curve.floor_interval = Jackknife(curve.floor, floors);
    curve.residual = std::sqrt(Misfit(curve, curve.rate));
    const auto below = std::ranges::find_if(curve.error, [&](double error) { return error <= 2 * curve.floor; });
    curve.reached = curve.iteration[static_cast<std::size_t>(below - curve.error.begin())];
    const double excess = (curve.first - curve.floor) / curve.floor;
    curve.predicted = excess <= 1 ? curve.iteration.front()
                                  : curve.iteration.front() - std::log(excess) / std::log1p(-curve.rate * gamma);
    curves.push_back(std::move(curve));
  }
  return curves;
}

}  // namespace fdskl::stored
