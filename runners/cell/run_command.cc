#include "runners/cell/run_command.h"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <cstdio>
#include <functional>
#include <iostream>
#include <optional>
#include <vector>

#include "base/error.h"
#include "base/files.h"
#include "base/interrupt.h"
#include "datasets/fetch.h"
#include "datasets/prepare.h"
#include "results/json.h"
#include "results/store.h"
#include "runners/cell/cell.h"
#include "runners/cell/cell_row.h"
#include "runners/cell/cell_text.h"
#include "runners/cell/defaults.h"
#include "runners/cell/model_folder.h"
#include "runners/cell/option_text.h"
#include "runners/cell/party_clocks.h"
#include "runners/cell/progress.h"
#include "runners/cell/run_cell.h"
#include "runners/cell/toml_value.h"

namespace fdskl::cell {
namespace {

constexpr const char* kFooter = R"(
What is not given comes from the settings file, for this method and dataset; what is not there either is: {} workers (one
for a method that runs in one process), {} of them active, split 0, all rows, {} evaluations, no limits.

  fdskl run a9a fdskl
  fdskl run phishing fdskl --splits 10 --rows 2000 --workers 4
  fdskl run a9a fdskl --launcher "mpirun --hostfile hosts" --json

Exit status: 0 when every row is ok, 1 when one is not or something is wrong, 130 when interrupted.
)";

// " (fdskl, dsg)"; nothing when all methods have it.
std::string WhoHas(const KnownOption& known) {
  if (known.methods.size() == baselines::Methods().size()) return "";
  std::string names;
  for (const MethodRef method : known.methods) names += fmt::format("{}{}", names.empty() ? "" : ", ", method->name);
  return fmt::format(" ({})", names);
}

std::string Dashed(std::string_view name) {
  std::string flag = fmt::format("--{}", name);
  std::replace(flag.begin(), flag.end(), '_', '-');
  return flag;
}

// The cell of the first split, as far as it is known before the data are.
Cell MakeCell(const RunRequest& request) {
  const datasets::CatalogueEntry& entry = datasets::FindDataset(request.dataset);
  Cell cell = DefaultCell(request.settings, entry.name, baselines::FindMethod(request.method));
  ApplyOptions(request.options, "command line", cell);
  if (!request.options.contains("active")) cell.active = std::min(cell.active, cell.workers);
  cell.party_cores = request.party_cores;
  if (request.splits < 1) base::Fail("--splits must be at least 1, not {}", request.splits);
  Validate(cell, entry.columns);
  if (!request.save_model.empty()) {
    if (!cell.method()->saves_models) base::Fail("--save-model is for fdskl, not {}", cell.method()->name);
    if (request.splits != 1) base::Fail("--save-model needs --splits 1, not {}", request.splits);
    cell.model_folder = std::filesystem::absolute(request.save_model).string();
  }
  return cell;
}

// Fewer rows than asked for when interrupted.
std::vector<results::RunRow> RunSplits(Cell cell, const datasets::Prepared& data, const RunRequest& request,
                                       ProgressDisplay& display) {
  const std::filesystem::path folder = request.results;
  CellRunner runner(request.launcher.Make(), folder, folder / "cells", display,
                    ChoosePrices(request.prices, request.price_core_hour, request.price_gigabyte));
  if (!cell.model_folder.empty()) BeginModel(cell.model_folder);
  std::vector<results::RunRow> runs;
  for (int i = 0; i < request.splits && !base::Interrupted(); ++i, ++cell.split) {
    const auto run = runner.Run(cell, data,
                                fmt::format("cell {} of {}, {} {} split {}", i + 1, request.splits, cell.dataset,
                                            cell.method()->name, cell.split));
    if (!run) break;
    if (!cell.model_folder.empty() && IsOk(*run)) EndModel(cell.model_folder, cell);
    runs.push_back(*run);
  }
  return runs;
}

}  // namespace

void DeclareCellOptions(base::Command& command, toml::table& options, const MethodEntry* method) {
  for (const KnownOption& known : KnownOptions()) {
    if (method != nullptr && std::ranges::find(known.methods, method) == known.methods.end()) continue;
    const std::string name(known.option.name);
    const std::function<void(const std::string&)> insert = [&options, name](const std::string& text) {
      InsertTyped(options, name, text);
    };
    const std::string who = method == nullptr ? WhoHas(known) : "";
    command.Option(Dashed(name), insert, std::string(known.option.meaning) + who, OptionType(known.option));
  }
}

void DeclareRunCommand(base::Command& command, RunRequest& request) {
  request.results = (base::SourceFolder() / "results").string();
  request.settings = (base::SourceFolder() / "runners/experiments/defaults.toml").string();
  command.Argument("DATASET", request.dataset, "one of `fdskl datasets`")
      .Argument("METHOD", request.method, baselines::MethodNames())
      .Option("--splits", request.splits, "how many 3:1 splits to run, one cell each [1]", "N");
  DeclareCellOptions(command, request.options);
  const Cell example;
  DeclareLauncher(command, request.launcher);
  command.Option("--settings", request.settings, "file of settings per method and dataset", "FILE")
      .Option("--results", request.results, "folder of the tables that rows are added to", "DIR")
      .Option("--save-model", request.save_model, "folder for the trained model, each worker's part a file (fdskl)",
              "DIR")
      .Option("--party-cores", request.party_cores,
              "cores of each party's machine, for the times by logical clocks (docs/clocks.md) [1]", "N")
      .Option("--prices", request.prices,
              "TOML file with core_hour and gigabyte, what a core for an hour and 10^9 sent bytes cost; rows then say "
              "what a run would cost",
              "FILE")
      .Option("--price-core-hour", request.price_core_hour, "the same without a file: a core for an hour", "X")
      .Option("--price-gigabyte", request.price_gigabyte, "10^9 bytes sent", "X")
      .Flag("--fetch", request.fetch, "first fetch the dataset from its publisher, if it is not here")
      .Flag("--offline", request.offline, "fetch nothing, whatever --fetch says")
      .Flag("--json", request.json, "print the rows as JSON on standard output, and nothing else there")
      .Footer(fmt::format(kFooter, example.workers, example.active, example.evaluations));
}

int RunCommand(const RunRequest& request) {
  Cell cell = MakeCell(request);
  ChoosePrices(request.prices, request.price_core_hour,
               request.price_gigabyte);  // so that a mistake in it is said at once
  ProgressDisplay display(stderr, isatty(STDERR_FILENO) != 0 ? ProgressStyle::kTerminal : ProgressStyle::kEvaluations);
  if (request.fetch && !request.offline &&
      cell.edition.value_or(datasets::Edition::kFull) == datasets::Edition::kFull) {
    datasets::FetchMissing(std::cerr, datasets::EntriesNamed({&request.dataset, 1}));
  }
  const datasets::Prepared data = datasets::Prepare(cell.dataset, cell.edition, cell.rows);
  UseData(data, cell);
  Validate(cell, data.columns);
  display.Say(fmt::format("{}: edition {}, {} rows, {} columns; {}", cell.dataset, base::NameOf(data.edition),
                          data.rows, data.columns, data.why));
  const std::string note = cell.settings().PrivacyNote({.workers = cell.workers, .active = cell.active});
  if (!note.empty()) display.Say(note);

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
