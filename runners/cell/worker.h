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

// The columns that worker `rank` of the cell holds.
std::vector<std::int32_t> PartColumns(const Cell& cell, const datasets::ColumnStore& store, int rank);

// The cell that `folder` holds, which every rank sees.
Cell ReadCell(const std::filesystem::path& folder);
// The same where only rank 0 need see it: it tells the others. Collective.
Cell ReadCellOnce(const std::filesystem::path& folder, int rank, const Harness& harness);

// What worker `rank` of the cell holds of the data, by the split of its rows.
datasets::Holding LoadPart(const Cell& cell, const datasets::ColumnStore& store, const datasets::Split& split, int rank,
                           datasets::Hold hold = datasets::Hold::kMemory);

// Where the ranks hold their columns: as the cell says; else in the store when the method can read rows from there and
// on some machine its ranks' columns of so many samples would take more than half of the memory that is available, or
// that the cell may use. The other half is for what training takes.
// Collective: the answer is the same on all ranks.
datasets::Hold ChooseHold(const Cell& cell, const Harness& harness, const datasets::ColumnStore& store,
                          std::span<const std::int32_t> columns, std::int64_t rows);

// The cell's data before a rank of MPI loads its part: LoadPart().
// Collective: worker 0 makes the split and tells the others.
struct CellData {
  datasets::ColumnStore store;
  datasets::Split split;
  datasets::Hold hold;
};
CellData OpenCellData(const Cell& cell, int rank, const Harness& harness);

// What a rank of MPI holds of them. Collective.
datasets::Holding LoadCellHolding(const Cell& cell, int rank, const Harness& harness);

// Returns the exit status.
int RunWorker(const std::filesystem::path& folder);
// The same for data that parties keep: `fdskl party-worker FOLDER`. Only rank 0 need see the folder.
int RunPartyWorker(const std::filesystem::path& folder);

}  // namespace fdskl::cell

#endif  // FDSKL_RUNNERS_CELL_WORKER_H_
