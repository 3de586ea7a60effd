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
#include "runners/cell/cell.h"
#include "runners/cell/progress_text.h"

namespace fdskl::cell {

struct CellRun {
  results::RunRow run;
  std::vector<results::CurveRow> curve;
};

// Points the cell at its data.
void UseData(const datasets::Prepared& data, Cell& cell);

// `launcher` is the command to which "-n RANKS PROGRAM ..." is added. The cell's own files are in `scratch`, which all
// ranks must see, while it runs. None when interrupted.
// REQUIRES: UseData() and Validate() have passed.
// Errors: Error when the launcher cannot be started or `scratch` cannot be written.
std::optional<CellRun> RunCell(const Cell& cell, const datasets::Prepared& data,
                               const std::vector<std::string>& launcher, const std::filesystem::path& scratch,
                               const std::function<void(const ProgressEvent&)>& on_progress);

// The row of a cell that is not started at all: it failed, for `reason`.
results::RunRow RefusedRow(const Cell& cell, const datasets::Prepared& data, const std::string& reason);

}  // namespace fdskl::cell

#endif  // FDSKL_RUNNERS_CELL_RUN_CELL_H_
