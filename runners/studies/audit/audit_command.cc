#include "runners/studies/audit/audit_command.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstdio>
#include <ctime>
#include <filesystem>
#include <optional>
#include <vector>

#include "base/error.h"
#include "base/files.h"
#include "base/names.h"
#include "datasets/prepare.h"
#include "results/rows.h"
#include "runners/cell/provenance.h"
#include "runners/studies/audit/setup.h"

namespace fdskl::audit {
namespace {

std::vector<results::AuditRow> AuditDataset(const AuditedDataset& dataset, const std::vector<Setup>& setups,
                                            std::optional<AttackKind> attack) {
  const datasets::Prepared prepared = datasets::Prepare(dataset.name);
  const auto tables = [&](int repeat, std::int64_t samples) {
    return LoadTable(prepared, dataset.name, repeat, samples);
  };
  std::vector<results::AuditRow> rows;
  for (std::size_t i = 0; i < setups.size(); ++i) {
    fmt::print(stderr, "audit: {}, setup {} of {}\n", dataset.name, i + 1, setups.size());
    const std::vector<results::AuditRow> added = RunSetup(setups[i], tables, attack);
    rows.insert(rows.end(), added.begin(), added.end());
  }
  results::RunRow provenance;
  cell::FillProvenance(std::time(nullptr), provenance);
  for (results::AuditRow& row : rows) {
    row.edition = base::NameOf(prepared.edition);
    row.data_checksum = prepared.checksum;
    row.commit = provenance.commit;
    row.dirty = provenance.dirty;
  }
  return rows;
}

// Adds rows to the table. They replace rows of the same attacks, datasets and partitions.
void Store(const std::filesystem::path& folder, const std::vector<results::AuditRow>& added) {
  const auto lock = base::FileLock::IfThereAreLocks(folder / ".lock");
  std::vector<results::AuditRow> rows = results::ReadRows<results::AuditRow>(folder / "audit.arrow");
  std::erase_if(rows, [&](const results::AuditRow& row) {
    return std::ranges::any_of(added, [&](const results::AuditRow& other) {
      return row.attack == other.attack && row.dataset == other.dataset && row.partition == other.partition;
    });
  });
  rows.insert(rows.end(), added.begin(), added.end());
  results::WriteRows<results::AuditRow>(folder / "audit.arrow", rows);
}

bool IsPrinted(const results::AuditRow& row) { return row.sweep == "features" || row.partition.has_value(); }

// Prints one row for each attack, mode and adversary: the last point over features, or the one with another partition.
void Print(const std::vector<results::AuditRow>& rows) {
  fmt::print("{:<8} {:<20} {:<16} {:<28} {:>8} {:<4} {:>9} {:>17} {:>7} {:>9}  {}\n", "dataset", "attack", "mode",
             "adversary", "features", "", "recovered", "95% interval", "chance", "advantage", "role");
  for (std::size_t i = 0; i < rows.size(); ++i) {
    const results::AuditRow& row = rows[i];
    const bool last =
        std::none_of(rows.begin() + static_cast<std::ptrdiff_t>(i) + 1, rows.end(), [&](const auto& other) {
          return other.attack == row.attack && other.mode == row.mode && other.adversary == row.adversary &&
                 other.dataset == row.dataset && IsPrinted(other);
        });
    if (!IsPrinted(row) || !last) continue;
    fmt::print("{:<8} {:<20} {:<16} {:<28} {:>8} {:<4} {:>9.4f} [{:>7.4f}, {:>6.4f}] {:>7.4f} {:>9.3f}  {}\n",
               row.dataset, row.attack, row.mode, row.adversary, row.features, row.measure, row.recovered, row.low,
               row.high, row.chance, row.advantage, row.role);
  }
}

}  // namespace

void DeclareAuditCommand(base::Command& command, AuditRequest& request) {
  request.results = (base::SourceFolder() / "results").string();
  std::string attacks;
  for (const auto& [attack, name] : base::kNames<AttackKind>.table)
    attacks += fmt::format("{}{}", attacks.empty() ? "" : "|", name);
  command.Option("--attack", request.attack, "run this attack only: " + attacks, "NAME")
      .Option("--dataset", request.dataset, "use this dataset only: a9a|cod-rna", "NAME")
      .Option(
          "--partition", request.partition,
          "measure with columns dealt so, as in 8,1,1,1 (docs/own_data.md), instead of all series with equal shares",
          "RULE")
      .Option("--results", request.results, "folder of the table audit.arrow", "DIR");
}

int AuditCommand(const AuditRequest& request) {
  std::optional<AttackKind> attack;
  if (!request.attack.empty()) attack = base::ParseName<AttackKind>(request.attack);
  std::vector<results::AuditRow> rows;
  for (const AuditedDataset& dataset : ChooseDatasets(request.dataset)) {
    const std::vector<Setup> setups = request.partition.empty()
                                          ? SetupsFor(dataset)
                                          : PartitionSetups(dataset, datasets::PartitionRule::Parse(request.partition));
    const std::vector<results::AuditRow> added = AuditDataset(dataset, setups, attack);
    rows.insert(rows.end(), added.begin(), added.end());
  }
  Store(request.results, rows);
  Print(rows);
  return 0;
}

}  // namespace fdskl::audit
