#include "runners/reporting/ledger/verdict.h"

#include <fmt/format.h>

#include <algorithm>
#include <set>
#include <vector>

#include "fdskl/settings.h"

namespace fdskl::ledger {
namespace {

constexpr double kMuch = 0.5;            // an advantage this large is much
constexpr double kPermutedAbove = 0.02;  // how far above chance shuffled truth may be recovered
constexpr std::array kSingle = {results::AttackKind::kMaskedRegression, results::AttackKind::kReusedMask,
                                results::AttackKind::kOwnerOutputs};

// The row with the most features in a series over features; nullptr where there is none.
const results::AuditRow* Last(std::span<const results::AuditRow> rows, results::AttackKind attack, Masking masking,
                              std::string_view dataset) {
  const results::AuditRow* last = nullptr;
  for (const results::AuditRow& row : rows) {
    if (row.attack != base::NameOf(attack) || row.mode != base::NameOf(masking) || row.dataset != dataset) continue;
    if (row.sweep == "features" && (last == nullptr || row.features >= last->features)) last = &row;
  }
  return last;
}

bool BeyondChance(const results::AuditRow& row) { return row.low > row.chance; }

std::string Numbers(const results::AuditRow& row) {
  return fmt::format("{} on {} ({}) from {} features: {:.4f} of {}, chance {:.4f}", row.attack, row.dataset,
                     row.edition, row.features, row.recovered, row.measure, row.chance);
}

}  // namespace

Verdict VerdictOf(std::string_view text) { return base::ParseName<Verdict>(text.substr(0, text.find(' '))); }

std::string VerdictWords(std::string_view text) {
  std::string words(base::NameOf(VerdictOf(text)));
  const std::size_t length = words.size();
  std::replace(words.begin(), words.end(), '-', ' ');
  return words + std::string(text.substr(length));
}

AuditVerdict TheoremTwoVerdict(std::span<const results::AuditRow> rows) {
  std::set<std::string_view> datasets;
  for (const results::AuditRow& row : rows) datasets.insert(row.dataset);
  if (datasets.empty()) return {Verdict::kNotTestable, "The audit has not been run."};
  std::vector<const results::AuditRow*> measured;
  for (const std::string_view dataset : datasets) {
    for (const results::AttackKind attack : kSingle) {
      const results::AuditRow* paper = Last(rows, attack, Masking::kPaper, dataset);
      const results::AuditRow* none = Last(rows, attack, Masking::kNone, dataset);
      if (paper == nullptr || none == nullptr) {
        return {Verdict::kNotTestable, fmt::format("{} on {} has not been measured in both `paper` and `none`.",
                                                   base::NameOf(attack), dataset)};
      }
      if (!BeyondChance(*none) || none->advantage < kMuch)
        return {Verdict::kNotTestable, fmt::format("Without masks the attack should succeed: {}.", Numbers(*none))};
      for (const results::AuditRow* row : {paper, none}) {
        if (row->permuted > row->chance + kPermutedAbove)
          return {Verdict::kNotTestable,
                  fmt::format("Shuffled truth is recovered at {:.4f}: {}.", row->permuted, Numbers(*row))};
      }
      measured.push_back(paper);
    }
  }
  const results::AuditRow& most =
      **std::ranges::max_element(measured, {}, [](const results::AuditRow* row) { return row->advantage; });
  if (std::ranges::none_of(measured, [](const results::AuditRow* row) { return BeyondChance(*row); }))
    return {Verdict::kHeld, fmt::format("No attack of one worker in `paper` is beyond chance; {}.", Numbers(most))};
  const bool much = std::ranges::any_of(
      measured, [](const results::AuditRow* row) { return BeyondChance(*row) && row->advantage >= kMuch; });
  std::string numbers = "One worker in `paper` recovers";
  for (const results::AuditRow* row : measured)
    if (BeyondChance(*row)) numbers += fmt::format("{} {}", row == measured.front() ? "" : ";", Numbers(*row));
  return {much ? Verdict::kDidNotHold : Verdict::kPartly, numbers + "."};
}

}  // namespace fdskl::ledger
