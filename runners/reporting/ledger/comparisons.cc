#include "runners/reporting/ledger/comparisons.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "base/statistics.h"
#include "runners/reporting/stored/stored.h"

namespace fdskl::ledger {

MethodErrors ErrorsBySplit(const stored::Stored& stored, std::string_view dataset, baselines::MethodRef method) {
  MethodErrors errors;
  for (const results::RunRow* run : stored::Good(stored.Rows(results::Experiment::kErrors, dataset, method))) {
    if (run->test_error) errors[run->split] = *run->test_error;
  }
  return errors;
}

std::vector<double> ValuesOf(const MethodErrors& errors) {
  std::vector<double> values;
  for (const auto& [split, error] : errors) values.push_back(error);
  return values;
}

double MeanOf(const MethodErrors& errors) { return base::Mean(ValuesOf(errors)); }

std::vector<double> Differences(const MethodErrors& a, const MethodErrors& b) {
  std::vector<double> differences;
  for (const auto& [split, error] : a) {
    const auto found = b.find(split);
    if (found != b.end()) differences.push_back(error - found->second);
  }
  return differences;
}

void Comparisons::Add(double gain, std::string text) {
  gains_.push_back(gain);
  texts_.push_back(std::move(text));
}

std::size_t Comparisons::wins() const {
  return static_cast<std::size_t>(std::count_if(gains_.begin(), gains_.end(), [](double gain) { return gain > 0; }));
}

std::string Comparisons::Text() const { return fmt::format("{} of {} ({})", wins(), size(), fmt::join(texts_, ", ")); }

Verdict Comparisons::Judge() const {
  if (gains_.empty()) return Verdict::kNotTestable;
  if (2 * wins() <= size()) return Verdict::kDidNotHold;
  if (wins() < size()) return Verdict::kPartly;
  const bool enough = size() >= base::WilcoxonLeastPairs(kLevel);
  return enough && base::Wilcoxon(gains_).p_two_sided >= kLevel ? Verdict::kPartly : Verdict::kHeld;
}

void Comparisons::Fill(const std::string& what, const std::string& nothing, results::ClaimRow& row) const {
  if (gains_.empty()) return NotTestable(nothing, row);
  row.numbers = fmt::format("{}: {}", what, Text());
  row.verdict = base::NameOf(Judge());
  const base::WilcoxonResult wilcoxon = base::Wilcoxon(gains_);
  row.effect = wilcoxon.rank_biserial;
  if (size() >= base::WilcoxonLeastPairs(kLevel)) {
    row.test = "Wilcoxon signed ranks over the comparisons, two-sided; effect: rank-biserial correlation";
    row.p_value = wilcoxon.p_two_sided;
  } else {
    row.test = fmt::format("none: {} comparisons are too few; effect: rank-biserial correlation", size());
  }
}

void NotTestable(const std::string& why, results::ClaimRow& row) {
  row.numbers = why;
  row.test = "none";
  row.verdict = base::NameOf(Verdict::kNotTestable);
}

}  // namespace fdskl::ledger
