// Processor time, which other programs on the machine do not change as they change elapsed time.
#ifndef FDSKL_BASE_CPU_TIME_H_
#define FDSKL_BASE_CPU_TIME_H_

#include <ctime>

namespace fdskl::base {

// Seconds that all threads of this process have computed so far.
inline double ProcessCpuSeconds() {
  timespec time{};
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time);
  return static_cast<double>(time.tv_sec) + 1e-9 * static_cast<double>(time.tv_nsec);
}

}  // namespace fdskl::base

#endif  // FDSKL_BASE_CPU_TIME_H_
