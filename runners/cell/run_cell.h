// Runs one cell: starts its ranks through the launcher, waits for them, and brings back the row, whatever happened.
//
// This process never enters MPI. A cell that fails, or is ended at a limit, is a row that says so.
#ifndef FDSKL_RUNNERS_CELL_RUN_CELL_H_
#define FDSKL_RUNNERS_CELL_RUN_CELL_H_

#include <filesystem>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "datasets/prepare.h"
#include "results/curve_row.h"
#include "results/run_row.h"
#include "results/store.h"
#include "runners/cell/cell.h"
#include "runners/cell/launch.h"
#include "runners/cell/party_clocks.h"
#include "runners/cell/progress.h"

namespace fdskl::cell {

struct CellRun {
  results::RunRow run;
  std::vector<results::CurveRow> curve;
};

// For a cell whose user asked for no number of workers: as many as the partition deals to, or as the catalogue names
// parties for; otherwise the usual number, or one for each column where there are fewer (0: not known yet). Active
// workers are at most as many. A central method keeps its one. To be called before UseData().
void FitWorkers(std::int64_t columns, Cell& cell);

// Points the cell at its data. Where the catalogue says who holds which columns, and there are as many workers, that is
// the partition unless another was asked for. Errors: Error when it names columns that are not there, or not all.
void UseData(const datasets::Prepared& data, Cell& cell);

// While the cell runs, its own files are in `scratch`, which all ranks must see. None when interrupted.
// REQUIRES: UseData() and Validate() have passed.
// Errors: Error when no rank can be started, or not any more because the batch system's allocation has ended: then the
//         cell has not been tried, and there is no row. Error when `scratch` cannot be written.
std::optional<CellRun> RunCell(const Cell& cell, const datasets::Prepared& data, const Launcher& launcher,
                               const std::filesystem::path& scratch,
                               const std::function<void(const ProgressEvent&)>& on_progress);

// The row of a cell that is not started at all: it failed, for `reason`.
results::RunRow RefusedRow(const Cell& cell, const datasets::Prepared& data, const std::string& reason);

// A cell, its data and the title of its lines; the first two outlive it. REQUIRES: as RunCell().
struct TitledCell {
  const Cell* cell;
  const datasets::Prepared* data;
  std::string title;
};

// Runs cells one after the other or side by side, shows their progress and stores each as it ends: what `fdskl run` and
// `fdskl reproduce` share.
//
// Errors: those of RunCell(), and Error when the tables cannot be read or written, or when there is no room on the disk
//         for what a cell will write (needs.h): then it has not been tried.
class CellRunner {
 public:
  // `scratch` is RunCell()'s. The display outlives this object.
  // Reads the tables of `results`, so that a table that cannot be read is known before the first cell runs.
  // With prices, rows say what they would cost.
  CellRunner(Launcher launcher, const std::filesystem::path& results, std::filesystem::path scratch,
             ProgressDisplay& display, std::optional<Prices> prices = std::nullopt);

  // `title` precedes every line about the cell. None, and no row, when interrupted.
  // REQUIRES: as RunCell().
  std::optional<results::RunRow> Run(const Cell& cell, const datasets::Prepared& data, std::string title);

  // Runs up to `jobs` of the cells at a time, each begun in the order of the list as another ends. Their rows say so
  // (`beside`). The result has a place for each cell; none, and no row, where one was interrupted.
  std::vector<std::optional<results::RunRow>> RunSideBySide(const std::vector<TitledCell>& cells, int jobs);

  // Stores a cell that cannot be started as a row with status `failed`.
  results::RunRow Refuse(const Cell& cell, const datasets::Prepared& data, std::string title,
                         const std::string& reason);

  // The rows that were there at the beginning, oldest first.
  const std::vector<results::RunRow>& earlier() const { return earlier_; }

 private:
  Launcher launcher_;
  results::ResultStore store_;
  std::filesystem::path scratch_;
  ProgressDisplay& display_;
  std::optional<Prices> prices_;
  std::vector<results::RunRow> earlier_;
};

}  // namespace fdskl::cell

#endif  // FDSKL_RUNNERS_CELL_RUN_CELL_H_
