#include <fmt/format.h>
#include <fmt/ranges.h>

#include <map>
#include <set>

#include "base/statistics.h"
#include "runners/reporting/ledger/comparisons.h"
#include "runners/reporting/ledger/ledger.h"

namespace fdskl::ledger {
namespace {

using results::Experiment;
using results::TheoryCheck;

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

}  // namespace

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

}  // namespace fdskl::ledger
