#include "base/parallel.h"

#include <algorithm>
#include <atomic>
#include <exception>
#include <mutex>
#include <thread>
#include <vector>

namespace fdskl::base {

void ParallelFor(std::int64_t jobs, int threads, const std::function<void(std::int64_t, int)>& job) {
  std::atomic<std::int64_t> next = 0;
  std::exception_ptr failure;
  std::mutex mutex;
  const auto work = [&](int thread) {
    try {
      for (std::int64_t index = next++; index < jobs; index = next++) job(index, thread);
    } catch (...) {
      const std::lock_guard lock(mutex);
      if (!failure) failure = std::current_exception();
      next = jobs;
    }
  };
  std::vector<std::thread> others;
  const auto wanted = static_cast<int>(std::min<std::int64_t>(threads, jobs));
  for (int thread = 1; thread < wanted; ++thread) others.emplace_back(work, thread);
  work(0);
  for (std::thread& thread : others) thread.join();
  if (failure) std::rethrow_exception(failure);
}

}  // namespace fdskl::base
