// The most memory that this process, or a child that it has waited for, has had in use at once (resident, with the
// mapped pages of files it has read). A forked child counts what it shares with this process, so it is the larger of
// the two that tells what both took.
#ifndef FDSKL_BASE_PEAK_MEMORY_H_
#define FDSKL_BASE_PEAK_MEMORY_H_

#include <sys/resource.h>

#include <algorithm>
#include <cstdint>

namespace fdskl::base {

inline std::int64_t PeakMemoryBytes() {
  rusage own{};
  rusage children{};
  getrusage(RUSAGE_SELF, &own);
  getrusage(RUSAGE_CHILDREN, &children);
  return std::int64_t{std::max(own.ru_maxrss, children.ru_maxrss)} * 1024;
}

}  // namespace fdskl::base

#endif  // FDSKL_BASE_PEAK_MEMORY_H_
