// How much memory is available, how much this process has used, and how it gives some back.
#ifndef FDSKL_BASE_MEMORY_H_
#define FDSKL_BASE_MEMORY_H_

#include <malloc.h>
#include <sys/resource.h>

#include <algorithm>
#include <cstdint>
#include <filesystem>

namespace fdskl::base {

// How much memory this process may still take before the machine swaps or the process is killed: the lesser of what the
// kernel calls available and LeftOfGroups().
// Errors: Error when /proc/meminfo does not say.
std::int64_t AvailableMemoryBytes();

// What is left of the least memory limit of this process' control group and of all groups above it, versions 1 and 2:
// that of a container, or of a job of a cluster. The greatest number if there is no limit. The folders are the
// system's, except in tests.
std::int64_t LeftOfGroups(const std::filesystem::path& groups = "/proc/self/cgroup",
                          const std::filesystem::path& root = "/sys/fs/cgroup");

// The greatest resident memory of this process, or of a child that it has waited for, whichever is larger. Pages of
// mapped files count. The two are not added, because pages that a forked child shares with this process count for both.
inline std::int64_t PeakMemoryBytes() {
  rusage own{};
  rusage children{};
  getrusage(RUSAGE_SELF, &own);
  getrusage(RUSAGE_CHILDREN, &children);
  return std::int64_t{std::max(own.ru_maxrss, children.ru_maxrss)} * 1024;
}

// Gives memory that was freed back to the system. Otherwise the C library keeps it for later allocations, and a process
// that once needed much looks as if it still did.
inline void ReturnFreedMemory() { malloc_trim(0); }

}  // namespace fdskl::base

#endif  // FDSKL_BASE_MEMORY_H_
