// What a cell will need in memory and on disk, compared with what there is before it starts: what cannot fit ends at
// once with a row, or an Error, that says what it needs and what there is.
//
// Memory: the columns that the workers hold, and what the method says (MethodSettings::Memory()). Only what a cell
//         takes for certain counts against it, so nothing is refused that fits; what it may take besides is for
//         estimates. tests: needs_program_test compares both with what small runs of every method took.
// Disk:   files of the run, the model, the rows. Prepare() looks for the room of a prepared dataset by itself.
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

// The data of a cell, as far as they are known before they are read.
struct DataSize {
  double train_rows = 0, test_rows = 0, columns = 0;
  double entries = 0;  // entries of a sample that are stored: `columns` when dense
  bool sparse = false;
  double least_nonzeros = 0;  // entries of a sample that are not zero, at least; at most they are all that are stored

  double rows() const { return train_rows + test_rows; }
};

// The share of a dense dataset's entries that are not zero, as the catalogue has it; 0 where it is not known.
double KnownDensity(std::string_view dataset);

// `density`: KnownDensity().
DataSize DenseSize(double train_rows, double test_rows, double columns, double density);
DataSize SparseSize(double train_rows, double test_rows, double columns, double entries);
// That of prepared data, of which the cell may use some rows.
DataSize SizeOf(const Cell& cell, const datasets::Prepared& data);

// What worker `worker` gets of it.
WorkerSize SizeOfWorker(const Cell& cell, const DataSize& data, int worker);

// What a worker takes: its columns, or what it keeps of them if they are in the store, then what the method says.
std::vector<MemoryPart> WorkerNeed(const Cell& cell, const DataSize& data, int worker, bool holds_columns);

// What all workers take together, and what every process takes: for a machine that runs them all. Columns that the
// method could also read from the store are counted as what it may take.
std::vector<MemoryPart> CellNeed(const Cell& cell, const DataSize& data);

double Least(std::span<const MemoryPart> parts);
double Most(std::span<const MemoryPart> parts);

// The memory that a cell may take on this machine: what is free, or its memory limit if that is less.
struct MemoryRoom {
  double bytes = 0;
  bool is_limit = false;
};
MemoryRoom RoomFor(const Cell& cell);

// "needs at least 1.1 GB of memory (the merged kernel in LIBSVM's form 1.1 GB, columns 3.01 MB); the limit is 500 MB";
// empty when there is room. The parts are the largest that matter.
std::string Shortage(std::span<const MemoryPart> parts, const MemoryRoom& room);

// Called by all ranks before they take memory. Collective.
// Errors: OutOfMemory, on all ranks, when what the ranks of one machine need, `own` of each, has no room there.
void RequireMemory(const Cell& cell, const Harness& harness, std::span<const MemoryPart> own);

// Errors: Error names the folder, what is to be written there, how much it takes at least, and how much is free.
void RequireDisk(const Cell& cell, const DataSize& data, const std::filesystem::path& scratch,
                 const std::filesystem::path& results);

}  // namespace fdskl::cell

#endif  // FDSKL_RUNNERS_CELL_NEEDS_H_
