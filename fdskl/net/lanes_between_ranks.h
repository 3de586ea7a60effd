// Lanes (lane.h) between all pairs of ranks of a communicator.
#ifndef FDSKL_FDSKL_NET_LANES_BETWEEN_RANKS_H_
#define FDSKL_FDSKL_NET_LANES_BETWEEN_RANKS_H_

#include <mpi.h>

#include <memory>
#include <vector>

#include "fdskl/net/lane.h"

namespace fdskl::net {

struct Lanes {
  std::vector<std::unique_ptr<Lane>> in;   // by peer; none from and to oneself
  std::vector<std::unique_ptr<Lane>> out;  // likewise
};

// Collective. The number of the communicator's ranks that are on this rank's host. Errors: Error when MPI fails.
int RanksOnThisHost(MPI_Comm communicator);

// Collective. No lanes at all unless all ranks are on one host and each may open the others' memory.
Lanes LanesBetweenRanks(MPI_Comm communicator);

}  // namespace fdskl::net

#endif  // FDSKL_FDSKL_NET_LANES_BETWEEN_RANKS_H_
