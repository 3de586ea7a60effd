// The allocation of a batch system that this process runs in.
#ifndef FDSKL_RUNNERS_CELL_ALLOCATION_H_
#define FDSKL_RUNNERS_CELL_ALLOCATION_H_

#include <optional>
#include <string>

namespace fdskl::cell {

// Why nothing more can run in the allocation: "Slurm's job 7 is COMPLETING". Asks `squeue` about $SLURM_JOB_ID. None
// while the job runs, without an allocation, and where Slurm does not answer.
std::optional<std::string> EndOfAllocation();

}  // namespace fdskl::cell

#endif  // FDSKL_RUNNERS_CELL_ALLOCATION_H_
