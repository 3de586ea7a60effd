#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <tuple>

#include "fdskl/fdskl_method.h"
#include "runners/reporting/ledger/comparisons.h"
#include "runners/reporting/ledger/ledger.h"
#include "runners/reporting/stored/absence.h"

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

}  // namespace fdskl::ledger
