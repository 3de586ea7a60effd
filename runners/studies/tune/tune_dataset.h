// The whole search for the settings of one method on one dataset: from the folds to the best settings.
#ifndef FDSKL_RUNNERS_STUDIES_TUNE_TUNE_DATASET_H_
#define FDSKL_RUNNERS_STUDIES_TUNE_TUNE_DATASET_H_

#include <cstdint>
#include <filesystem>
#include <functional>
#include <map>
#include <mutex>
#include <optional>
#include <string>
#include <vector>

#include "datasets/holding.h"
#include "results/tuning_row.h"
#include "runners/studies/tune/folds.h"
#include "runners/studies/tune/grid.h"
#include "runners/studies/tune/search.h"

namespace fdskl::tune {

// The scores of searches, stored in tuning.arrow in a folder: earlier ones, and those that are added.
//
// Thread-safe. Several processes may add at once. Errors: Error names the file.
class ScoreStore {
 public:
  explicit ScoreStore(const std::filesystem::path& folder);
  ScoreStore(const ScoreStore&) = delete;
  ScoreStore& operator=(const ScoreStore&) = delete;
  // Folds the added rows into tuning.arrow (results/rows.h).
  ~ScoreStore();

  // The error of the stored row that equals `wanted` in all but error and time.
  std::optional<double> Find(const results::TuningRow& wanted) const;
  // Returns when the row is on the disk.
  void Add(const results::TuningRow& row);

 private:
  void Fold() const;

  std::filesystem::path path_, lock_;
  mutable std::mutex mutex_;
  std::map<std::string, double> errors_;
};

// What is searched: an arm on a dataset.
struct TuneTask {
  cell::ArmRef arm = nullptr;
  std::string dataset, edition, data_checksum;
  Grid grid;
  Distances distances;  // used if an axis of the grid is in distances
};

// The folds on which a search scores points, and those on which it goes on, with more training samples of the same
// pool. The latter are empty if the rules and the pool give no more.
struct TuneFolds {
  std::vector<datasets::Holding> search, final;
};

// `labels` are those of all samples of the store, as in FoldSamples(). Errors: Error when there are too few.
TuneFolds LoadTuneFolds(const datasets::ColumnStore& store, std::span<const float> labels, std::string_view dataset,
                        const SearchRules& rules, datasets::Missing missing);

// What a search found.
struct Tuned {
  toml::table settings;                 // the best settings, without grid.common
  double error = 0;                     // their mean error over the folds that decided
  std::size_t points = 0;               // points that were scored
  std::int64_t rows = 0;                // samples of all folds of the search
  std::size_t final_points = 0;         // points that were scored on more samples; 0: there were no more
  std::int64_t final_rows = 0;          // samples of all folds of that step
  std::vector<std::string> edges = {};  // as in ScoredPoint
};

// Whether the grid has an axis in distances, so that task.distances is needed.
bool NeedsDistances(const Grid& grid);

// The settings at a point, without grid.common. A width in distances is multiplied by the distance of the kernel at the
// point, and rounded to three digits. Errors: Error when a setting is wrong.
toml::table SettingsAt(const TuneTask& task, const Point& point);

// The cell of a point. Its settings come from the grid and from what defines the arm. Errors: Error when one is wrong.
cell::Cell CellAt(const TuneTask& task, const Point& point);

// Runs the search, and goes on where there are folds for it. Returns nothing when Interrupted(). `tell` gets a line for
// each score that is computed.
std::optional<Tuned> TuneOn(const TuneTask& task, const TuneFolds& folds, ScoreStore& store,
                            const std::function<void(const std::string&)>& tell);

}  // namespace fdskl::tune

#endif  // FDSKL_RUNNERS_STUDIES_TUNE_TUNE_DATASET_H_
