#include "runners/ledger/ledger.h"

#include <fmt/format.h>

#include <cstdio>

#include "results/json.h"
#include "results/rows.h"
#include "runners/files.h"

namespace fdskl {
namespace {

std::string MarkdownOf(const std::vector<ClaimRow>& rows) {
  std::string text = "| claim | verdict | numbers | rule | test | p | effect |\n|---|---|---|---|---|---|---|\n";
  const auto number = [](const std::optional<double>& value) { return value ? fmt::format("{:.3g}", *value) : "-"; };
  const auto escaped = [](std::string words) {
    for (std::size_t at = words.find('|'); at != std::string::npos; at = words.find('|', at + 2))
      words.insert(at, 1, '\\');
    return words;
  };
  for (const ClaimRow& row : rows) {
    text += fmt::format("| {}: {} | **{}** | {} | {} | {} | {} | {} |\n", row.claim, escaped(row.paper), row.verdict,
                        escaped(row.numbers), escaped(row.rule), escaped(row.test), number(row.p_value),
                        number(row.effect));
  }
  return text;
}

}  // namespace

std::vector<Claim> Ledger(const Stored& stored) {
  return {FastestConvergence(stored),
          LowestError(stored),
          LowestVariance(stored),
          TreeCheapest(stored),
          ScalesBetter(stored),
          FasterThanSecureBoost(stored),
          SecureBoostPoorInHighDimension(stored),
          LinearWorse(stored),
          LemmaOne(stored),
          TheoremOne(stored),
          TheoremTwo(stored),
          AppendixC(stored)};
}

int ClaimsCommand(const std::filesystem::path& results) {
  const Stored stored(results);
  std::vector<ClaimRow> rows;
  for (const Claim& claim : Ledger(stored)) rows.push_back(claim.row);
  WriteRows<ClaimRow>(results / "claims.arrow", rows);
  WriteTextWhole(results / "claims.json", JsonArray<ClaimRow>(rows));
  WriteTextWhole(results / "claims.md", MarkdownOf(rows));
  for (const ClaimRow& row : rows) fmt::print("{:<34} {:<13} {}\n", row.claim, row.verdict, row.numbers);
  return 0;
}

}  // namespace fdskl
