// Where a row comes from: the program, the machine, the libraries, the time.
#ifndef FDSKL_RUNNERS_CELL_PROVENANCE_H_
#define FDSKL_RUNNERS_CELL_PROVENANCE_H_

#include <ctime>
#include <string>

#include "results/run_row.h"

namespace fdskl::cell {

// The commit is the source tree's present one. If git cannot tell, it is the one that CMake saw, and counts as dirty.

// The version with its commit, for --version: "1.0 (commit 0123456789ab, changed)"; "changed" if dirty.
std::string VersionText();

// Fills in commit, dirty, compiler, flags, cpu, mpi, libraries, and `begin` as the time.
void FillProvenance(std::time_t begin, results::RunRow& run);

}  // namespace fdskl::cell

#endif  // FDSKL_RUNNERS_CELL_PROVENANCE_H_
