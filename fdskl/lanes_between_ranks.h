// Lanes (lane.h) between all pairs of ranks of a communicator.
#ifndef FDSKL_FDSKL_LANES_BETWEEN_RANKS_H_
#define FDSKL_FDSKL_LANES_BETWEEN_RANKS_H_

#include <mpi.h>

#include <memory>
#include <vector>

#include "fdskl/lane.h"

namespace fdskl {

struct Lanes {
  std::vector<std::unique_ptr<Lane>> in;   // by peer; none from and to oneself
  std::vector<std::unique_ptr<Lane>> out;  // likewise
};

// Collective. No lanes at all unless all ranks are on one host and each may open the others' memory.
Lanes LanesBetweenRanks(MPI_Comm communicator);

}  // namespace fdskl

#endif  // FDSKL_FDSKL_LANES_BETWEEN_RANKS_H_
