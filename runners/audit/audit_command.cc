#include "runners/audit/audit_command.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstdio>
#include <ctime>
#include <filesystem>
#include <optional>
#include <vector>

#include "base/error.h"
#include "base/names.h"
#include "datasets/prepare.h"
#include "results/file_lock.h"
#include "results/rows.h"
#include "runners/audit/plan.h"
#include "runners/audit/setup.h"
#include "runners/audit/verdict.h"
#include "runners/files.h"
#include "runners/provenance.h"

namespace fdskl {
namespace {

std::vector<AuditRow> AuditDataset(const audit::AuditedDataset& dataset, std::optional<audit::AttackKind> attack) {
  const Prepared prepared = Prepare(dataset.name);
  const auto tables = [&](int repeat, std::int64_t samples) {
    return audit::LoadTable(prepared, dataset.name, repeat, samples);
  };
  std::vector<AuditRow> rows;
  const std::vector<audit::Setup> setups = audit::SetupsFor(dataset);
  for (std::size_t i = 0; i < setups.size(); ++i) {
    fmt::print(stderr, "audit: {} {} of {}\n", dataset.name, i + 1, setups.size());
    const std::vector<AuditRow> added = audit::RunSetup(setups[i], tables, attack);
    rows.insert(rows.end(), added.begin(), added.end());
  }
  RunRow provenance;
  FillProvenance(std::time(nullptr), provenance);
  for (AuditRow& row : rows) {
    row.edition = NameOf(prepared.edition);
    row.data_checksum = prepared.checksum;
    row.commit = provenance.commit;
    row.dirty = provenance.dirty;
  }
  return rows;
}

// Replaces what `added` measured anew.
void Store(const std::filesystem::path& folder, const std::vector<AuditRow>& added) {
  const FileLock lock(folder / ".lock");
  std::vector<AuditRow> rows = ReadRows<AuditRow>(folder / "audit.arrow");
  std::erase_if(rows, [&](const AuditRow& row) {
    return std::ranges::any_of(
        added, [&](const AuditRow& other) { return row.attack == other.attack && row.dataset == other.dataset; });
  });
  rows.insert(rows.end(), added.begin(), added.end());
  WriteRows<AuditRow>(folder / "audit.arrow", rows);
}

// Of each attack, mode and adversary the last point of the series over features.
void Print(const std::vector<AuditRow>& rows) {
  fmt::print("{:<8} {:<20} {:<16} {:<28} {:>8} {:<4} {:>9} {:>17} {:>7} {:>9}  {}\n", "dataset", "attack", "mode",
             "adversary", "features", "", "recovered", "95% interval", "chance", "advantage", "role");
  for (std::size_t i = 0; i < rows.size(); ++i) {
    const AuditRow& row = rows[i];
    const bool last =
        std::none_of(rows.begin() + static_cast<std::ptrdiff_t>(i) + 1, rows.end(), [&](const auto& other) {
          return other.attack == row.attack && other.mode == row.mode && other.adversary == row.adversary &&
                 other.dataset == row.dataset && other.sweep == "features";
        });
    if (row.sweep != "features" || !last) continue;
    fmt::print("{:<8} {:<20} {:<16} {:<28} {:>8} {:<4} {:>9.4f} [{:>7.4f}, {:>6.4f}] {:>7.4f} {:>9.3f}  {}\n",
               row.dataset, row.attack, row.mode, row.adversary, row.features, row.measure, row.recovered, row.low,
               row.high, row.chance, row.advantage, row.role);
  }
}

}  // namespace

void DeclareAuditCommand(CLI::App& command, AuditRequest& request) {
  request.results = (SourceFolder() / "results").string();
  std::string attacks;
  for (const auto& [attack, name] : EnumNames<audit::AttackKind>::table)
    attacks += fmt::format("{}{}", attacks.empty() ? "" : "|", name);
  command.add_option("--attack", request.attack, "this attack alone: " + attacks)->type_name("NAME");
  command.add_option("--dataset", request.dataset, "this dataset alone: a9a|cod-rna")->type_name("NAME");
  command.add_option("--results", request.results, "folder of the table audit.arrow")->type_name("DIR");
}

int AuditCommand(const AuditRequest& request) {
  std::optional<audit::AttackKind> attack;
  if (!request.attack.empty()) attack = ParseName<audit::AttackKind>(request.attack);
  std::vector<AuditRow> rows;
  for (const audit::AuditedDataset& dataset : audit::ChooseDatasets(request.dataset)) {
    const std::vector<AuditRow> added = AuditDataset(dataset, attack);
    rows.insert(rows.end(), added.begin(), added.end());
  }
  Store(request.results, rows);
  Print(rows);
  const audit::TheoremTwo verdict = audit::TheoremTwoVerdict(ReadRows<AuditRow>(request.results + "/audit.arrow"));
  fmt::print("Theorem 2: {}. {}\n", NameOf(verdict.verdict), verdict.numbers);
  return 0;
}

}  // namespace fdskl
