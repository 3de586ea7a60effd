// Starts MPI, and ends it with the process.
#ifndef FDSKL_FDSKL_NET_MPI_WORLD_H_
#define FDSKL_FDSKL_NET_MPI_WORLD_H_

#include <mpi.h>
#include <sched.h>

#include <algorithm>
#include <chrono>
#include <functional>
#include <string>
#include <thread>

#include "base/stopwatch.h"

namespace fdskl::net {

// A new communicator of all ranks, on which MPI calls return their errors.
// Collective: all ranks call it.
MPI_Comm DuplicateWorld();

// The number of ranks of the communicator that run on this rank's host.
// Collective: all ranks of the communicator call it.
int RanksOnThisHost(MPI_Comm communicator);

// Polls until done(): first at once, then after yielding, then after sleeps of an eighth of the time waited so far. So
// waiting costs little, though ranks may outnumber cores, and waking late adds little to the time already spent.
// Returns the seconds waited.
template <class Done>
double WaitUntil(const Done& done, double longest_sleep_microseconds = 500) {
  constexpr int kLooks = 8;
  const base::Stopwatch waited;
  for (int look = 0; look < kLooks; ++look) {
    if (done()) return waited.Seconds();
    if (look >= kLooks / 2) sched_yield();
  }
  while (!done()) {
    const double microseconds = std::clamp(waited.Seconds() * 1e6 / 8, 10.0, longest_sleep_microseconds);
    std::this_thread::sleep_for(std::chrono::microseconds(static_cast<int>(microseconds)));
  }
  return waited.Seconds();
}

// The line by which rank 0 tells its driver that this many ranks have started.
std::string StartedLine(int ranks);

// MPI in this process.
// Lifetime: one per process, made first and destroyed last.
// Privacy:  once it is made, the process writes no core file.
class MpiWorld {
 public:
  MpiWorld();
  ~MpiWorld();
  MpiWorld(const MpiWorld&) = delete;
  MpiWorld& operator=(const MpiWorld&) = delete;

  int rank() const { return rank_; }
  int size() const { return size_; }

  // A communicator for messages outside the protocol, such as reductions of times and counters. They are not counted.
  MPI_Comm harness() const { return harness_; }

  // For ranks that a driver of this program launched: tells it that all ranks have started. Rank 0 prints StartedLine()
  // on standard output.
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
