// The batch system's allocation that this process runs in, if it runs in one. Only Slurm is known.
#ifndef FDSKL_RUNNERS_CELL_ALLOCATION_H_
#define FDSKL_RUNNERS_CELL_ALLOCATION_H_

#include <optional>
#include <string>

namespace fdskl::cell {

// Asks `squeue` about $SLURM_JOB_ID. Returns why nothing more can run in the allocation: "Slurm's job 7 is COMPLETING".
// Returns nothing while the job runs, outside an allocation, and when Slurm does not answer.
std::optional<std::string> EndOfAllocation();

}  // namespace fdskl::cell

#endif  // FDSKL_RUNNERS_CELL_ALLOCATION_H_
