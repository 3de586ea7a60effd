#include "runners/tune/tune_command.h"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <cstdio>
#include <vector>

#include "base/error.h"
#include "datasets/column_store.h"
#include "datasets/prepare.h"
#include "runners/files.h"
#include "runners/interrupt.h"
#include "runners/progress.h"
#include "runners/tune/folds.h"
#include "runners/tune/settings_file.h"
#include "runners/tune/tune_dataset.h"

namespace fdskl {
namespace {

constexpr const char* kFooter = R"(
Every method gets the same search: the same samples, folds and rows, about as many points. Without METHOD all,
without --dataset all ten. libsvm and pp-svmv share one search, fdskl and dsg another.

  fdskl tune
  fdskl tune libsvm fdskl --dataset a9a --dataset w8a
)";

// What is searched for the wanted methods, each once.
std::vector<MethodKind> SearchedMethods(const std::vector<std::string>& wanted) {
  std::vector<MethodKind> methods;
  for (const auto& [method, name] : EnumNames<MethodKind>::table) {
    const bool asked = std::ranges::find(wanted, name) != wanted.end();
    if (!asked && !wanted.empty()) continue;
    const MethodKind searched = SearchedAs(method);
    if (std::ranges::find(methods, searched) == methods.end()) methods.push_back(searched);
  }
  return methods;
}

std::vector<std::string_view> WantedDatasets(const std::vector<std::string>& wanted) {
  std::vector<std::string_view> names;
  for (const CatalogueEntry& entry : Catalogue()) {
    if (wanted.empty() || std::ranges::find(wanted, entry.name) != wanted.end()) names.push_back(entry.name);
  }
  return names;
}

// What stands above a section: the choice's data, rows, folds, points and error.
std::string Provenance(const TuneTask& task, const Tuned& tuned) {
  return fmt::format(
      "fdskl tune {} --dataset {}: edition {}, {} training rows of split {}, {} folds, {} points; error {:.2f} in "
      "cross-validation",
      NameOf(task.method), task.dataset, task.edition, tuned.rows, task.grid.rules.split, task.grid.rules.folds,
      tuned.points, tuned.error);
}

void WriteChoice(const std::filesystem::path& path, const TuneTask& task, const Tuned& tuned) {
  SettingsFile file(path);
  for (const auto& [method, name] : EnumNames<MethodKind>::table) {
    if (SearchedAs(method) != task.method) continue;
    file.SetCommon(method, task.grid.common);
    file.Set(method, task.dataset, tuned.settings, Provenance(task, tuned));
  }
  file.Write();
}

}  // namespace

void DeclareTuneCommand(CLI::App& command, TuneRequest& request) {
  const std::filesystem::path experiments = SourceFolder() / "runners/experiments";
  request.grids = (experiments / "grids.toml").string();
  request.settings = (experiments / "defaults.toml").string();
  request.results = (SourceFolder() / "results").string();
  command.add_option("METHOD", request.methods, "methods to find the settings of")->type_name("");
  command.add_option("--dataset", request.datasets, "on this dataset; may be repeated")
      ->type_name("NAME")
      ->expected(1)
      ->multi_option_policy(CLI::MultiOptionPolicy::TakeAll);
  command.add_option("--grids", request.grids, "file of what is searched")->type_name("FILE");
  command.add_option("--settings", request.settings, "file of settings to write")->type_name("FILE");
  command.add_option("--results", request.results, "folder of tuning.arrow")->type_name("DIR");
  command.footer(kFooter);
}

int TuneCommand(const TuneRequest& request) {
  for (const std::string& method : request.methods) ParseName<MethodKind>(method);
  for (const std::string& dataset : request.datasets) FindDataset(dataset);
  const std::vector<MethodKind> methods = SearchedMethods(request.methods);
  const std::vector<std::string_view> datasets = WantedDatasets(request.datasets);
  // All that can be wrong is better known before the first training than after it.
  for (const MethodKind method : methods) {
    for (const std::string_view dataset : datasets) ReadGrid(request.grids, method, dataset);
  }
  const SettingsFile readable(request.settings);
  ScoreStore store(request.results);

  const bool terminal = isatty(STDERR_FILENO) != 0;
  ProgressDisplay display(stderr, terminal ? ProgressStyle::kTerminal : ProgressStyle::kCells);
  const InterruptGuard guard;
  for (const std::string_view dataset : datasets) {
    const Prepared data = Prepare(dataset);
    const ColumnStore columns = ColumnStore::Open(data.file);
    for (const MethodKind method : methods) {
      const TuneTask task{method, std::string(dataset), std::string(NameOf(data.edition)), data.checksum,
                          ReadGrid(request.grids, method, dataset)};
      const auto folds = LoadFolds(columns, FoldSamples(columns.Labels(), dataset, task.grid.rules));
      const auto tuned = TuneOn(task, folds, store, [&](const std::string& line) { display.Note(line); });
      if (!tuned) {
        display.Say(
            fmt::format("interrupted: what was scored is kept; {} has the choices up to here", request.settings));
        return kInterruptedStatus;
      }
      WriteChoice(request.settings, task, *tuned);
      display.Say(Provenance(task, *tuned));
    }
  }
  return 0;
}

}  // namespace fdskl
