// CPU time that a thread and those who work for it have used.
//
// A thread may share work with a Crew (parallel.h) and wait for children (forked_child.h). Both tell this header what
// they used, so that the time of the waiting thread contains it. Unlike the process's own CPU clock this tells apart
// workers that are threads of one process.
#ifndef FDSKL_BASE_CPU_TIME_H_
#define FDSKL_BASE_CPU_TIME_H_

namespace fdskl::base {

struct CpuTime {
  // Used by the thread alone, and by children that it waited for.
  double alone_seconds = 0;
  // Used by the thread and its crews together, and by the slowest thread of each crew.
  double shared_seconds = 0;
  double slowest_seconds = 0;

  // The time that this takes on a machine of so many cores: work that was shared is dealt to all of them, but takes no
  // less than its slowest thread. REQUIRES: cores >= 1.
  double On(int cores) const;

  CpuTime operator-(const CpuTime& earlier) const;
};

// What the calling thread has used so far. Differences of two values mean something; a value alone does not.
CpuTime CpuTimeNow();

// The CPU clock of the calling thread alone, and of all threads of this process.
double ThreadSeconds();
double ProcessCpuSeconds();

// What others did for the calling thread. For Crew and ForkedChild.
// `own` of `all` seconds were the calling thread's; `slowest` is the greatest of one thread.
void AddCrewTime(double own, double all, double slowest);
void AddChildTime(double seconds);

}  // namespace fdskl::base

#endif  // FDSKL_BASE_CPU_TIME_H_
