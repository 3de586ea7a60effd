#include "runners/audit/verdict.h"

#include <fmt/format.h>

#include <algorithm>
#include <set>
#include <vector>

#include "fdskl/settings.h"
#include "runners/audit/attack.h"

namespace fdskl::audit {
namespace {

constexpr double kMuch = 0.5;            // of an advantage
constexpr double kPermutedAbove = 0.02;  // chance
constexpr std::array kSingle = {AttackKind::kMaskedRegression, AttackKind::kReusedMask, AttackKind::kOwnerOutputs};

// The row with most features of a series over features; none when there is none.
const AuditRow* Last(std::span<const AuditRow> rows, AttackKind attack, Masking masking, std::string_view dataset) {
  const AuditRow* last = nullptr;
  for (const AuditRow& row : rows) {
    if (row.attack != NameOf(attack) || row.mode != NameOf(masking) || row.dataset != dataset) continue;
    if (row.sweep == "features" && (last == nullptr || row.features >= last->features)) last = &row;
  }
  return last;
}

bool BeyondChance(const AuditRow& row) { return row.low > row.chance; }

std::string Figures(const AuditRow& row) {
  return fmt::format("{} on {} ({}) from {} features: {:.4f} of {}, chance {:.4f}", row.attack, row.dataset,
                     row.edition, row.features, row.recovered, row.measure, row.chance);
}

}  // namespace

TheoremTwo TheoremTwoVerdict(std::span<const AuditRow> rows) {
  std::set<std::string_view> datasets;
  for (const AuditRow& row : rows) datasets.insert(row.dataset);
  if (datasets.empty()) return {Verdict::kNotTestable, "The audit has not been run."};
  std::vector<const AuditRow*> measured;
  for (const std::string_view dataset : datasets) {
    for (const AttackKind attack : kSingle) {
      const AuditRow* paper = Last(rows, attack, Masking::kPaper, dataset);
      const AuditRow* none = Last(rows, attack, Masking::kNone, dataset);
      if (paper == nullptr || none == nullptr) {
        return {Verdict::kNotTestable,
                fmt::format("{} on {} has not been measured in both `paper` and `none`.", NameOf(attack), dataset)};
      }
      if (!BeyondChance(*none) || none->advantage < kMuch)
        return {Verdict::kNotTestable, fmt::format("Without masks the attack should succeed: {}.", Figures(*none))};
      for (const AuditRow* row : {paper, none}) {
        if (row->permuted > row->chance + kPermutedAbove)
          return {Verdict::kNotTestable,
                  fmt::format("Shuffled truth is recovered at {:.4f}: {}.", row->permuted, Figures(*row))};
      }
      measured.push_back(paper);
    }
  }
  const AuditRow& most = **std::ranges::max_element(measured, {}, [](const AuditRow* row) { return row->advantage; });
  if (std::ranges::none_of(measured, [](const AuditRow* row) { return BeyondChance(*row); }))
    return {Verdict::kHeld, fmt::format("No attack of one worker in `paper` is beyond chance; {}.", Figures(most))};
  const bool much =
      std::ranges::any_of(measured, [](const AuditRow* row) { return BeyondChance(*row) && row->advantage >= kMuch; });
  std::string numbers = "One worker in `paper` recovers";
  for (const AuditRow* row : measured)
    if (BeyondChance(*row)) numbers += fmt::format("{} {}", row == measured.front() ? "" : ";", Figures(*row));
  return {much ? Verdict::kDidNotHold : Verdict::kPartly, numbers + "."};
}

}  // namespace fdskl::audit
