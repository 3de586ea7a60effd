// Theorem 1: its rate, and its inequality as stated.

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>

#include "base/statistics.h"
#include "runners/reporting/ledger/comparisons.h"
#include "runners/reporting/ledger/ledger.h"
#include "runners/reporting/stored/rate_fit.h"

namespace fdskl::ledger {
namespace {

using results::Experiment;
using results::TheoryCheck;

// The order of twice the floor in the iterations that reach it, if these differ.
std::string ReachText(const std::vector<stored::RateCurve>& curves) {
  std::vector<double> floors;
  std::vector<double> reached;
  std::vector<double> predicted;
  for (const stored::RateCurve& curve : curves) {
    floors.push_back(curve.floor);
    reached.push_back(curve.reached);
    predicted.push_back(curve.predicted);
  }
  const auto differ = [](const std::vector<double>& values) {
    return std::ranges::adjacent_find(values, std::not_equal_to<>()) != values.end();
  };
  if (!differ(reached) || !differ(predicted)) return "";
  return fmt::format("; floor of order {:.2f} in the iterations to twice it, by the recursion {:.2f}",
                     base::LogSlope(reached, floors), base::LogSlope(predicted, floors));
}

}  // namespace

Claim TheoremOne(const stored::Stored& stored) {
  constexpr double kLow = 0.75, kHigh = 1.25;
  constexpr std::size_t kLeastGammas = 4;
  const double most_residual = std::log(1.5);
  Claim claim{
      {.claim = "Theorem 1",
       .paper =
           "with a constant rate gamma proportional to eps, E|f_t - f*|^2 <= eps after t of order log(1/eps)/eps: a "
           "sublinear rate, down to a floor proportional to gamma (Theorem 1, Abstract)",
       .rule = fmt::format(
           "On a small problem with f* known to 1e-13, over {} gammas or more, the proof's recursion e_(t+1) = (1 - c "
           "gamma)(e_t - e_inf) + e_inf is fitted. Rate: c gamma is of order {} to {} in gamma, no c is below lambda "
           "but "
           "for its interval, and the curves are within a factor of 1.5 (root mean square). Floor: e_inf is of order "
           "{} to {} in gamma. Held: both; partly: the rate alone; did not hold: not the rate.",
           kLeastGammas, kLow, kHigh, kLow, kHigh)},
      {TheoryCheck::kTheoremOne}};
  const auto rows = stored.Rows(TheoryCheck::kTheoremOne);
  const std::vector<stored::RateCurve> curves =
      rows.empty() ? std::vector<stored::RateCurve>() : stored::FitRecursion(rows);
  if (curves.size() < kLeastGammas) {
    NotTestable(stored::NoRows(Experiment::kTheory), claim.row);
    return claim;
  }
  std::vector<double> gamma;
  std::vector<double> floors;
  std::vector<double> rates;
  std::vector<std::string> texts;
  double residual = 0;
  bool fast_enough = true;
  for (const stored::RateCurve& curve : curves) {
    gamma.push_back(curve.gamma);
    floors.push_back(curve.floor);
    rates.push_back(curve.rate * curve.gamma);
    residual = std::max(residual, curve.residual);
    fast_enough &= curve.rate >= curve.lambda || curve.rate_interval.high >= curve.lambda;
    texts.push_back(fmt::format("gamma {:g}: floor {:.2g}, c {:.2g} [{:.2g}, {:.2g}]", curve.gamma, curve.floor,
                                curve.rate, curve.rate_interval.low, curve.rate_interval.high));
  }
  const base::PowerFit floor = base::FitPower(gamma, floors);
  const base::PowerFit rate = base::FitPower(gamma, rates);
  const bool floor_holds = floor.order >= kLow && floor.order <= kHigh;
  const bool rate_holds = rate.order >= kLow && rate.order <= kHigh && fast_enough && residual <= most_residual;
  claim.row.numbers = fmt::format(
      "c gamma of order {} and floor of order {} in gamma, lambda {:g}, curves within ×{:.2f}{} ({})", OrderText(rate),
      OrderText(floor), curves.front().lambda, std::exp(residual), ReachText(curves), fmt::join(texts, "; "));
  claim.row.test =
      "intervals: 95%, of orders by Student's t over gammas, of c by the jackknife over seeds; effect: the "
      "order of c gamma in gamma";
  claim.row.effect = rate.order;
  claim.row.low = rate.interval.low;
  claim.row.high = rate.interval.high;
  claim.row.verdict = base::NameOf(!rate_holds   ? Verdict::kDidNotHold
                                   : floor_holds ? Verdict::kHeld
                                                 : Verdict::kPartly);
  return claim;
}

Claim TheoremOneBound(const stored::Stored& stored) {
  Claim claim{
      {.claim = "Theorem 1, as stated",
       .paper =
           "with gamma = eps / (8 kappa B), E|f_t(x) - f*(x)|^2 <= eps after t >= 8 kappa B log(8 kappa e_1 / eps) / "
           "(eps lambda) iterations, for every x (Theorem 1)",
       .rule =
           "With lambda = 1, where the constants leave eps below the error of f = 0 at some sample: the greatest error "
           "over the samples, mean over seeds, is eps or less at that t. Held: for every eps; partly: for more than "
           "half. An eps above the error of f = 0 says nothing and does not count."},
      {TheoryCheck::kTheoremOneBound}};
  std::size_t all = 0;
  std::size_t kept = 0;
  double most = 0;
  std::vector<std::string> texts;
  for (const results::TheoryRow* row : stored.Rows(TheoryCheck::kTheoremOneBound)) {
    if (!row->error || !row->bound || row->bound >= row->control) continue;
    ++all;
    kept += *row->error <= *row->bound ? 1 : 0;
    most = std::max(most, *row->error / *row->bound);
    texts.push_back(fmt::format("eps {:.2g}: {:.2g} after {} iterations with gamma {:.2g}, {:.2g} before", *row->bound,
                                *row->error, row->iteration, row->gamma, row->control.value_or(0)));
  }
  if (all == 0) {
    NotTestable(stored::NoRows(Experiment::kTheory), claim.row);
    return claim;
  }
  claim.row.numbers = fmt::format("the inequality held for {} of {} ({})", kept, all, fmt::join(texts, "; "));
  claim.row.test = "none: an inequality between means; effect: the greatest error / eps";
  claim.row.effect = most;
  claim.row.verdict = base::NameOf(kept == all      ? Verdict::kHeld
                                   : 2 * kept > all ? Verdict::kPartly
                                                    : Verdict::kDidNotHold);
  return claim;
}

}  // namespace fdskl::ledger
