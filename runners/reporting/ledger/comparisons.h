// What claims compare: errors of arms on the same splits, and comparisons of the same kind over datasets.
//
// Errors are counts of test samples, so that ties are ties. Over the splits of one dataset, which overlap, differences
// are tested by Nadeau and Bengio's corrected t (base/split_tests.h), beside Wilcoxon's signed ranks. Over datasets,
// which do not, by Wilcoxon's. Comparisons with several rivals on one dataset depend on each other: a claim about them
// all makes one comparison a dataset, with the rival that is hardest to beat.
#ifndef FDSKL_RUNNERS_REPORTING_LEDGER_COMPARISONS_H_
#define FDSKL_RUNNERS_REPORTING_LEDGER_COMPARISONS_H_

#include <fmt/format.h>

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/split_tests.h"
#include "base/statistics.h"
#include "runners/reporting/ledger/ledger.h"
#include "runners/reporting/stored/stored.h"

namespace fdskl::ledger {

// The level of every test.
inline constexpr double kLevel = 0.05;

// A dataset with so many columns is of high dimension: the paper names real-sim, and gisette and epsilon are like it.
inline constexpr std::int64_t kHighDimension = 1000;

// What one run got wrong.
struct SplitError {
  std::int64_t errors = 0;  // misclassified test samples
  std::int64_t test_rows = 0, train_rows = 0;

  double percent() const { return 100 * static_cast<double>(errors) / static_cast<double>(test_rows); }
};
using MethodErrors = std::map<std::int64_t, SplitError>;  // by split

// From the rows of the experiment `errors` that are ok.
MethodErrors ErrorsBySplit(const stored::Stored& stored, std::string_view dataset, cell::ArmRef arm);

// Percentages, by split.
std::vector<double> ValuesOf(const MethodErrors& errors);
// All errors over all test rows, in percent: equal counts give equal numbers. REQUIRES: not empty.
double MeanOf(const MethodErrors& errors);
// The standard deviation over splits that is left when only the draw of the test rows matters, in points.
double BinomialDeviationOf(const MethodErrors& errors);

// a - b in points on the splits that both have.
std::vector<double> Differences(const MethodErrors& a, const MethodErrors& b);
// a - b over the splits that both have, by the corrected t. Nothing where they share no split.
std::optional<base::CorrectedTResult> Compare(const MethodErrors& a, const MethodErrors& b);
// "+0.42 points [+0.10, +0.74], corrected p 0.02, Wilcoxon p 0.004".
std::string DifferenceText(const MethodErrors& a, const MethodErrors& b);

// The arms whose errors are ranked with `subject`, which comes first: every other method's own. LIBSVM and PP-SVMV
// solve the same problem and agree in every cell, so they are one: LIBSVM, or PP-SVMV where LIBSVM is missing on one of
// the datasets.
std::vector<cell::ArmRef> RankedArms(const stored::Stored& stored, cell::ArmRef subject);
// All methods' own arms, in their order.
std::vector<cell::ArmRef> OwnArms();

// MeanOf() by dataset and arm, for the datasets on which every arm has `least` splits or more.
struct ErrorTable {
  std::vector<std::string> datasets;
  std::vector<std::vector<double>> values;  // [dataset][arm]
};
ErrorTable ErrorTableOf(const stored::Stored& stored, const std::vector<cell::ArmRef>& arms, std::size_t least,
                        double (*summary)(const MethodErrors&));

// Several comparisons of the same kind, one for each dataset or other independent case, and what they say together.
class Comparisons {
 public:
  // What a gain is: the logarithm of a ratio, or a difference.
  enum class Scale { kRatio, kDifference };
  explicit Comparisons(Scale scale, std::string_view unit = "datasets") : scale_(scale), unit_(unit) {}

  // `gain` is above zero where the comparison speaks for the claim; `text` says it in words.
  void Add(double gain, std::string text);

  std::size_t size() const { return gains_.size(); }
  std::size_t wins() const;

  // "7 of 10 (a9a 2.1, ...)".
  std::string Text() const;

  // Held when all speak for the claim, partly when more than half do, did not hold otherwise; not testable without any.
  // Where there are pairs enough for Wilcoxon's test (6), held needs p < 0.05 as well.
  Verdict Judge() const;

  // Adds a case with a test of its own, non-inferiority by `margin`: it speaks for the claim when p < 0.05, whatever
  // the mean difference, which is the first method's error minus the second's.
  void AddNonInferiority(const base::CorrectedTResult& test, double margin, std::string text);
  // Held when all speak for the claim, partly when more than half do: for cases with tests of their own.
  Verdict JudgeByCount() const;

  // Fills in numbers, test, p, effect with its interval, and verdict. `nothing` is said where there is no comparison.
  void Fill(const std::string& what, const std::string& nothing, results::ClaimRow& row) const;

 private:
  Scale scale_;
  std::string unit_;
  std::vector<double> gains_;
  std::vector<std::string> texts_;
};

// Fills in the claim from the comparisons of elapsed times, and says beside what those by logical clocks give, and
// whether that would be another verdict. The rule gets a sentence on it. `compare` makes the comparisons of one kind of
// times: stored::Timing.
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

// "×0.52", "×280", "×1,100": two digits that count.
std::string FactorText(double ratio);

// A claim that nothing here can decide.
void NotTestable(const std::string& why, results::ClaimRow& row);

// Lowers a row's verdict to "partly", if it held, and adds why to its numbers.
void AtMostPartly(const std::string& why, results::ClaimRow& row);

}  // namespace fdskl::ledger

#endif  // FDSKL_RUNNERS_REPORTING_LEDGER_COMPARISONS_H_
