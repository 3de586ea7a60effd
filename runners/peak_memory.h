// The most memory that this process has had in use at once (resident, with the mapped pages of files it has read).
#ifndef FDSKL_RUNNERS_PEAK_MEMORY_H_
#define FDSKL_RUNNERS_PEAK_MEMORY_H_

#include <sys/resource.h>

#include <cstdint>

namespace fdskl {

inline std::int64_t PeakMemoryBytes() {
  rusage usage{};
  getrusage(RUSAGE_SELF, &usage);
  return std::int64_t{usage.ru_maxrss} * 1024;
}

}  // namespace fdskl

#endif  // FDSKL_RUNNERS_PEAK_MEMORY_H_
