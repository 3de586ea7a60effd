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
#include "datasets/column_store.h"
#include "datasets/prepare.h"
#include "runners/cell/progress.h"
#include "runners/studies/tune/folds.h"
#include "runners/studies/tune/settings_file.h"
#include "runners/studies/tune/tune_dataset.h"

namespace fdskl::tune {
namespace {

constexpr const char* kFooter = R"(
Every method and arm gets the same search: the same samples, folds and number of points. Without METHOD, all that the grid
file has are searched; without --dataset, all datasets. dsg takes fdskl's settings: with equal batches it is the same model
(Lemma 1).

  fdskl tune
  fdskl tune libsvm fdskl --dataset a9a --dataset w8a
  fdskl tune fdskl-as-printed
)";

// The arms to search for the wanted ones, each once.
std::vector<cell::ArmRef> WantedArms(const TuneRequest& request) {
  if (request.methods.empty()) return SearchedArms(request.grids);
  std::vector<cell::ArmRef> arms;
  for (const std::string& name : request.methods) {
    const cell::ArmRef searched = SearchedAs(cell::FindArm(name));
    if (std::ranges::find(arms, searched) == arms.end()) arms.push_back(searched);
  }
  std::ranges::sort(arms, {}, cell::PlaceOf);
  return arms;
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
  const SearchRules& rules = task.grid.rules;
  return fmt::format(
      "fdskl tune {} --dataset {}: edition {}, {} rows of the tuning pool, {} folds, {} points{}; error {:.2f} in "
      "cross-validation{}",
      task.arm->name, task.dataset, task.edition, tuned.rows, rules.search.folds, tuned.points,
      tuned.final_points == 0
          ? ""
          : fmt::format(", then {} rows, {} folds, {} points", tuned.final_rows, rules.final.folds, tuned.final_points),
      tuned.error, tuned.edges.empty() ? "" : fmt::format("; at the edge of {}", fmt::join(tuned.edges, ", ")));
}

// Holds the results' lock, since another search with the same results may write its sections of the file.
void WriteChoice(const TuneRequest& request, const TuneTask& task, const Tuned& tuned) {
  const auto lock = base::FileLock::IfThereAreLocks(std::filesystem::path(request.results) / ".lock");
  SettingsFile file(request.settings);
  file.SetCommon(task.arm, task.grid.common);
  file.Set(task.arm, task.dataset, tuned.settings, Provenance(task, tuned));
  file.Write();
}

}  // namespace

void DeclareTuneCommand(base::Command& command, TuneRequest& request) {
  const std::filesystem::path experiments = base::SourceFolder() / "runners/experiments";
  request.grids = (experiments / "grids.toml").string();
  request.settings = (experiments / "defaults.toml").string();
  request.results = (base::SourceFolder() / "results").string();
  command.OptionalArgument("METHOD", request.methods, "search the settings of these methods or arms")
      .Repeated("--dataset", request.datasets, "search on this dataset only; may be repeated", "NAME")
      .Option("--grids", request.grids, "file that defines the grids", "FILE")
      .Option("--settings", request.settings, "settings file to write", "FILE")
      .Option("--results", request.results, "folder of tuning.arrow", "DIR")
      .Footer(kFooter);
}

int TuneCommand(const TuneRequest& request) {
  for (const std::string& dataset : request.datasets) datasets::FindDataset(dataset);
  const std::vector<cell::ArmRef> arms = WantedArms(request);
  const std::vector<std::string_view> datasets = WantedDatasets(request.datasets);
  // Read everything once, so that mistakes are reported before the first training.
  for (const cell::ArmRef arm : arms) {
    for (const std::string_view dataset : datasets) ReadGrid(request.grids, arm, dataset);
  }
  const SettingsFile readable(request.settings);
  ScoreStore store(request.results);

  const bool terminal = isatty(STDERR_FILENO) != 0;
  cell::ProgressDisplay display(stderr, terminal ? cell::ProgressStyle::kTerminal : cell::ProgressStyle::kCells);
  const base::InterruptGuard guard;
  for (const std::string_view dataset : datasets) {
    const datasets::Prepared data = datasets::Prepare(dataset);
    const datasets::ColumnStore columns = datasets::ColumnStore::Open(data.file);
    for (const cell::ArmRef arm : arms) {
      TuneTask task{arm,
                    std::string(dataset),
                    std::string(base::NameOf(data.edition)),
                    data.checksum,
                    ReadGrid(request.grids, arm, dataset),
                    {}};
      const TuneFolds folds =
          LoadTuneFolds(columns, columns.Labels(), dataset, task.grid.rules, cell::MissingFor(arm->method));
      if (NeedsDistances(task.grid)) task.distances = MedianDistances(folds.search.front().train);
      const auto tuned = TuneOn(task, folds, store, [&](const std::string& line) { display.Note(line); });
      if (!tuned) {
        display.Say(fmt::format("interrupted: scores are kept; {} has the settings found so far", request.settings));
        return base::kInterruptedStatus;
      }
      WriteChoice(request, task, *tuned);
      display.Say(Provenance(task, *tuned));
    }
  }
  return 0;
}

}  // namespace fdskl::tune
