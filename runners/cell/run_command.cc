#include "runners/cell/run_command.h"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <cctype>
#include <cstdio>
#include <functional>
#include <iostream>
#include <optional>
#include <set>
#include <vector>

#include "base/error.h"
#include "base/files.h"
#include "base/interrupt.h"
#include "datasets/catalogue_file.h"
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
  fdskl run a9a fdskl-as-printed
  fdskl run phishing fdskl --splits 10 --rows 2000 --workers 4
  fdskl run --data people.csv --label default fdskl
  fdskl run a9a fdskl --launcher "mpirun --hostfile hosts" --json

Exit status: 0 when every row is ok, 1 when one is not or something is wrong, 130 when interrupted.
)";

// Which methods have the option: " (fdskl, dsg)"; empty when all have it.
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

// Adds the file of --data to the catalogue and returns its name there: `name`, or the file's name up to the first dot.
std::string AddOneOff(const OneOff& data, const std::string& name) {
  const std::filesystem::path file = std::filesystem::absolute(data.file);
  datasets::CatalogueEntry entry;
  entry.own = true;
  entry.folder = file.parent_path();
  entry.name = name;
  if (name.empty()) {
    const std::string bare = file.filename().string();
    for (const char c : bare.substr(0, bare.find('.')))
      entry.name += std::isalnum(static_cast<unsigned char>(c)) ? c : '-';
  }
  datasets::Source& source = entry.sources.emplace_back();
  source.files.push_back({.name = file.filename().string()});
  if (!data.test_file.empty()) {
    source.test_files.push_back({.name = std::filesystem::absolute(data.test_file).string()});
  }
  source.reader = data.reader.empty() ? datasets::ReaderOf(data.file) : base::ParseName<datasets::Reader>(data.reader);
  source.format.label = data.label;
  if (!data.positive.empty()) source.format.positive = data.positive;
  source.format.id = data.id;
  source.format.dropped = data.drop;
  source.format.missing = data.missing;
  if (!data.categories.empty()) source.format.categories = base::ParseName<datasets::Categories>(data.categories);
  if (!data.task.empty()) entry.task = base::ParseName<datasets::Task>(data.task);
  if (!data.scaling.empty()) entry.scaling = base::ParseName<datasets::Scaling>(data.scaling);
  if (source.reader != datasets::Reader::kLibsvm && source.format.label.empty()) {
    base::Fail("--data {} needs --label NAME, the column that is to be predicted", data.file);
  }
  if (source.reader == datasets::Reader::kLibsvm && !source.format.label.empty()) {
    base::Fail(
        "--data {} is taken for LIBSVM text, which has no named columns: add --reader csv or arrow, or leave out "
        "--label",
        data.file);
  }
  std::string added = entry.name;
  datasets::AddDataset(std::move(entry));
  return added;
}

// Sorts out DATASET and METHOD: with --data, the dataset's name may be left out.
RunRequest Resolved(RunRequest request) {
  if (request.data.file.empty()) {
    if (request.method.empty())
      base::Fail("METHOD is required: fdskl run DATASET METHOD, or fdskl run --data FILE METHOD (fdskl run --help)");
    return request;
  }
  if (request.method.empty()) std::swap(request.dataset, request.method);
  if (request.method.empty()) base::Fail("give the METHOD too: {}", ArmNames());
  request.dataset = AddOneOff(request.data, request.dataset);
  return request;
}

// Chooses the numbers of workers and of active workers where the user gave none.
void ChooseParties(const RunRequest& request, std::int64_t columns, Cell& cell) {
  const int active = cell.active;
  if (!request.options.contains("workers")) FitWorkers(columns, cell);
  cell.active = request.options.contains("active") ? active : std::min(active, cell.workers);
}

// The cell of the first split, as far as it is known before the data are prepared.
Cell MakeCell(const RunRequest& request) {
  const datasets::CatalogueEntry& entry = datasets::FindDataset(request.dataset);
  Cell cell = DefaultCell(request.settings, entry.name, FindArm(request.method));
  ApplyOptions(request.options, "command line", cell);
  ChooseParties(request, entry.columns, cell);
  cell.party_cores = request.party_cores;
  if (request.splits < 1) base::Fail("--splits must be at least 1, not {}", request.splits);
  if (entry.columns > 0) Validate(cell, entry.columns);
  if (!request.save_model.empty()) {
    if (!cell.method()->saves_models) base::Fail("--save-model is for fdskl, not {}", cell.method()->name);
    if (request.splits != 1) base::Fail("--save-model needs --splits 1, not {}", request.splits);
    cell.model_folder = std::filesystem::absolute(request.save_model).string();
  }
  return cell;
}

// Runs the splits one by one. Returns the names of their rows, fewer than asked for when interrupted. The rows are in
// the table: a driver that kept them would grow with every cell.
std::vector<std::string> RunSplits(Cell cell, const datasets::Prepared& data, const RunRequest& request,
                                   ProgressDisplay& display) {
  const std::filesystem::path folder = request.results;
  CellRunner runner(request.launcher.Make(), folder, folder / "cells", display,
                    ChoosePrices(request.prices, request.price_core_hour, request.price_gigabyte));
  if (!cell.model_folder.empty()) BeginModel(cell.model_folder);
  std::vector<std::string> names;
  for (int i = 0; i < request.splits && !base::Interrupted(); ++i, ++cell.split) {
    const auto run = runner.Run(cell, data,
                                fmt::format("cell {} of {}, {} {} split {}", i + 1, request.splits, cell.dataset,
                                            cell.method()->name, cell.split));
    if (!run) break;
    if (!cell.model_folder.empty() && IsOk(*run)) EndModel(cell.model_folder, cell);
    names.push_back(run->run);
  }
  return names;
}

// The stored rows of these names, in the order in which they were stored.
std::vector<results::RunRow> RowsNamed(const std::vector<std::string>& names, const results::ResultStore& store) {
  const std::set<std::string_view> wanted(names.begin(), names.end());
  std::vector<results::RunRow> rows = store.ReadRuns();
  std::erase_if(rows, [&](const results::RunRow& row) { return !wanted.contains(row.run); });
  return rows;
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
  OneOff& data = request.data;
  command.OptionalArgument("DATASET", request.dataset, "one of `fdskl datasets`; left out with --data")
      .OptionalArgument("METHOD", request.method, ArmNames())
      .Option("--data", data.file, "use this file of yours, once: CSV, Arrow or LIBSVM (docs/own_data.md)", "FILE")
      .Option("--label", data.label, "--data: the column to predict", "NAME")
      .Option("--positive", data.positive, "--data: the upper class; all others are the lower", "VALUE")
      .Option("--id", data.id, "--data: a column of ids, which is no feature", "NAME")
      .List("--drop", data.drop, "--data: columns that are no features either", "NAME,...")
      .List("--missing", data.missing, "--data: texts that mark a missing value", "TEXT,...")
      .Option("--categories", data.categories, "--data: what is done with columns of text", "refuse|one-hot")
      .Option("--task", data.task, "--data: what is learned", "classification|regression")
      .Option("--scaling", data.scaling, "--data: how columns are scaled", "minmax|max-abs|none")
      .Option("--reader", data.reader, "--data: how the file is read; otherwise its name tells", "libsvm|csv|arrow")
      .Option("--test-data", data.test_file, "--data: a file of test samples, instead of random splits", "FILE")
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

int RunCommand(const RunRequest& typed) {
  const RunRequest request = Resolved(typed);
  Cell cell = MakeCell(request);
  ChoosePrices(request.prices, request.price_core_hour,
               request.price_gigabyte);  // reports a mistake before anything runs
  ProgressDisplay display(stderr, isatty(STDERR_FILENO) != 0 ? ProgressStyle::kTerminal : ProgressStyle::kEvaluations);
  if (request.fetch && !request.offline &&
      cell.edition.value_or(datasets::Edition::kFull) == datasets::Edition::kFull) {
    datasets::FetchMissing(std::cerr, datasets::EntriesNamed({&request.dataset, 1}));
  }
  const datasets::Prepared data = datasets::Prepare(cell.dataset, cell.edition, cell.rows);
  ChooseParties(request, data.columns, cell);
  UseData(data, cell);
  Validate(cell, data.columns);
  display.Say(fmt::format("{}: edition {}, {} rows, {} columns; {}", cell.dataset, base::NameOf(data.edition),
                          data.rows, data.columns, data.why));
  const std::string note = cell.settings().PrivacyNote({.workers = cell.workers, .active = cell.active});
  if (!note.empty()) display.Say(note);

  const base::InterruptGuard guard;
  const results::ResultStore store(request.results);
  const std::vector<results::RunRow> runs = RowsNamed(RunSplits(cell, data, request, display), store);
  fmt::print("{}", request.json ? results::JsonArray<results::RunRow>(runs) : runs.empty() ? "" : Summary(runs));
  std::fflush(stdout);
  const std::string table = store.runs_path().string();
  if (base::Interrupted()) {
    display.Say(fmt::format("interrupted: the running cell was stopped and left no row; {} of {} cells are in {}",
                            runs.size(), request.splits, table));
    return base::kInterruptedStatus;
  }
  display.Say(fmt::format("{} row{} added to {}", runs.size(), runs.size() == 1 ? "" : "s", table));
  return std::all_of(runs.begin(), runs.end(), IsOk) ? 0 : 1;
}

}  // namespace fdskl::cell
