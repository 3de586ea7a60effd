// One rank of a cell: `fdskl worker FOLDER`, which the driver starts through the launcher.
//
// Reads:  FOLDER/cell.toml (cell_text.h).
// Writes: at rank 0, the cell's row and curve, to a ResultStore in FOLDER.
// Errors: an exception on any rank becomes one marked line on standard error and ends all ranks; see MpiWorld::Run().
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

// The file in FOLDER that holds the cell.
inline constexpr const char* kCellFile = "cell.toml";

// Errors: Error when the launcher did not start one rank for each worker.
void RequireRanks(const net::MpiWorld& world, const Cell& cell);

// The columns that worker `rank` of the cell holds.
std::vector<std::int32_t> PartColumns(const Cell& cell, const datasets::ColumnStore& store, int rank);

// Reads the cell from `folder`, which every rank sees.
Cell ReadCell(const std::filesystem::path& folder);
// The same when only rank 0 sees the folder: rank 0 reads the cell and sends it to the others. Collective.
Cell ReadCellOnce(const std::filesystem::path& folder, int rank, const Harness& harness);

// What worker `rank` of the cell holds of the data, its rows divided as `split` says.
datasets::Holding LoadPart(const Cell& cell, const datasets::ColumnStore& store, const datasets::Split& split, int rank,
                           datasets::Hold hold = datasets::Hold::kMemory);

// Where the ranks hold their columns, with `rows` samples in use. If the cell does not say, they stay in the store when
// the method can read rows from there and some rank's columns would take more than its share of half of its machine's
// memory. That memory is what is available, or the cell's limit if that is less; the ranks of a machine have equal
// shares. The other half is for training.
// Collective: the answer is the same on all ranks.
datasets::Hold ChooseHold(const Cell& cell, const Harness& harness, const datasets::ColumnStore& store,
                          std::span<const std::int32_t> columns, std::int64_t rows);

// The cell's data before a rank loads its part with LoadPart().
// Collective: worker 0 makes the split and sends it to the others.
struct CellData {
  datasets::ColumnStore store;
  datasets::Split split;
  datasets::Hold hold;
};
CellData OpenCellData(const Cell& cell, int rank, const Harness& harness);

// Opens the cell's data and loads this rank's part. Collective.
datasets::Holding LoadCellHolding(const Cell& cell, int rank, const Harness& harness);

// The body of `fdskl worker FOLDER`: initialises MPI, trains and measures. Returns the exit status.
int RunWorker(const std::filesystem::path& folder);
// The same for data that stay with their parties: `fdskl party-worker FOLDER`. Only rank 0 needs to see the folder.
int RunPartyWorker(const std::filesystem::path& folder);

}  // namespace fdskl::cell

#endif  // FDSKL_RUNNERS_CELL_WORKER_H_
