// The paper's text: Lemma 1, Theorems 1 and 2, Appendix C.

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <set>
#include <tuple>

#include "base/statistics.h"
#include "fdskl/fdskl_method.h"
#include "runners/reporting/ledger/comparisons.h"
#include "runners/reporting/ledger/ledger.h"

namespace fdskl::ledger {
namespace {

using results::Experiment;
using results::TheoryCheck;

// The widest spread of FDSKL's test error in percentage points over numbers of workers, all else equal, in units of
// what is allowed: one test sample, or 0.05 points where that is more. Zero groups when no two rows can be compared.
struct Spread {
  std::size_t groups = 0;
  double points = 0, allowed_units = 0;
};
Spread ErrorSpread(const stored::Stored& stored) {
  constexpr double kAllowedPoints = 0.05;
  std::map<std::tuple<std::string, std::int64_t, std::int64_t, std::int64_t>,
           std::map<std::int64_t, const results::RunRow*>>
      groups;
  for (const results::RunRow* run : stored::Good(stored.Rows(Experiment::kWorkers))) {
    if (run->method != kFdskl.name || !run->test_error) continue;
    groups[{run->dataset, run->split, run->active, run->rows}][run->workers] = run;  // batches depend on `active`
  }
  Spread spread;
  for (const auto& [key, by_workers] : groups) {
    if (by_workers.size() < 2) continue;
    std::vector<double> errors;
    for (const auto& [workers, run] : by_workers) errors.push_back(*run->test_error);
    const auto [least, most] = std::minmax_element(errors.begin(), errors.end());
    const results::RunRow& first = *by_workers.begin()->second;
    const double sample = 100.0 / static_cast<double>(std::max<std::int64_t>(1, first.rows - first.train_rows));
    ++spread.groups;
    spread.points = std::max(spread.points, *most - *least);
    spread.allowed_units = std::max(spread.allowed_units, (*most - *least) / std::max(kAllowedPoints, sample * 1.001));
  }
  return spread;
}

// The error that a learning rate ends at, and the iteration from which it stays within twice of that.
struct Floor {
  double gamma = 0, error = 0, reached = 0;
};
std::vector<Floor> Floors(const std::vector<const results::TheoryRow*>& rows) {
  std::map<double, std::map<std::int64_t, std::vector<double>>> by_gamma;
  for (const results::TheoryRow* row : rows) by_gamma[row->gamma][row->iteration].push_back(row->error.value_or(0));
  std::vector<Floor> floors;
  for (const auto& [gamma, by_iteration] : by_gamma) {
    const std::int64_t last = by_iteration.rbegin()->first;
    std::vector<double> late;
    for (const auto& [iteration, errors] : by_iteration) {
      if (2 * iteration >= last) late.push_back(base::Mean(errors));
    }
    Floor floor{gamma, base::Mean(late), static_cast<double>(last)};
    for (const auto& [iteration, errors] : by_iteration) {
      if (base::Mean(errors) > 2 * floor.error) continue;
      floor.reached = static_cast<double>(iteration);
      break;
    }
    floors.push_back(floor);
  }
  return floors;
}

// The order of y in x over the rows; rows with the same x count by their mean.
template <class X, class Y>
double OrderOf(const std::vector<const results::TheoryRow*>& rows, const X& x_of, const Y& y_of) {
  std::map<double, std::vector<double>> by_x;
  for (const results::TheoryRow* row : rows)
    by_x[static_cast<double>(x_of(*row))].push_back(static_cast<double>(y_of(*row)));
  std::vector<double> x;
  std::vector<double> y;
  for (const auto& [value, sample] : by_x) {
    x.push_back(value);
    y.push_back(base::Mean(sample));
  }
  return base::LogSlope(x, y);
}

}  // namespace

Claim LemmaOne(const stored::Stored& stored) {
  constexpr double kRounding = 1e-4;
  Claim claim{
      {.claim = "Lemma 1",
       .paper = "the federated algorithm computes what the sequential one does (Lemma 1)",
       .rule = fmt::format("f over 1 to 8 workers, every masking and both updates, differs from the sequential text "
                           "by less than {} (float32 rounding); and FDSKL's test error does not depend on the "
                           "number of workers, but for one test sample or 0.05 points. Held: all; partly: one of "
                           "the two.",
                           kRounding)},
      {TheoryCheck::kLemmaOne, Experiment::kWorkers}};
  const auto rows = stored.Rows(TheoryCheck::kLemmaOne);
  const Spread spread = ErrorSpread(stored);
  if (rows.empty() && spread.groups == 0) {
    NotTestable(stored::NoRows(Experiment::kTheory), claim.row);
    return claim;
  }
  double most = 0;
  for (const results::TheoryRow* row : rows) most = std::max(most, row->error.value_or(INFINITY));
  const bool same_f = most < kRounding;
  const bool same_errors = spread.allowed_units <= 1;
  claim.row.numbers =
      fmt::format("{} models, greatest difference {:.1e}; {} groups of runs, greatest spread {:.3f} points",
                  rows.size(), most, spread.groups, spread.points);
  claim.row.test = "none: an identity, up to rounding";
  claim.row.verdict = base::NameOf(VerdictOfTwo(same_f, same_errors));
  return claim;
}

Claim TheoremOne(const stored::Stored& stored) {
  constexpr double kFloorLow = 0.75, kFloorHigh = 1.25, kRate = -0.75;
  Claim claim{
      {.claim = "Theorem 1",
       .paper = "with a constant rate gamma proportional to eps, E|f_t - f*|^2 <= eps after t of order "
                "log(1/eps)/eps: nearly O(1/t), down to a floor proportional to gamma (Theorem 1)",
       .rule = fmt::format("On a small problem with f* known to 1e-13, over several gamma: the floor's order in gamma "
                           "is {} to {}, and the order of the floor in the iterations that reach it is {} or "
                           "below. Held: both; partly: one.",
                           kFloorLow, kFloorHigh, kRate)},
      {TheoryCheck::kTheoremOne}};
  const auto floors = Floors(stored.Rows(TheoryCheck::kTheoremOne));
  if (floors.size() < 3) {
    NotTestable(stored::NoRows(Experiment::kTheory), claim.row);
    return claim;
  }
  std::vector<double> gamma;
  std::vector<double> error;
  std::vector<double> reached;
  std::vector<std::string> texts;
  for (const Floor& floor : floors) {
    gamma.push_back(floor.gamma);
    error.push_back(floor.error);
    reached.push_back(floor.reached);
    texts.push_back(fmt::format("gamma {:g}: {:.2g} from t = {:.0f}", floor.gamma, floor.error, floor.reached));
  }
  const bool reached_differ = std::set<double>(reached.begin(), reached.end()).size() > 1;
  const double floor_order = base::LogSlope(gamma, error);
  const double rate_order = reached_differ ? base::LogSlope(reached, error) : 0;
  const bool floor_holds = floor_order >= kFloorLow && floor_order <= kFloorHigh;
  const bool rate_holds = rate_order <= kRate;
  claim.row.numbers =
      fmt::format("floor of order {:.2f} in gamma, {:.2f} in t ({})", floor_order, rate_order, fmt::join(texts, "; "));
  claim.row.test = "none: slopes by least squares on logarithmic axes; effect: the order in t";
  claim.row.effect = rate_order;
  claim.row.verdict = base::NameOf(VerdictOfTwo(floor_holds, rate_holds));
  return claim;
}

Claim TheoremTwo(const stored::Stored& stored) {
  Claim claim{
      {.claim = "Theorem 2",
       .paper = "under the semi-honest assumption FDSKL prevents inference attacks (Theorem 2)",
       .rule = "In masking paper, one worker that follows the protocol and attacks what it received "
               "(masked-regression, reused-mask, owner-outputs) must not recover others' columns beyond chance; "
               "partly while no attack gains half of what guessing leaves."},
      {Experiment::kAudit}};
  const AuditVerdict theorem = TheoremTwoVerdict(stored.audit());
  claim.row.numbers = theorem.numbers;
  claim.row.test = "intervals of the recovered share against chance, with controls that must fail and must succeed";
  claim.row.verdict = base::NameOf(theorem.verdict);
  return claim;
}

Claim AppendixC(const stored::Stored& stored) {
  constexpr double kBytesSlack = 0.15, kSecondsSlack = 0.25;
  Claim claim{
      {.claim = "Appendix C",
       .paper = "T iterations cost O(d q T^2) computation and O(q T^2) communication (Appendix C)",
       .rule = fmt::format("With partial sums not saved, as in the paper, fitted on logarithmic axes: bytes are of "
                           "order at most 2 in T and 1 in q, to {}; seconds of order at most 2 in T and 1 in d, to "
                           "{}. Held: all four; partly: the bytes or the seconds.",
                           kBytesSlack, kSecondsSlack)},
      {TheoryCheck::kBytes, TheoryCheck::kSeconds}};
  const auto bytes = stored.Rows(TheoryCheck::kBytes);
  const auto seconds = stored.Rows(TheoryCheck::kSeconds);
  if (bytes.empty() || seconds.empty()) {
    NotTestable(stored::NoRows(Experiment::kTheory), claim.row);
    return claim;
  }
  const auto sent = [](const results::TheoryRow& row) { return row.sent_bytes.value_or(0); };
  const auto time = [](const results::TheoryRow& row) { return row.seconds.value_or(0); };
  const auto iterations = [](const results::TheoryRow& row) { return row.iteration; };
  const double bytes_t = OrderOf(bytes, iterations, sent);
  const double bytes_q = OrderOf(
      bytes, [](const results::TheoryRow& row) { return row.workers; }, sent);
  const double seconds_t = OrderOf(seconds, iterations, time);
  const double seconds_d = OrderOf(
      seconds, [](const results::TheoryRow& row) { return row.columns; }, time);
  const bool bytes_hold = bytes_t <= 2 + kBytesSlack && bytes_q <= 1 + kBytesSlack;
  const bool seconds_hold = seconds_t <= 2 + kSecondsSlack && seconds_d <= 1 + kSecondsSlack;
  claim.row.numbers =
      fmt::format("bytes of order {:.2f} in T and {:.2f} in q; seconds of order {:.2f} in T and {:.2f} in d", bytes_t,
                  bytes_q, seconds_t, seconds_d);
  claim.row.test = "none: slopes by least squares on logarithmic axes; bytes are counted, seconds measured once";
  claim.row.verdict = base::NameOf(VerdictOfTwo(bytes_hold, seconds_hold));
  return claim;
}

}  // namespace fdskl::ledger
