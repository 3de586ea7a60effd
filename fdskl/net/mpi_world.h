// MPI from the start to the end of a process.
#ifndef FDSKL_FDSKL_NET_MPI_WORLD_H_
#define FDSKL_FDSKL_NET_MPI_WORLD_H_

#include <mpi.h>

#include <functional>
#include <string>

namespace fdskl::net {

// A new communicator of all ranks, on which MPI calls return their errors. Collective.
MPI_Comm DuplicateWorld();

// The number of ranks of the communicator that run on this rank's host. Collective.
int RanksOnThisHost(MPI_Comm communicator);

// What rank 0 tells its driver when so many ranks have started.
std::string StartedLine(int ranks);

// One per process, made first and destroyed last. From then on the process leaves no core file.
class MpiWorld {
 public:
  MpiWorld();
  ~MpiWorld();
  MpiWorld(const MpiWorld&) = delete;
  MpiWorld& operator=(const MpiWorld&) = delete;

  int rank() const { return rank_; }
  int size() const { return size_; }

  // For what is not part of the protocol (reductions of times and counters): its traffic is not counted.
  MPI_Comm harness() const { return harness_; }

  // For ranks that a driver of ours launched: tells it, at rank 0 by StartedLine() on standard output, that all of them
  // have started.
  void SayStarted() const;

  // Runs body() and returns 0. If it throws, prints "fdskl-error: rank R: message" on standard error and ends all
  // ranks at once.
  int Run(const std::function<void()>& body) const;

 private:
  int rank_ = 0;
  int size_ = 0;
  MPI_Comm harness_ = MPI_COMM_NULL;
};

}  // namespace fdskl::net

#endif  // FDSKL_FDSKL_NET_MPI_WORLD_H_
