// Runs one cell: starts its ranks through the launcher, waits for them, and returns the row, whatever happened.
//
// This process never calls MPI_Init(). A cell that fails, or that a limit ends, becomes a row that says so.
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
#include "runners/cell/leftovers.h"
#include "runners/cell/party_clocks.h"
#include "runners/cell/progress.h"

namespace fdskl::cell {

// The row of a run, and the points of its curve.
struct CellRun {
  results::RunRow run;
  std::vector<results::CurveRow> curve;
};

// Chooses the number of workers when the user gave none: as many as the partition is for, else as many as the parties
// that the catalogue deals columns to, else cell.workers, but at most one per column (columns = 0: not known yet).
// Lowers cell.active to the number of workers. A central method keeps its one worker. Call before UseData().
void FitWorkers(std::int64_t columns, Cell& cell);

// Points the cell at its data. If the catalogue says who holds which columns, for this number of workers, that becomes
// the partition, unless the user gave one.
// Errors: Error when the catalogue names columns that are not there, or not each column once.
void UseData(const datasets::Prepared& data, Cell& cell);

// Runs the cell. Returns nothing when interrupted. While the cell runs, its files are in a folder in `scratch`, which
// all ranks must see (rank 0 alone for a cell with parties). Several threads may run cells at once.
// REQUIRES: UseData() and Validate() have passed.
// Errors:   Error when the ranks could not start, or failed because the batch system's allocation has ended: then the
//           cell counts as not tried, and has no row. Error when `scratch` cannot be written.
std::optional<CellRun> RunCell(const Cell& cell, const datasets::Prepared& data, const Launcher& launcher,
                               const std::filesystem::path& scratch,
                               const std::function<void(const ProgressEvent&)>& on_progress);

// The row of a cell that is not started at all: status `failed`, with this reason.
results::RunRow RefusedRow(const Cell& cell, const datasets::Prepared& data, const std::string& reason);

// A cell, its data, and the title of its lines. REQUIRES: as RunCell(). Lifetime: the first two outlive it.
struct TitledCell {
  const Cell* cell;
  const datasets::Prepared* data;
  std::string title;
};

// Runs cells one after the other or side by side, shows their progress, and stores the row of each as it ends. Used by
// `fdskl run` and `fdskl reproduce`.
//
// Threads: to be used by one thread at a time; RunSideBySide() starts threads of its own.
// Errors:  those of RunCell(); Error when the tables cannot be read or written; Error when the disk has no room for
//          what a cell will write (needs.h), and then the cell has not been tried.
class CellRunner {
 public:
  // Reads the table of runs in `results`, so that an unreadable table is reported before the first cell runs. Removes
  // what earlier, killed runs left in `scratch` (see RunCell()) and on this machine. With prices, the rows of Run() say
  // what they would cost.
  // Lifetime: the display outlives this object.
  CellRunner(Launcher launcher, const std::filesystem::path& results, std::filesystem::path scratch,
             ProgressDisplay& display, std::optional<Prices> prices = std::nullopt);

  // Runs one cell. `title` precedes every line about it. When interrupted, returns nothing and stores no row.
  // REQUIRES: as RunCell().
  std::optional<results::RunRow> Run(const Cell& cell, const datasets::Prepared& data, std::string title);

  // Runs up to `jobs` of the cells at a time, begun in the order of the list. The column `beside` of their rows says
  // how many others could run beside. The result has an element for each cell; it is empty, and no row is stored, if
  // the cell was interrupted.
  std::vector<std::optional<results::RunRow>> RunSideBySide(const std::vector<TitledCell>& cells, int jobs);

  // Stores a cell that cannot be started as a row with status `failed`.
  results::RunRow Refuse(const Cell& cell, const datasets::Prepared& data, std::string title,
                         const std::string& reason);

  // The rows that were stored before this object was made, oldest first.
  const std::vector<results::RunRow>& earlier() const { return earlier_; }

 private:
  LauncherFolder kept_;
  Launcher launcher_;
  results::ResultStore store_;
  std::filesystem::path scratch_;
  ProgressDisplay& display_;
  std::optional<Prices> prices_;
  std::vector<results::RunRow> earlier_;
};

}  // namespace fdskl::cell

#endif  // FDSKL_RUNNERS_CELL_RUN_CELL_H_
