// Independent jobs on several threads.
#ifndef FDSKL_BASE_PARALLEL_H_
#define FDSKL_BASE_PARALLEL_H_

#include <cstdint>
#include <functional>

namespace fdskl::base {

// Runs job(index, thread) for index 0 .. jobs-1, each once, on at most `threads` threads (numbered from 0, the caller's
// among them), in no promised order. The first exception is rethrown once all threads have stopped.
void ParallelFor(std::int64_t jobs, int threads, const std::function<void(std::int64_t, int)>& job);

}  // namespace fdskl::base

#endif  // FDSKL_BASE_PARALLEL_H_
