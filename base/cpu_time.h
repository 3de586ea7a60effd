// The CPU time of a thread, including the threads and processes that worked for it.
//
// A thread may share work with a Crew (parallel.h) and wait for children (forked_child.h). Both report the CPU time
// that they used, and it is added to the time of the thread that waited for them. Workers may be threads of one
// process: this header tells their times apart, which the process's CPU clock does not.
//
// Thread-safe: every thread has a count of its own.
#ifndef FDSKL_BASE_CPU_TIME_H_
#define FDSKL_BASE_CPU_TIME_H_

namespace fdskl::base {

struct CpuTime {
  // Used by the thread outside of crew runs, and by children that it waited for.
  double alone_seconds = 0;
  // Used in crew runs by all threads together, and by the slowest thread of each run.
  double shared_seconds = 0;
  double slowest_seconds = 0;

  // The time that the same work takes on a machine with `cores` cores. Shared work is divided among all cores, but
  // takes no less time than its slowest thread.
  // REQUIRES: cores >= 1.
  double On(int cores) const;

  CpuTime operator-(const CpuTime& earlier) const;
};

// The time used for the calling thread so far. Only the difference of two such values is meaningful.
CpuTime CpuTimeNow();

// The CPU clock of the calling thread alone, and of all threads of this process.
double ThreadSeconds();
double ProcessCpuSeconds();

// Add CPU time that others used for the calling thread. Only Crew and ForkedChild call these.
// `all` is the time of all threads of a run, `own` the calling thread's part of it, `slowest` the most of one thread.
void AddCrewTime(double own, double all, double slowest);
void AddChildTime(double seconds);

}  // namespace fdskl::base

#endif  // FDSKL_BASE_CPU_TIME_H_
