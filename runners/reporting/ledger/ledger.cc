#include "runners/reporting/ledger/ledger.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstdio>

#include "base/files.h"
#include "datasets/catalogue.h"
#include "fdskl/fdskl_method.h"
#include "results/json.h"
#include "results/rows.h"
#include "runners/reporting/ledger/ledger_text.h"
#include "runners/reporting/ledger/scope.h"

namespace fdskl::ledger {
namespace {

// The tables without users' own datasets, since the claims are about the paper's.
stored::Stored OnPaperDatasets(const stored::Stored& all) {
  const auto is_own = [](const std::optional<std::string>& dataset) {
    if (!dataset) return false;
    const datasets::CatalogueEntry* entry = datasets::TryFindDataset(*dataset);
    return entry == nullptr || entry->own;
  };
  const auto of_paper = [&](auto rows) {
    std::erase_if(rows, [&](const auto& row) { return is_own(row.dataset); });
    return rows;
  };
  std::vector<results::CurveRow> curves;
  for (const results::RunRow& run : all.runs()) {
    const std::vector<results::CurveRow> points = all.Curve(run);
    curves.insert(curves.end(), points.begin(), points.end());
  }
  return {of_paper(all.runs()), std::move(curves), of_paper(all.plan()),   of_paper(all.comm()),
          all.theory(),         all.audit(),       of_paper(all.traffic())};
}

// Whether one of the claim's experiments was planned for the arm.
bool WasPlanned(const stored::Stored& stored, const Claim& claim, cell::ArmRef arm) {
  return std::ranges::any_of(claim.evidence, [&](const Evidence& evidence) {
    const auto* experiment = std::get_if<results::Experiment>(&evidence);
    return experiment != nullptr && std::ranges::count(stored.Arms(*experiment), arm) > 0;
  });
}

}  // namespace

std::string AnchorOf(const stored::Stored& stored, const Evidence& evidence) {
  return std::visit([&](auto rows) { return stored.RowsAnchor(rows); }, evidence);
}

std::string_view NameOf(const Evidence& evidence) {
  return std::visit([](auto rows) { return base::NameOf(rows); }, evidence);
}

std::vector<Claim> Ledger(const stored::Stored& all) {
  const stored::Stored stored = OnPaperDatasets(all);
  std::vector<Claim> claims;
  const auto once = [&](Claim (*judge)(const stored::Stored&)) { claims.push_back(judge(stored)); };
  const auto per_arm = [&](Claim (*judge)(const stored::Stored&, cell::ArmRef)) {
    for (const cell::ArmRef arm : cell::ArmsOf(&kFdskl)) {
      Claim claim = judge(stored, arm);
      claim.row.arm = arm->name;
      if (arm->is_own() || WasPlanned(stored, claim, arm)) claims.push_back(std::move(claim));
    }
  };
#define FDSKL_JUDGE_ONCE(function) once(function);
#define FDSKL_JUDGE_PER_ARM(function) per_arm(function);
  FDSKL_CLAIMS(FDSKL_JUDGE_ONCE, FDSKL_JUDGE_PER_ARM)
#undef FDSKL_JUDGE_ONCE
#undef FDSKL_JUDGE_PER_ARM
  for (Claim& claim : claims) FillScope(stored, claim);
  return claims;
}

int ClaimsCommand(const std::filesystem::path& results) {
  const stored::Stored stored(results);
  std::vector<results::ClaimRow> rows;
  for (const Claim& claim : Ledger(stored)) rows.push_back(claim.row);
  const auto lock = base::FileLock::IfThereAreLocks(results / ".lock");
  results::WriteRows<results::ClaimRow>(results / "claims.arrow", rows);
  base::WriteTextWhole(results / "claims.json", results::JsonArray<results::ClaimRow>(rows));
  base::WriteTextWhole(results / "claims.md", LedgerText(rows));
  for (const results::ClaimRow& row : rows) {
    const std::string name = row.arm ? fmt::format("{}, {}", row.claim, *row.arm) : row.claim;
    fmt::print("{:<48} {:<13} {}\n", name, VerdictWords(row.verdict), row.numbers);
  }
  return 0;
}

}  // namespace fdskl::ledger
