#include "runners/reporting/ledger/ledger_text.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <map>
#include <optional>
#include <vector>

#include "runners/cell/arm.h"
#include "runners/reporting/ledger/scope.h"
#include "runners/reporting/ledger/verdict.h"

namespace fdskl::ledger {
namespace {

using Rows = std::span<const results::ClaimRow>;

std::string Escaped(std::string words) {
  for (std::size_t at = words.find('|'); at != std::string::npos; at = words.find('|', at + 2))
    words.insert(at, 1, '\\');
  return words;
}

std::string Number(const std::optional<double>& value) { return value ? fmt::format("{:.3g}", *value) : "-"; }

// The verdict without the scale, which has its own column.
std::string BareVerdict(const results::ClaimRow& row) {
  return VerdictWords(row.verdict.substr(0, row.verdict.find(' ')));
}

// The numbers without the list behind them: "FDSKL was faster on: 8 of 10" of "... 8 of 10 (phishing ×3.7, ...)".
std::string ShortNumbers(const results::ClaimRow& row) { return row.numbers.substr(0, row.numbers.find(" (")); }

// "4 held, 2 held partly, 5 did not hold and 1 is not testable", counting the rows with this arm.
std::string Counts(Rows rows, const std::optional<std::string>& arm) {
  std::map<Verdict, int> counts;
  for (const results::ClaimRow& row : rows) {
    if (row.arm == arm) ++counts[VerdictOf(row.verdict)];
  }
  const int untested = counts[Verdict::kNotTestable];
  return fmt::format("{} held, {} held partly, {} did not hold and {} {} not testable", counts[Verdict::kHeld],
                     counts[Verdict::kPartly], counts[Verdict::kDidNotHold], untested, untested == 1 ? "is" : "are");
}

// A row for each claim that is judged by arm, a column for each arm.
std::string TableByArm(Rows rows, const std::vector<cell::ArmRef>& arms) {
  std::string text = "| the paper says |";
  for (const cell::ArmRef arm : arms) text += fmt::format(" {} |", arm->title);
  text += " scale |\n|---|";
  for (std::size_t column = 0; column <= arms.size(); ++column) text += "---|";
  text += '\n';
  for (const Rows claim : ByClaim(rows)) {
    if (!claim.front().arm) continue;
    text += fmt::format("| {} |", Escaped(claim.front().paper));
    for (const cell::ArmRef arm : arms) {
      const auto row = std::ranges::find(claim, arm->name, &results::ClaimRow::arm);
      text += row == claim.end() ? " |" : fmt::format(" **{}** |", BareVerdict(*row));
    }
    text += fmt::format(" {} |\n", DataWords(claim.front()));
  }
  return text;
}

std::string TableOfOthers(Rows rows) {
  std::string text = "| the paper says | verdict | what was measured | scale |\n|---|---|---|---|\n";
  for (const results::ClaimRow& row : rows) {
    if (row.arm) continue;
    text += fmt::format("| {} | **{}** | {} | {} |\n", Escaped(row.paper), BareVerdict(row), Escaped(ShortNumbers(row)),
                        DataWords(row));
  }
  return text;
}

}  // namespace

std::vector<cell::ArmRef> ArmsIn(Rows rows) {
  std::vector<cell::ArmRef> arms;
  for (const cell::ArmRef arm : cell::Arms()) {
    const auto is_about = [&](const results::ClaimRow& row) { return row.arm == arm->name; };
    if (std::ranges::any_of(rows, is_about)) arms.push_back(arm);
  }
  return arms;
}

std::vector<Rows> ByClaim(Rows rows) {
  std::vector<Rows> claims;
  for (auto first = rows.begin(); first != rows.end();) {
    const auto last = std::find_if(first, rows.end(), [&](const auto& row) { return row.claim != first->claim; });
    claims.emplace_back(first, last);
    first = last;
  }
  return claims;
}

std::string VerdictSummary(Rows rows) {
  const std::vector<cell::ArmRef> arms = ArmsIn(rows);
  std::vector<std::string> by_arm;
  by_arm.reserve(arms.size());
  for (const cell::ArmRef arm : arms) by_arm.push_back(fmt::format("{}: {}", arm->title, Counts(rows, arm->name)));
  return fmt::format("Of the claims about FDSKL's runs, by arm: {}. Of the other claims: {}.\n\n{}\n{}",
                     fmt::join(by_arm, "; "), Counts(rows, std::nullopt), TableByArm(rows, arms), TableOfOthers(rows));
}

std::string LedgerText(Rows rows) {
  std::string text = "# Verdicts\n\n" + VerdictSummary(rows) +
                     "\n# Rules, numbers and tests\n\n"
                     "| claim | arm | verdict | numbers | rule | test | p | effect | interval | data |\n"
                     "|---|---|---|---|---|---|---|---|---|---|\n";
  for (const results::ClaimRow& row : rows) {
    const std::string interval = row.low && row.high ? fmt::format("{:.3g} to {:.3g}", *row.low, *row.high) : "-";
    text += fmt::format("| {}: {} | {} | **{}** | {} | {} | {} | {} | {} | {} | {} |\n", row.claim, Escaped(row.paper),
                        row.arm.value_or("-"), VerdictWords(row.verdict), Escaped(row.numbers), Escaped(row.rule),
                        Escaped(row.test), Number(row.p_value), Number(row.effect), interval, DataWords(row));
  }
  return text;
}

}  // namespace fdskl::ledger
