// Where a row comes from: program, machine, libraries, time.
#ifndef FDSKL_RUNNERS_CELL_PROVENANCE_H_
#define FDSKL_RUNNERS_CELL_PROVENANCE_H_

#include <ctime>

#include "results/run_row.h"

namespace fdskl::cell {

// Fills in commit, dirty, compiler, flags, cpu, mpi, libraries and time, which is `begin`.
// The commit is that of the source tree now; where git cannot tell, the one that CMake saw, and dirty.
void FillProvenance(std::time_t begin, results::RunRow& run);

}  // namespace fdskl::cell

#endif  // FDSKL_RUNNERS_CELL_PROVENANCE_H_
