// What one rank of a cell does: `fdskl worker FOLDER`, started by the driver through the launcher.
//
// Reads:  FOLDER/cell.toml (cell_text.h). Writes, at rank 0: the cell's row and curve, as a ResultStore in FOLDER.
// Errors: any exception on any rank is one marked line on standard error and the end of all ranks; see MpiWorld::Run().
#ifndef FDSKL_RUNNERS_WORKER_H_
#define FDSKL_RUNNERS_WORKER_H_

#include <filesystem>

namespace fdskl {

inline constexpr const char* kCellFile = "cell.toml";

// Returns the exit status.
int RunWorker(const std::filesystem::path& folder);

}  // namespace fdskl

#endif  // FDSKL_RUNNERS_WORKER_H_
