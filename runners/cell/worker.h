// What one rank of a cell does: `fdskl worker FOLDER`, started by the driver through the launcher.
//
// Reads:  FOLDER/cell.toml (cell_text.h). Writes, at rank 0: the cell's row and curve, as a ResultStore in FOLDER.
// Errors: any exception on any rank is one marked line on standard error and the end of all ranks; see MpiWorld::Run().
#ifndef FDSKL_RUNNERS_CELL_WORKER_H_
#define FDSKL_RUNNERS_CELL_WORKER_H_

#include <filesystem>

#include "datasets/column_store.h"
#include "datasets/holding.h"
#include "datasets/split.h"
#include "fdskl/net/mpi_channel.h"
#include "runners/cell/cell.h"
#include "runners/cell/harness.h"

namespace fdskl::cell {

inline constexpr const char* kCellFile = "cell.toml";

// Errors: Error when the launcher did not start one rank for each worker.
void RequireRanks(const net::MpiWorld& world, const Cell& cell);

// What worker `rank` of the cell holds of the data, by the split of its rows.
datasets::Holding LoadPart(const Cell& cell, const datasets::ColumnStore& store, const datasets::Split& split,
                           int rank);

// The same at a rank of MPI. Collective: worker 0 makes the split and tells the others.
datasets::Holding LoadCellHolding(const Cell& cell, int rank, const Harness& harness);

// Returns the exit status.
int RunWorker(const std::filesystem::path& folder);

}  // namespace fdskl::cell

#endif  // FDSKL_RUNNERS_CELL_WORKER_H_
