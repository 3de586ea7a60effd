#include "runners/studies/tune/tune_command.h"

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <unistd.h>

#include <algorithm>
#include <cstdio>
#include <vector>

#include "base/error.h"
#include "base/files.h"
#include "base/interrupt.h"
#include "baselines/methods.h"
#include "datasets/column_store.h"
#include "datasets/prepare.h"
#include "runners/cell/progress.h"
#include "runners/studies/tune/folds.h"
#include "runners/studies/tune/settings_file.h"
#include "runners/studies/tune/tune_dataset.h"

namespace fdskl::tune {
namespace {

constexpr const char* kFooter = R"(
Every method gets the same search: the same samples, folds and number of points. Without METHOD, all methods are searched;
without --dataset, all datasets. dsg takes fdskl's settings: with equal batches it is the same model (Lemma 1).

  fdskl tune
  fdskl tune libsvm fdskl --dataset a9a --dataset w8a
)";

// The methods to search for the wanted ones, each once.
std::vector<baselines::MethodRef> SearchedMethods(const std::vector<std::string>& wanted) {
  std::vector<baselines::MethodRef> methods;
  for (const baselines::MethodRef method : baselines::Methods()) {
    const bool asked = std::ranges::find(wanted, method->name) != wanted.end();
    if (!asked && !wanted.empty()) continue;
    const baselines::MethodRef searched = SearchedAs(method);
    if (std::ranges::find(methods, searched) == methods.end()) methods.push_back(searched);
  }
  return methods;
}

std::vector<std::string_view> WantedDatasets(const std::vector<std::string>& wanted) {
  std::vector<std::string_view> names;
  for (const datasets::CatalogueEntry& entry : datasets::Catalogue()) {
    if (wanted.empty() || std::ranges::find(wanted, entry.name) != wanted.end()) names.push_back(entry.name);
  }
  return names;
}

// The comment above a section: data, rows, folds, points and error of the search.
std::string Provenance(const TuneTask& task, const Tuned& tuned) {
  return fmt::format(
      "fdskl tune {} --dataset {}: edition {}, {} rows of the tuning pool, {} folds, {} points; error {:.2f} in "
      "cross-validation{}",
      task.method->name, task.dataset, task.edition, tuned.rows, task.grid.rules.folds, tuned.points, tuned.error,
      tuned.edges.empty() ? "" : fmt::format("; at the edge of {}", fmt::join(tuned.edges, ", ")));
}

void WriteChoice(const std::filesystem::path& path, const TuneTask& task, const Tuned& tuned) {
  SettingsFile file(path);
  file.SetCommon(task.method, task.grid.common);
  file.Set(task.method, task.dataset, tuned.settings, Provenance(task, tuned));
  file.Write();
}

}  // namespace

void DeclareTuneCommand(base::Command& command, TuneRequest& request) {
  const std::filesystem::path experiments = base::SourceFolder() / "runners/experiments";
  request.grids = (experiments / "grids.toml").string();
  request.settings = (experiments / "defaults.toml").string();
  request.results = (base::SourceFolder() / "results").string();
  command.OptionalArgument("METHOD", request.methods, "search the settings of these methods")
      .Repeated("--dataset", request.datasets, "search on this dataset only; may be repeated", "NAME")
      .Option("--grids", request.grids, "file that defines the grids", "FILE")
      .Option("--settings", request.settings, "settings file to write", "FILE")
      .Option("--results", request.results, "folder of tuning.arrow", "DIR")
      .Footer(kFooter);
}

int TuneCommand(const TuneRequest& request) {
  for (const std::string& method : request.methods) baselines::FindMethod(method);
  for (const std::string& dataset : request.datasets) datasets::FindDataset(dataset);
  const std::vector<baselines::MethodRef> methods = SearchedMethods(request.methods);
  const std::vector<std::string_view> datasets = WantedDatasets(request.datasets);
  // Read everything once, so that mistakes show before the first training.
  for (const baselines::MethodRef method : methods) {
    for (const std::string_view dataset : datasets) ReadGrid(request.grids, method, dataset);
  }
  const SettingsFile readable(request.settings);
  ScoreStore store(request.results);

  const bool terminal = isatty(STDERR_FILENO) != 0;
  cell::ProgressDisplay display(stderr, terminal ? cell::ProgressStyle::kTerminal : cell::ProgressStyle::kCells);
  const base::InterruptGuard guard;
  for (const std::string_view dataset : datasets) {
    const datasets::Prepared data = datasets::Prepare(dataset);
    const datasets::ColumnStore columns = datasets::ColumnStore::Open(data.file);
    for (const baselines::MethodRef method : methods) {
      TuneTask task{method,
                    std::string(dataset),
                    std::string(base::NameOf(data.edition)),
                    data.checksum,
                    ReadGrid(request.grids, method, dataset),
                    {}};
      const auto folds =
          LoadFolds(columns, FoldSamples(columns.Labels(), dataset, task.grid.rules), cell::MissingFor(task.method));
      if (NeedsDistances(task.grid)) task.distances = MedianDistances(folds.front().train);
      const auto tuned = TuneOn(task, folds, store, [&](const std::string& line) { display.Note(line); });
      if (!tuned) {
        display.Say(fmt::format("interrupted: scores are kept; {} has the settings found so far", request.settings));
        return base::kInterruptedStatus;
      }
      WriteChoice(request.settings, task, *tuned);
      display.Say(Provenance(task, *tuned));
    }
  }
  return 0;
}

}  // namespace fdskl::tune
