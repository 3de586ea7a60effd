#include "base/cpu_time.h"

#include <algorithm>
#include <ctime>

#include "base/error.h"

namespace fdskl::base {
namespace {

// The CPU time of this thread's crews and children. `alone_seconds` does not include the thread's own clock.
thread_local CpuTime of_others;

double SecondsOf(clockid_t clock) {
  timespec time{};
  clock_gettime(clock, &time);
  return static_cast<double>(time.tv_sec) + 1e-9 * static_cast<double>(time.tv_nsec);
}

}  // namespace

double CpuTime::On(int cores) const {
  FDSKL_REQUIRE(cores >= 1);
  return alone_seconds + std::max(shared_seconds / cores, slowest_seconds);
}

CpuTime CpuTime::operator-(const CpuTime& earlier) const {
  return {alone_seconds - earlier.alone_seconds, shared_seconds - earlier.shared_seconds,
          slowest_seconds - earlier.slowest_seconds};
}

double ThreadSeconds() { return SecondsOf(CLOCK_THREAD_CPUTIME_ID); }

double ProcessCpuSeconds() { return SecondsOf(CLOCK_PROCESS_CPUTIME_ID); }

CpuTime CpuTimeNow() {
  CpuTime time = of_others;
  time.alone_seconds += ThreadSeconds();
  return time;
}

void AddCrewTime(double own, double all, double slowest) {
  of_others.alone_seconds -= own;  // the thread's clock counts it, but it is shared work
  of_others.shared_seconds += all;
  of_others.slowest_seconds += slowest;
}

void AddChildTime(double seconds) { of_others.alone_seconds += seconds; }

}  // namespace fdskl::base
