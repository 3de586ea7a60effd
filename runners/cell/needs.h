// What a cell will need in memory and on disk, compared with what is free before it starts. A cell that cannot fit ends
// at once, with a row or an Error that says what it needs and what there is.
//
// Memory: the columns that the workers hold, and what the method says (MethodSettings::Memory()). Only what a cell
//         certainly takes (`least`) counts against it, so no cell that fits is refused. What it may take at most is for
//         estimates. needs_program_test compares both with what small runs of every method took.
// Disk:   files of the run, the model, the rows. Prepare() itself checks the room for a prepared dataset.
#ifndef FDSKL_RUNNERS_CELL_NEEDS_H_
#define FDSKL_RUNNERS_CELL_NEEDS_H_

#include <filesystem>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "datasets/prepare.h"
#include "fdskl/method_entry.h"
#include "runners/cell/cell.h"
#include "runners/cell/harness.h"

namespace fdskl::cell {

// The size of a cell's data, as far as it is known before they are read.
struct DataSize {
  double train_rows = 0, test_rows = 0, columns = 0;
  double entries = 0;  // stored entries per sample: `columns` when dense
  bool sparse = false;
  double least_nonzeros = 0;  // nonzero entries per sample, at least; at most all stored entries are nonzero

  double rows() const { return train_rows + test_rows; }
};

// The share of a dense dataset's entries that are not zero, from the catalogue; 0 when it is not known.
double KnownDensity(std::string_view dataset);

// `density` is from KnownDensity().
DataSize DenseSize(double train_rows, double test_rows, double columns, double density);
DataSize SparseSize(double train_rows, double test_rows, double columns, double entries);
// The size of the rows of prepared data that the cell uses.
DataSize SizeOf(const Cell& cell, const datasets::Prepared& data);

// The share of the data that one worker gets.
WorkerSize SizeOfWorker(const Cell& cell, const DataSize& data, int worker);

// The memory of one worker: first its columns, or the part of them that it caches when they stay in the store, then
// what the method says.
std::vector<MemoryPart> WorkerNeed(const Cell& cell, const DataSize& data, int worker, bool holds_columns);

// The memory of all workers and their processes together, on a machine that runs them all. Columns that the method
// could also read from the store count in `most` only.
std::vector<MemoryPart> CellNeed(const Cell& cell, const DataSize& data);

// The sums of the parts' `least` and of their `most`.
double Least(std::span<const MemoryPart> parts);
double Most(std::span<const MemoryPart> parts);

// The memory that a cell may take on this machine: what is free, or the cell's memory limit if that is less.
struct MemoryRoom {
  double bytes = 0;
  bool is_limit = false;
};
MemoryRoom RoomFor(const Cell& cell);

// "needs at least 1.1 GB of memory (the merged kernel in LIBSVM's form 1.1 GB, columns 3.01 MB); the limit is 500 MB";
// empty when there is room. The parts are listed largest first, without those of at most 1%.
std::string Shortage(std::span<const MemoryPart> parts, const MemoryRoom& room);

// Called by all ranks before they take memory; `own` is the need of the calling rank. Collective.
// Errors: OutOfMemory on all ranks, when the ranks of some machine together need more than there is room for.
void RequireMemory(const Cell& cell, const Harness& harness, std::span<const MemoryPart> own);

// Checks that the files of a cell have room on the disk. `results` may be empty: then no row is written.
// Errors: Error names the folder, what is to be written there, how much it takes at least, and how much is free.
void RequireDisk(const Cell& cell, const DataSize& data, const std::filesystem::path& scratch,
                 const std::filesystem::path& results);

}  // namespace fdskl::cell

#endif  // FDSKL_RUNNERS_CELL_NEEDS_H_
