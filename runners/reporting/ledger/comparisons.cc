#include "runners/reporting/ledger/comparisons.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "base/statistics.h"
#include "runners/reporting/ledger/paired.h"

namespace fdskl::ledger {

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
