// How much memory there is, and how much was used.
#ifndef FDSKL_BASE_MEMORY_H_
#define FDSKL_BASE_MEMORY_H_

#include <sys/resource.h>

#include <algorithm>
#include <cstdint>

namespace fdskl::base {

// How much memory a process may still take before the machine swaps or the process is killed: what the kernel says is
// available, or what is left of the control group's limit, whichever is less.
std::int64_t AvailableMemoryBytes();

// The most memory that this process, or a child that it has waited for, has had in use at once (resident, with the
// mapped pages of files it has read). A forked child counts what it shares with this process, so it is the larger of
// the two that tells what both took.
inline std::int64_t PeakMemoryBytes() {
  rusage own{};
  rusage children{};
  getrusage(RUSAGE_SELF, &own);
  getrusage(RUSAGE_CHILDREN, &children);
  return std::int64_t{std::max(own.ru_maxrss, children.ru_maxrss)} * 1024;
}

}  // namespace fdskl::base

#endif  // FDSKL_BASE_MEMORY_H_
