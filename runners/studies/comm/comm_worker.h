// One rank of the experiment `comm`: `fdskl comm-worker FOLDER SECONDS CASE...`, which `fdskl comm` starts.
//
// Each case sums tiles of the training set's linear-kernel matrix, at places drawn from a public seed. Every rank
// computes its own columns' part of a tile. The clock starts when all ranks have their part, and stops when rank 0 has
// the sum. At least kLeastTiles are summed, and more until SECONDS have been measured. `seconds` is their median times
// the number of tiles in the whole matrix. A rank holds one tile at a time, whatever the number of samples, or
// kLeastTiles in a pipelined case, which sums them without a pause. No link is simulated here.
//
// Checks: rank 0 reads all columns, and compares the sums of the first kLeastTiles tiles with the central matrix. The
//         messages, bytes and longest chain of a tile's sum are counted and compared with the closed form.
// Reads:  FOLDER/cell.toml, for the data and their partition.
// Writes: FOLDER/comm.arrow, at rank 0.
// Errors: any exception on any rank, a check that fails among them, ends all ranks; see MpiWorld::Run().
#ifndef FDSKL_RUNNERS_STUDIES_COMM_COMM_WORKER_H_
#define FDSKL_RUNNERS_STUDIES_COMM_COMM_WORKER_H_

#include <cstddef>
#include <string>
#include <vector>

namespace fdskl::comm {

inline constexpr const char* kCommFile = "comm.arrow";
inline constexpr std::size_t kLeastTiles = 4;

struct CommWork {
  std::string folder;
  double seconds = 0;
  std::vector<std::string> cases;  // as CaseText() writes them
};

// Runs the cases on this rank. Returns the exit status.
int RunCommWorker(const CommWork& work);

}  // namespace fdskl::comm

#endif  // FDSKL_RUNNERS_STUDIES_COMM_COMM_WORKER_H_
