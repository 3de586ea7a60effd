#include "runners/run_command.h"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <cstdio>
#include <optional>
#include <vector>

#include "base/error.h"
#include "datasets/prepare.h"
#include "results/json.h"
#include "results/store.h"
#include "runners/cell.h"
#include "runners/cell_row.h"
#include "runners/cell_text.h"
#include "runners/defaults.h"
#include "runners/files.h"
#include "runners/interrupt.h"
#include "runners/progress.h"
#include "runners/run_cell.h"
#include "runners/summary.h"
#include "runners/words.h"

namespace fdskl {
namespace {

constexpr int kInterruptedStatus = 130;

// The cell of the first split, as far as it is known before the data are.
Cell MakeCell(const RunRequest& request) {
  Cell cell;
  const CatalogueEntry& entry = FindDataset(request.dataset);
  cell.dataset = entry.name;
  cell.method = ParseName<MethodKind>(request.method);
  if (kCentralMethods.Has(cell.method)) cell.workers = 1;
  ApplyDefaults(request.settings, cell);
  ApplyOptions(request.options, "command line", cell);
  if (!request.options.contains("active")) cell.active = std::min(cell.active, cell.workers);
  if (request.splits < 1) Fail("--splits must be at least 1, not {}", request.splits);
  Validate(cell, entry.columns);
  return cell;
}

// What privacy so few workers, or no keys, leave; nothing when all is well.
std::string PrivacyNote(const Cell& cell) {
  if (cell.method == MethodKind::kSecureBoost && cell.boost.key_bits == 0 && cell.workers > 1) {
    return "with key_bits 0 nothing is encrypted: every host reads the derivatives, and so the labels";
  }
  if (cell.method != MethodKind::kFdskl || cell.workers > 2) return "";
  if (cell.workers == 1) return "one worker holds every column: there is nobody to hide from";
  return "with two workers the owner of a feature can subtract its own part of an angle: all that masking still hides "
         "of "
         "the other's is the phase, and differences between samples are open to it";
}

// Runs the cells in order and stores each as it ends; fewer than asked for when interrupted.
std::vector<RunRow> RunCells(Cell cell, const Prepared& data, const RunRequest& request, ProgressDisplay& display) {
  const auto launcher = request.launcher.empty() ? DefaultLauncher() : SplitWords(request.launcher);
  if (launcher.empty()) Fail("--launcher is blank");
  const std::filesystem::path folder = request.results;
  ResultStore store(folder);
  store.ReadRuns();  // a table that cannot be read is better known before the first cell than after it
  std::vector<RunRow> runs;
  for (int i = 0; i < request.splits && !Interrupted(); ++i, ++cell.split) {
    display.Begin(fmt::format("cell {} of {}, {} {} split {}", i + 1, request.splits, cell.dataset, NameOf(cell.method),
                              cell.split));
    const auto result =
        RunCell(cell, data, launcher, folder / "cells", [&](const ProgressEvent& event) { display.Update(event); });
    if (!result) break;
    display.End(result->run);
    store.Append(result->run, result->curve);
    runs.push_back(result->run);
  }
  return runs;
}

}  // namespace

int RunCommand(const RunRequest& request) {
  Cell cell = MakeCell(request);
  ProgressDisplay display(stderr, isatty(STDERR_FILENO) != 0);
  // A stand-in that is asked for may have more rows than the dataset; one that only fills a gap may not.
  const bool asked_for = cell.edition == Edition::kStandIn;
  std::optional<std::int64_t> rows = cell.rows;
  if (rows && !asked_for) rows = std::min(*rows, FindDataset(cell.dataset).rows);
  const Prepared data = Prepare(cell.dataset, cell.edition, rows);
  cell.edition = data.edition;
  cell.data_file = std::filesystem::absolute(data.file).string();
  Validate(cell, data.columns);
  display.Say(fmt::format("{}: edition {}, {} rows, {} columns; {}", cell.dataset, NameOf(data.edition), data.rows,
                          data.columns, data.why));
  if (const std::string note = PrivacyNote(cell); !note.empty()) display.Say(note);

  const InterruptGuard guard;
  const std::vector<RunRow> runs = RunCells(cell, data, request, display);
  fmt::print("{}", request.json ? JsonArray<RunRow>(runs) : runs.empty() ? "" : Summary(runs));
  std::fflush(stdout);
  const std::string table = ResultStore(request.results).runs_path().string();
  if (Interrupted()) {
    display.Say(fmt::format("interrupted: the running cell was stopped and left no row; {} of {} cells are in {}",
                            runs.size(), request.splits, table));
    return kInterruptedStatus;
  }
  display.Say(fmt::format("{} row{} added to {}", runs.size(), runs.size() == 1 ? "" : "s", table));
  return std::all_of(runs.begin(), runs.end(), IsOk) ? 0 : 1;
}

}  // namespace fdskl
