// The comparisons that claims rest on: errors of arms on the same splits, and comparisons of one kind over datasets.
//
// Errors are counts of test samples, so that ties are exact. The splits of one dataset overlap, so differences over
// them are tested by Nadeau and Bengio's corrected t, with a bound below for its deviation (CorrectedTOfErrors() in
// base/split_tests.h), next to Wilcoxon's signed ranks. Datasets do not overlap, so differences over them are tested by
// Wilcoxon's. Comparisons with several rivals on one dataset depend on each other, so a claim about all rivals makes
// one comparison per dataset, with the rival that is hardest to beat.
#ifndef FDSKL_RUNNERS_REPORTING_LEDGER_COMPARISONS_H_
#define FDSKL_RUNNERS_REPORTING_LEDGER_COMPARISONS_H_

#include <fmt/format.h>

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/split_tests.h"
#include "base/statistics.h"
#include "runners/reporting/ledger/ledger.h"
#include "runners/reporting/stored/stored.h"

namespace fdskl::ledger {

// The level of every test.
inline constexpr double kLevel = 0.05;

// A dataset has high dimension from this many columns on. The paper names real-sim; gisette and epsilon are like it.
inline constexpr std::int64_t kHighDimension = 1000;

// The test errors of one run.
struct SplitError {
  std::int64_t errors = 0;  // misclassified test samples
  std::int64_t test_rows = 0, train_rows = 0;

  double percent() const { return 100 * static_cast<double>(errors) / static_cast<double>(test_rows); }
};
using MethodErrors = std::map<std::int64_t, SplitError>;  // by split

// The errors of an arm, from the rows of the experiment `errors` that are ok.
MethodErrors ErrorsBySplit(const stored::Stored& stored, std::string_view dataset, cell::ArmRef arm);

// The errors in percent, in the order of splits.
std::vector<double> ValuesOf(const MethodErrors& errors);
// All errors over all test rows, in percent, so that equal counts give equal numbers. REQUIRES: not empty.
double MeanOf(const MethodErrors& errors);
// The standard deviation over splits that the random draw of test rows alone would cause, in points.
double BinomialDeviationOf(const MethodErrors& errors);

// The errors in percent of both, on the splits that both have.
std::pair<std::vector<double>, std::vector<double>> ValuesOnCommonSplits(const MethodErrors& a, const MethodErrors& b);
// a - b in points on the splits that both have.
std::vector<double> Differences(const MethodErrors& a, const MethodErrors& b);
// Tests a - b over the splits that both have, by the corrected t. Returns nothing when they share no split.
std::optional<base::CorrectedTResult> Compare(const MethodErrors& a, const MethodErrors& b);
// "+0.42 points [+0.10, +0.74], corrected p 0.02, Wilcoxon p 0.004".
std::string DifferenceText(const MethodErrors& a, const MethodErrors& b);

// The arms whose errors are ranked: `subject` first, then every other method's own arm. LIBSVM and PP-SVMV solve the
// same problem and agree in every cell, so they count as one: LIBSVM, or PP-SVMV if LIBSVM is missing on a dataset.
std::vector<cell::ArmRef> RankedArms(const stored::Stored& stored, cell::ArmRef subject);
// All methods' own arms, in their order.
std::vector<cell::ArmRef> OwnArms();

// A summary, such as MeanOf(), by dataset and arm, for the datasets on which every arm has `least` splits or more.
struct ErrorTable {
  std::vector<std::string> datasets;
  std::vector<std::vector<double>> values;  // [dataset][arm]
};
ErrorTable ErrorTableOf(const stored::Stored& stored, const std::vector<cell::ArmRef>& arms, std::size_t least,
                        double (*summary)(const MethodErrors&));

// Several comparisons of the same kind, one for each dataset or other independent case, and the verdict from all.
class Comparisons {
 public:
  // What a gain is: the logarithm of a ratio, a difference of errors in points, or a difference of orders of growth.
  enum class Scale { kRatio, kPoints, kOrders };
  explicit Comparisons(Scale scale, std::string_view unit = "datasets") : scale_(scale), unit_(unit) {}

  // Adds a comparison. `gain` is above zero if it supports the claim; `text` says it in words.
  void Add(double gain, std::string text);

  std::size_t size() const { return gains_.size(); }
  std::size_t wins() const;

  // "7 of 10 (a9a 2.1, ...)".
  std::string Text() const;

  // Held when all comparisons support the claim, partly when more than half do, otherwise did not hold; not testable
  // when there are none. When all do, and they are enough for Wilcoxon's test (6), its p is below 0.05 too.
  Verdict Judge() const;

  // Adds a case that has its own test, of non-inferiority by `margin`. It supports the claim when p < 0.05, whatever
  // the mean difference, which is the first method's error minus the second's.
  void AddNonInferiority(const base::CorrectedTResult& test, double margin, std::string text);

  // Fills in numbers, test, p, effect with its interval, and verdict. `nothing` is the text for no comparisons.
  void Fill(const std::string& what, const std::string& nothing, results::ClaimRow& row) const;

 private:
  Scale scale_;
  std::string unit_;
  std::vector<double> gains_;
  std::vector<std::string> texts_;
};

// Fills in the claim from the comparisons of elapsed times. The numbers also say what times by logical clocks give, and
// whether their verdict would differ. The rule gets a sentence about it. compare(timing) makes the comparisons of one
// stored::Timing.
template <class Compare>
void JudgeOnBoth(const Compare& compare, const std::string& what, const std::string& nothing, results::ClaimRow& row) {
  row.rule += fmt::format(" The verdict is on elapsed times; the same rule on the times with {} is said beside.",
                          stored::kClockText);
  const Comparisons elapsed = compare(stored::Timing::kElapsed);
  elapsed.Fill(what, nothing, row);
  const Comparisons by_clock = compare(stored::Timing::kClock);
  if (by_clock.size() == 0) return;
  const Verdict verdict = by_clock.Judge();
  row.numbers += fmt::format("; with {}: {}, {}{}", stored::kClockText, by_clock.Text(), base::NameOf(verdict),
                             verdict == elapsed.Judge() ? " too" : ", which differs");
}

// "1.63 [1.46, 1.79]": an order and its interval.
std::string OrderText(const base::PowerFit& fit);

// "×0.52", "×280", "×1,100": a factor with two significant digits.
std::string FactorText(double ratio);

// Makes the row one of a claim that cannot be decided here, and says why.
void NotTestable(const std::string& why, results::ClaimRow& row);

// Lowers a row's verdict to "partly", if it held, and adds why to its numbers.
void AtMostPartly(const std::string& why, results::ClaimRow& row);

}  // namespace fdskl::ledger

#endif  // FDSKL_RUNNERS_REPORTING_LEDGER_COMPARISONS_H_
