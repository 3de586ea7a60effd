#include "runners/reporting/ledger/ledger.h"

#include <fmt/format.h>

#include <cstdio>

#include "base/files.h"
#include "results/json.h"
#include "results/rows.h"

namespace fdskl::ledger {
namespace {

std::string MarkdownOf(const std::vector<results::ClaimRow>& rows) {
  std::string text = "| claim | verdict | numbers | rule | test | p | effect |\n|---|---|---|---|---|---|---|\n";
  const auto number = [](const std::optional<double>& value) { return value ? fmt::format("{:.3g}", *value) : "-"; };
  const auto escaped = [](std::string words) {
    for (std::size_t at = words.find('|'); at != std::string::npos; at = words.find('|', at + 2))
      words.insert(at, 1, '\\');
    return words;
  };
  for (const results::ClaimRow& row : rows) {
    text += fmt::format("| {}: {} | **{}** | {} | {} | {} | {} | {} |\n", row.claim, escaped(row.paper), row.verdict,
                        escaped(row.numbers), escaped(row.rule), escaped(row.test), number(row.p_value),
                        number(row.effect));
  }
  return text;
}

}  // namespace

std::string AnchorOf(const stored::Stored& stored, const Evidence& evidence) {
  return std::visit([&](auto rows) { return stored.RowsAnchor(rows); }, evidence);
}

std::string_view NameOf(const Evidence& evidence) {
  return std::visit([](auto rows) { return base::NameOf(rows); }, evidence);
}

std::vector<Claim> Ledger(const stored::Stored& stored) {
#define FDSKL_LIST_CLAIM(function) function(stored),
  return {FDSKL_CLAIMS(FDSKL_LIST_CLAIM)};
#undef FDSKL_LIST_CLAIM
}

int ClaimsCommand(const std::filesystem::path& results) {
  const stored::Stored stored(results);
  std::vector<results::ClaimRow> rows;
  for (const Claim& claim : Ledger(stored)) rows.push_back(claim.row);
  results::WriteRows<results::ClaimRow>(results / "claims.arrow", rows);
  base::WriteTextWhole(results / "claims.json", results::JsonArray<results::ClaimRow>(rows));
  base::WriteTextWhole(results / "claims.md", MarkdownOf(rows));
  for (const results::ClaimRow& row : rows) fmt::print("{:<34} {:<13} {}\n", row.claim, row.verdict, row.numbers);
  return 0;
}

}  // namespace fdskl::ledger
