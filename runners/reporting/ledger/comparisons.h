// What claims compare: errors of methods on the same splits, and any comparisons of the same kind.
#ifndef FDSKL_RUNNERS_REPORTING_LEDGER_COMPARISONS_H_
#define FDSKL_RUNNERS_REPORTING_LEDGER_COMPARISONS_H_

#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "baselines/methods.h"
#include "runners/reporting/ledger/ledger.h"
#include "runners/reporting/stored/stored.h"

namespace fdskl::ledger {

// The level of every test.
inline constexpr double kLevel = 0.05;

using MethodErrors = std::map<std::int64_t, double>;  // test error in percent by split

// From the rows of the experiment `errors` that are ok.
MethodErrors ErrorsBySplit(const stored::Stored& stored, std::string_view dataset, baselines::MethodRef method);

std::vector<double> ValuesOf(const MethodErrors& errors);
// REQUIRES: not empty.
double MeanOf(const MethodErrors& errors);

// a - b on the splits that both have.
std::vector<double> Differences(const MethodErrors& a, const MethodErrors& b);

// Several comparisons of the same kind, and what they say together about a claim.
class Comparisons {
 public:
  // `gain` is above zero where the comparison speaks for the claim; `text` says it in words.
  void Add(double gain, std::string text);

  std::size_t size() const { return gains_.size(); }
  std::size_t wins() const;

  // "7 of 10 (a9a 2.1, ...)".
  std::string Text() const;

  // Held when all speak for the claim, partly when more than half do, did not hold otherwise; not testable without any.
  // Where there are pairs enough for Wilcoxon's test (6), held needs p < 0.05 as well.
  Verdict Judge() const;

  // Fills in numbers, test, p, effect and verdict. `nothing` is said where there is no comparison.
  void Fill(const std::string& what, const std::string& nothing, results::ClaimRow& row) const;

 private:
  std::vector<double> gains_;
  std::vector<std::string> texts_;
};

// A claim that nothing here can decide.
void NotTestable(const std::string& why, results::ClaimRow& row);

}  // namespace fdskl::ledger

#endif  // FDSKL_RUNNERS_REPORTING_LEDGER_COMPARISONS_H_
