// Claims of the paper's text: Lemmas 1 and 2, model privacy, Theorem 2, Appendix C.

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdlib>
#include <map>
#include <tuple>
#include <utility>

#include "base/statistics.h"
#include "fdskl/fdskl_method.h"
#include "runners/reporting/ledger/comparisons.h"
#include "runners/reporting/ledger/ledger.h"

namespace fdskl::ledger {
namespace {

using results::Experiment;
using results::TheoryCheck;

// The widest spread of FDSKL's test error over numbers of workers, all else equal, in units of what is allowed: one
// test sample, or 0.05 percentage points if that is more. Zero groups when no two rows can be compared.
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

// The largest difference between FDSKL's test error and that of DSG with FDSKL's batches, in test samples, over the
// datasets and splits that have both.
struct Gap {
  std::size_t pairs = 0;
  std::int64_t samples = 0;
};
Gap GapToDsg(const stored::Stored& stored) {
  Gap gap;
  for (const std::string& dataset : stored.Datasets(Experiment::kErrors)) {
    const MethodErrors sequential = ErrorsBySplit(stored, dataset, cell::FindArm("dsg-equal-batches"));
    for (const auto& [split, ours] : ErrorsBySplit(stored, dataset, cell::OwnArm(&kFdskl))) {
      const auto theirs = sequential.find(split);
      if (theirs == sequential.end() || theirs->second.test_rows != ours.test_rows) continue;
      ++gap.pairs;
      gap.samples = std::max(gap.samples, std::abs(ours.errors - theirs->second.errors));
    }
  }
  return gap;
}

// A cost against one of T, q and d, with the other two at their largest, where the leading term dominates.
struct CostOrder {
  std::string text;
  std::optional<base::PowerFit> fit;  // none with fewer than three points

  bool Above(double order, double slack) const { return fit && fit->order > order + slack; }
  bool Below(double order, double slack) const { return fit && fit->order < order - slack; }
};
using Axis = std::int64_t results::TheoryRow::*;
template <class Y>
CostOrder OrderIn(Axis axis, std::string_view name, const std::vector<const results::TheoryRow*>& rows, const Y& y_of) {
  constexpr std::array<Axis, 3> kAxes = {&results::TheoryRow::iteration, &results::TheoryRow::workers,
                                         &results::TheoryRow::columns};
  // Grouped by the values of the other axes.
  std::map<std::vector<std::int64_t>, std::map<std::int64_t, std::vector<double>>> groups;
  for (const results::TheoryRow* row : rows) {
    std::vector<std::int64_t> others;
    for (const Axis other : kAxes) {
      if (other != axis) others.push_back(row->*other);
    }
    groups[others][row->*axis].push_back(static_cast<double>(y_of(*row)));
  }
  const std::map<std::int64_t, std::vector<double>>* longest = nullptr;
  for (const auto& [others, points] : groups) {
    if (longest == nullptr || points.size() >= longest->size()) longest = &points;
  }
  CostOrder order;
  if (longest == nullptr || longest->size() < 3) {
    order.text = fmt::format("not measured in {}", name);
    return order;
  }
  std::vector<double> x;
  std::vector<double> y;
  for (const auto& [value, sample] : *longest) {
    x.push_back(static_cast<double>(value));
    y.push_back(base::Mean(sample));
  }
  order.fit = base::FitPower(x, y);
  order.text = fmt::format("{} in {}", OrderText(*order.fit), name);
  return order;
}

}  // namespace

Claim LemmaOne(const stored::Stored& stored) {
  constexpr double kRounding = 1e-4;
  Claim claim{{.claim = "Lemma 1",
               .paper = "the federated algorithm computes what the sequential one does (Lemma 1)",
               .rule = fmt::format(
                   "f over 1 to 8 workers, every masking and both updates, differs from the sequential text "
                   "by less than {} (float32 rounding); and FDSKL's test error does not depend on the "
                   "number of workers, but for one test sample or 0.05 points. A half that was not measured has "
                   "not held. Held: both; partly: one of the two. Test errors of DSG with FDSKL's batches are "
                   "shown beside.",
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
  const bool same_f = !rows.empty() && most < kRounding;
  const bool same_errors = spread.groups > 0 && spread.allowed_units <= 1;
  claim.row.numbers = fmt::format(
      "{}; {}",
      rows.empty() ? "f was not compared" : fmt::format("{} models, greatest difference {:.1e}", rows.size(), most),
      spread.groups == 0
          ? "errors over workers were not compared"
          : fmt::format("{} groups of runs, greatest spread {:.3f} points", spread.groups, spread.points));
  if (const Gap gap = GapToDsg(stored); gap.pairs > 0) {
    claim.row.numbers +=
        fmt::format("; DSG with the same batches: {} runs, at most {} test samples apart", gap.pairs, gap.samples);
  }
  claim.row.test = "none: an identity, up to rounding";
  claim.row.verdict = base::NameOf(VerdictOfTwo(same_f, same_errors));
  return claim;
}

Claim LemmaTwo(const stored::Stored& stored) {
  Claim claim{
      {.claim = "Lemma 2",
       .paper = "if T1 and T2 are totally different, no worker is at risk to disclose its b or a sum of them (Lemma 2)",
       .rule =
           "For all pairs of totally different trees of four and five workers: no worker, by exact elimination of one "
           "call's messages that it sees, learns another's input or a sum of inputs. (Read literally the lemma fails "
           "at once: a leaf of T2 sends its b bare.) Held: over all pairs; did not hold: over one or more not."},
      {TheoryCheck::kLemmaTwo}};
  std::vector<std::string> texts;
  bool holds = true;
  for (const results::TheoryRow* row : stored.Rows(TheoryCheck::kLemmaTwo)) {
    if (!row->error || !row->cases) continue;
    holds &= *row->error == 0;
    texts.push_back(fmt::format("{} workers: {} of {} pairs reveal something, our trees {}", row->workers,
                                std::llround(*row->error * static_cast<double>(*row->cases)), *row->cases,
                                row->control.value_or(0) == 0 ? "nothing" : "something"));
  }
  if (texts.empty()) {
    NotTestable(stored::NoRows(Experiment::kTheory), claim.row);
    return claim;
  }
  claim.row.numbers = fmt::format("{}", fmt::join(texts, "; "));
  claim.row.test = "none: every case was looked at";
  claim.row.verdict = base::NameOf(holds ? Verdict::kHeld : Verdict::kDidNotHold);
  return claim;
}

Claim ModelPrivacy(const stored::Stored& stored) {
  constexpr double kRecovered = 0.01, kNot = 0.5;
  Claim claim{
      {.claim = "model privacy",
       .paper =
           "it is difficult to infer a worker's model coefficients from the values of f^l(x) if it has two or more "
           "(Section 2.3.1, model privacy)",
       .rule =
           fmt::format("An active worker that knows the samples' columns (Theorem 2's attacks give it these) solves "
                       "for the coefficients of another one with two or more, by least squares from the partial f that "
                       "this one sent. Did not hold: some are recovered to {}, relative, while shuffled samples give "
                       "nothing better than {}; held: none is better than {}; partly: between.",
                       kRecovered, kNot, kNot)},
      {TheoryCheck::kModelPrivacy}};
  std::vector<std::string> texts;
  double least = INFINITY;
  for (const results::TheoryRow* row : stored.Rows(TheoryCheck::kModelPrivacy)) {
    if (!row->error || row->cases.value_or(0) < 2 || row->control.value_or(0) < kNot) continue;
    least = std::min(least, *row->error);
    texts.push_back(fmt::format("{} coefficients to {:.1e}, with shuffled samples {:.1e}", *row->cases, *row->error,
                                *row->control));
  }
  if (texts.empty()) {
    NotTestable(stored::NoRows(Experiment::kTheory), claim.row);
    return claim;
  }
  claim.row.numbers = fmt::format("recovered: {}", fmt::join(texts, "; "));
  claim.row.test = "none: an attack, with a control that must fail; effect: the least relative error";
  claim.row.effect = least;
  claim.row.verdict = base::NameOf(least <= kRecovered ? Verdict::kDidNotHold
                                   : least >= kNot     ? Verdict::kHeld
                                                       : Verdict::kPartly);
  return claim;
}

Claim TheoremTwo(const stored::Stored& stored) {
  Claim claim{
      {.claim = "Theorem 2",
       .paper = "under the semi-honest assumption FDSKL prevents inference attacks (Theorem 2)",
       .rule = "In masking paper, one worker that follows the protocol and attacks what it received "
               "(masked-regression, reused-mask, owner-outputs) must not recover others' columns beyond chance; "
               "partly while no attack gains half of what guessing leaves. The same rule, for the attacks on it, "
               "says whether the repair, masking private, holds; the verdict is that of the paper's masking."},
      {Experiment::kAudit}};
  const AuditVerdict theorem = TheoremTwoVerdict(stored.audit());
  const AuditVerdict repair = RepairVerdict(stored.audit());
  claim.row.numbers = fmt::format(
      "{} With the repair, masking private, under its assumptions (all follow the protocol; helpers collude neither "
      "with each other nor with an owner): {}. {}",
      theorem.numbers, VerdictWords(base::NameOf(repair.verdict)), repair.numbers);
  claim.row.test = "intervals of the recovered share against chance, with controls that must fail and must succeed";
  claim.row.verdict = base::NameOf(theorem.verdict);
  return claim;
}

Claim AppendixC(const stored::Stored& stored) {
  constexpr double kSlack = 0.25;
  Claim claim{{.claim = "Appendix C",
               .paper = "T iterations cost O(d q T^2) computation and O(q T^2) communication (Appendix C)",
               .rule = fmt::format(
                   "With partial sums not saved, as in the paper, fitted on logarithmic axes where the other sizes "
                   "are largest: bytes are of order 2 in T and 1 in q, processor time over all workers of order 2 "
                   "in T, 1 in d and 1 in q, each to {} on either side. Held: all five; partly: none is above, but "
                   "one is below or was not measured; did not hold: one is above.",
                   kSlack)},
              {TheoryCheck::kBytes, TheoryCheck::kSeconds}};
  const auto bytes = stored.Rows(TheoryCheck::kBytes);
  const auto seconds = stored.Rows(TheoryCheck::kSeconds);
  if (bytes.empty() || seconds.empty()) {
    NotTestable(stored::NoRows(Experiment::kTheory), claim.row);
    return claim;
  }
  const auto sent = [](const results::TheoryRow& row) { return row.sent_bytes.value_or(0); };
  const auto time = [](const results::TheoryRow& row) { return row.seconds.value_or(0); };
  using Row = results::TheoryRow;
  const CostOrder bytes_t = OrderIn(&Row::iteration, "T", bytes, sent);
  const CostOrder bytes_q = OrderIn(&Row::workers, "q", bytes, sent);
  const CostOrder seconds_t = OrderIn(&Row::iteration, "T", seconds, time);
  const CostOrder seconds_d = OrderIn(&Row::columns, "d", seconds, time);
  const CostOrder seconds_q = OrderIn(&Row::workers, "q", seconds, time);
  const std::array<std::pair<const CostOrder*, double>, 5> all = {
      {{&bytes_t, 2}, {&bytes_q, 1}, {&seconds_t, 2}, {&seconds_d, 1}, {&seconds_q, 1}}};
  const bool above = std::ranges::any_of(all, [](const auto& one) { return one.first->Above(one.second, kSlack); });
  const bool exact =
      std::ranges::all_of(all, [](const auto& one) { return one.first->fit && !one.first->Below(one.second, kSlack); });
  claim.row.numbers = fmt::format("bytes of order {} and {}; time of order {}, {} and {}", bytes_t.text, bytes_q.text,
                                  seconds_t.text, seconds_d.text, seconds_q.text);
  claim.row.test =
      "none: slopes by least squares on logarithmic axes, with 95% intervals; bytes are counted; effect: the "
      "order of time in T";
  if (seconds_t.fit) {
    claim.row.effect = seconds_t.fit->order;
    claim.row.low = seconds_t.fit->interval.low;
    claim.row.high = seconds_t.fit->interval.high;
  }
  claim.row.verdict = base::NameOf(above ? Verdict::kDidNotHold : exact ? Verdict::kHeld : Verdict::kPartly);
  return claim;
}

}  // namespace fdskl::ledger
