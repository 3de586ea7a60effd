#include "runners/reporting/ledger/verdict.h"

#include <fmt/format.h>

#include <algorithm>
#include <set>
#include <utility>
#include <vector>

namespace fdskl::ledger {
namespace {

constexpr double kMuch = 0.5;            // a large advantage
constexpr double kPermutedAbove = 0.02;  // how far above chance shuffled truth may be

// An attack of one worker, and the mode in which it must succeed.
struct Probe {
  results::AttackKind attack;
  std::string_view mode, control;
  double permuted_above = kPermutedAbove;
};

constexpr std::array<Probe, 3> kPaper = {{{results::AttackKind::kMaskedRegression, "paper", "none"},
                                          {results::AttackKind::kReusedMask, "paper", "none"},
                                          {results::AttackKind::kOwnerOutputs, "paper", "none"}}};

constexpr double kFewBits = 0.1;  // opened-numbers guesses only 40 bits per run, so shuffled ones vary
constexpr std::string_view kNoPads = "private, no pads";
constexpr std::array<Probe, 6> kRepair = {{{results::AttackKind::kMaskedRegression, "private", "none"},
                                           {results::AttackKind::kReusedMask, "private", "none"},
                                           {results::AttackKind::kOwnerOutputs, "private", kNoPads},
                                           {results::AttackKind::kAskedPredictions, "private", kNoPads},
                                           {results::AttackKind::kHelperShares, "private", kNoPads},
                                           {results::AttackKind::kOpenedNumbers, "private", kNoPads, kFewBits}}};

// The row with the most features in a series over features; null if there is none.
const results::AuditRow* Last(std::span<const results::AuditRow> rows, results::AttackKind attack,
                              std::string_view mode, std::string_view dataset) {
  const results::AuditRow* last = nullptr;
  for (const results::AuditRow& row : rows) {
    if (row.attack != base::NameOf(attack) || row.mode != mode || row.dataset != dataset) continue;
    if (row.sweep == "features" && (last == nullptr || row.features >= last->features)) last = &row;
  }
  return last;
}

bool BeyondChance(const results::AuditRow& row) { return row.low > row.chance; }

std::string Numbers(const results::AuditRow& row) {
  return fmt::format("{:.4f} of {} by {} on {}, {}, from {} features (chance {:.4f})", row.recovered, row.measure,
                     row.attack, row.dataset, row.edition, row.features, row.chance);
}

// REQUIRES: all probes are of one mode.
AuditVerdict Judge(std::span<const results::AuditRow> rows, std::span<const Probe> probes) {
  std::set<std::string_view> datasets;
  for (const results::AuditRow& row : rows) datasets.insert(row.dataset);
  if (datasets.empty()) return {Verdict::kNotTestable, "The audit has not been run."};
  std::vector<const results::AuditRow*> measured;
  for (const std::string_view dataset : datasets) {
    for (const Probe& probe : probes) {
      const results::AuditRow* real = Last(rows, probe.attack, probe.mode, dataset);
      const results::AuditRow* control = Last(rows, probe.attack, probe.control, dataset);
      if (real == nullptr || control == nullptr) {
        return {Verdict::kNotTestable, fmt::format("{} on {} has not been measured in both `{}` and `{}`.",
                                                   base::NameOf(probe.attack), dataset, probe.mode, probe.control)};
      }
      if (!BeyondChance(*control) || control->advantage < kMuch) {
        return {Verdict::kNotTestable,
                fmt::format("In `{}` the attack should succeed: {}.", probe.control, Numbers(*control))};
      }
      for (const results::AuditRow* row : {real, control}) {
        if (row->permuted > row->chance + probe.permuted_above)
          return {Verdict::kNotTestable,
                  fmt::format("Shuffled truth is recovered at {:.4f}: {}.", row->permuted, Numbers(*row))};
      }
      measured.push_back(real);
    }
  }
  const std::string_view mode = probes.front().mode;
  const results::AuditRow& most =
      **std::ranges::max_element(measured, {}, [](const results::AuditRow* row) { return row->advantage; });
  if (std::ranges::none_of(measured, [](const results::AuditRow* row) { return BeyondChance(*row); }))
    return {Verdict::kHeld, fmt::format("No attack of one worker in `{}` is beyond chance; {}.", mode, Numbers(most))};
  const bool much = std::ranges::any_of(
      measured, [](const results::AuditRow* row) { return BeyondChance(*row) && row->advantage >= kMuch; });
  std::string numbers = fmt::format("One worker in `{}` recovers", mode);
  const char* separator = "";
  for (const results::AuditRow* row : measured)
    if (BeyondChance(*row)) numbers += fmt::format("{} {}", std::exchange(separator, ";"), Numbers(*row));
  return {much ? Verdict::kDidNotHold : Verdict::kPartly, numbers + "."};
}

}  // namespace

Verdict VerdictOf(std::string_view text) { return base::ParseName<Verdict>(text.substr(0, text.find(' '))); }

std::string VerdictWords(std::string_view text) {
  std::string words(base::NameOf(VerdictOf(text)));
  const std::size_t length = words.size();
  std::replace(words.begin(), words.end(), '-', ' ');
  return words + std::string(text.substr(length));
}

AuditVerdict TheoremTwoVerdict(std::span<const results::AuditRow> rows) { return Judge(rows, kPaper); }

AuditVerdict RepairVerdict(std::span<const results::AuditRow> rows) { return Judge(rows, kRepair); }

}  // namespace fdskl::ledger
