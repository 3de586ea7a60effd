#include "runners/cell/run_command.h"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <cstdio>
#include <optional>
#include <vector>

#include "base/error.h"
#include "base/interrupt.h"
#include "datasets/prepare.h"
#include "results/json.h"
#include "results/store.h"
#include "runners/cell/cell.h"
#include "runners/cell/cell_row.h"
#include "runners/cell/cell_runner.h"
#include "runners/cell/cell_text.h"
#include "runners/cell/defaults.h"
#include "runners/cell/model_folder.h"
#include "runners/cell/progress.h"
#include "runners/cell/run_cell.h"
#include "runners/cell/summary.h"

namespace fdskl::cell {
namespace {

// The cell of the first split, as far as it is known before the data are.
Cell MakeCell(const RunRequest& request) {
  const datasets::CatalogueEntry& entry = datasets::FindDataset(request.dataset);
  Cell cell = DefaultCell(request.settings, entry.name, base::ParseName<MethodKind>(request.method));
  ApplyOptions(request.options, "command line", cell);
  if (!request.options.contains("active")) cell.active = std::min(cell.active, cell.workers);
  if (request.splits < 1) base::Fail("--splits must be at least 1, not {}", request.splits);
  Validate(cell, entry.columns);
  if (!request.save_model.empty()) {
    if (cell.method != MethodKind::kFdskl) base::Fail("--save-model is for fdskl, not {}", base::NameOf(cell.method));
    if (request.splits != 1) base::Fail("--save-model needs --splits 1, not {}", request.splits);
    cell.model_folder = std::filesystem::absolute(request.save_model).string();
  }
  return cell;
}

// What privacy so few workers, no keys, or the masking leave; nothing when all is well.
std::string PrivacyNote(const Cell& cell) {
  if (cell.method == MethodKind::kSecureBoost && cell.boost.key_bits == 0 && cell.workers > 1) {
    return "with key_bits 0 nothing is encrypted: every host reads the derivatives, and so the labels";
  }
  if (cell.method == MethodKind::kFdskl && cell.settings.masking == Masking::kShared) {
    return "in masking shared a leader learns, besides f of its batch, its own coefficients, which are sums over the "
           "batch: a batch must be large for them to hide its samples";
  }
  if (cell.method != MethodKind::kFdskl || cell.workers > 2) return "";
  if (cell.workers == 1) return "one worker holds every column: there is nobody to hide from";
  return "with two workers the owner of a feature can subtract its own part of an angle: all that masking still hides "
         "of the other's is the phase, and differences between samples are open to it";
}

// Fewer rows than asked for when interrupted.
std::vector<results::RunRow> RunSplits(Cell cell, const datasets::Prepared& data, const RunRequest& request,
                                       ProgressDisplay& display) {
  const std::filesystem::path folder = request.results;
  CellRunner runner(request.launcher, folder, folder / "cells", display);
  if (!cell.model_folder.empty()) BeginModel(cell.model_folder);
  std::vector<results::RunRow> runs;
  for (int i = 0; i < request.splits && !base::Interrupted(); ++i, ++cell.split) {
    const auto run = runner.Run(cell, data,
                                fmt::format("cell {} of {}, {} {} split {}", i + 1, request.splits, cell.dataset,
                                            base::NameOf(cell.method), cell.split));
    if (!run) break;
    if (!cell.model_folder.empty() && IsOk(*run)) EndModel(cell.model_folder, cell);
    runs.push_back(*run);
  }
  return runs;
}

}  // namespace

int RunCommand(const RunRequest& request) {
  Cell cell = MakeCell(request);
  ProgressDisplay display(stderr, isatty(STDERR_FILENO) != 0 ? ProgressStyle::kTerminal : ProgressStyle::kEvaluations);
  const datasets::Prepared data = datasets::Prepare(cell.dataset, cell.edition, cell.rows);
  UseData(data, cell);
  Validate(cell, data.columns);
  display.Say(fmt::format("{}: edition {}, {} rows, {} columns; {}", cell.dataset, base::NameOf(data.edition),
                          data.rows, data.columns, data.why));
  if (const std::string note = PrivacyNote(cell); !note.empty()) display.Say(note);

  const base::InterruptGuard guard;
  const std::vector<results::RunRow> runs = RunSplits(cell, data, request, display);
  fmt::print("{}", request.json ? results::JsonArray<results::RunRow>(runs) : runs.empty() ? "" : Summary(runs));
  std::fflush(stdout);
  const std::string table = results::ResultStore(request.results).runs_path().string();
  if (base::Interrupted()) {
    display.Say(fmt::format("interrupted: the running cell was stopped and left no row; {} of {} cells are in {}",
                            runs.size(), request.splits, table));
    return base::kInterruptedStatus;
  }
  display.Say(fmt::format("{} row{} added to {}", runs.size(), runs.size() == 1 ? "" : "s", table));
  return std::all_of(runs.begin(), runs.end(), IsOk) ? 0 : 1;
}

}  // namespace fdskl::cell
