// Independent jobs on several threads.
#ifndef FDSKL_BASE_PARALLEL_H_
#define FDSKL_BASE_PARALLEL_H_

#include <atomic>
#include <condition_variable>
#include <cstdint>
#include <exception>
#include <functional>
#include <mutex>
#include <thread>
#include <vector>

namespace fdskl::base {

// Threads that live as long as the crew and sleep between its runs. They start with the first run that needs them.
// The CPU time that they use counts as the caller's (cpu_time.h).
// REQUIRES: one thread at a time calls Run(), and none of the crew's own does.
class Crew {
 public:
  using Job = std::function<void(std::int64_t index, int thread)>;

  // `threads` counts the caller of Run(). REQUIRES: threads >= 1.
  explicit Crew(int threads);
  Crew(const Crew&) = delete;
  Crew& operator=(const Crew&) = delete;
  ~Crew();

  int threads() const { return threads_; }

  // Runs job(index, thread) for index 0 .. jobs-1, each once, in no promised order. Threads are numbered from 0, the
  // caller's. The first exception is rethrown once all threads have stopped.
  void Run(std::int64_t jobs, const Job& job);

 private:
  void Live(int thread);
  // Does jobs until there are none. Returns the CPU time of the thread since `begin`, a time of ThreadSeconds().
  double Work(int thread, double begin);
  void Count(double cpu_seconds);

  int threads_;
  std::vector<std::thread> others_;
  std::mutex mutex_;
  std::condition_variable wake_, done_;
  // The present run, guarded by the mutex but for next_:
  std::int64_t run_ = 0;  // its number
  bool ends_ = false;     // there will be no other
  int working_ = 0;       // other threads that have not finished it
  std::int64_t jobs_ = 0;
  const Job* job_ = nullptr;
  std::exception_ptr failure_;
  double cpu_seconds_ = 0;      // used by the threads that have finished it
  double slowest_seconds_ = 0;  // the most that one of them used
  std::atomic<std::int64_t> next_ = 0;
};

// The processors that this process may use; at least 1: those of the machine that it may run on (sched_getaffinity),
// and of them no more than Slurm gave each task (SLURM_CPUS_PER_TASK).
int Cores();

// The same once, on at most `threads` threads.
void ParallelFor(std::int64_t jobs, int threads, const Crew::Job& job);

}  // namespace fdskl::base

#endif  // FDSKL_BASE_PARALLEL_H_
