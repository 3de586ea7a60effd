// How much memory a process may still take without the machine swapping or the process being killed.
#ifndef FDSKL_BASE_AVAILABLE_MEMORY_H_
#define FDSKL_BASE_AVAILABLE_MEMORY_H_

#include <cstdint>

namespace fdskl::base {

// What the kernel says is available, or what is left of the control group's limit, whichever is less.
std::int64_t AvailableMemoryBytes();

}  // namespace fdskl::base

#endif  // FDSKL_BASE_AVAILABLE_MEMORY_H_
