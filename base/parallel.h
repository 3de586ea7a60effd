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
// Their CPU time is added to the caller's (cpu_time.h).
// REQUIRES: one thread at a time calls Run(), and never from within a job of the same crew.
class Crew {
 public:
  using Job = std::function<void(std::int64_t index, int thread)>;

  // `threads` counts the caller of Run().
  // REQUIRES: threads >= 1.
  explicit Crew(int threads);
  Crew(const Crew&) = delete;
  Crew& operator=(const Crew&) = delete;
  ~Crew();

  int threads() const { return threads_; }

  // Runs job(index, thread) once for each index 0 .. jobs-1, in any order, and returns when all are done. The caller is
  // thread 0. After an exception no further jobs start; the first exception is rethrown once all threads have stopped.
  void Run(std::int64_t jobs, const Job& job);

 private:
  void Live(int thread);
  // Runs jobs until none is left. Returns the thread's CPU time since `begin`, a value of ThreadSeconds().
  double Work(int thread, double begin);
  void Count(double cpu_seconds);

  int threads_;
  std::vector<std::thread> others_;
  std::mutex mutex_;
  std::condition_variable wake_, done_;
  // The present run; the mutex guards all but next_.
  std::int64_t run_ = 0;  // number of the run
  bool ends_ = false;     // the crew is being destroyed
  int working_ = 0;       // threads besides the caller's that have not finished the run
  std::int64_t jobs_ = 0;
  const Job* job_ = nullptr;
  std::exception_ptr failure_;
  double cpu_seconds_ = 0;      // used by the threads that have finished it
  double slowest_seconds_ = 0;  // the most that one of them used
  std::atomic<std::int64_t> next_ = 0;
};

// The number of processors that this process may use, at least 1: those that it may run on (sched_getaffinity), but no
// more than Slurm gave each task (SLURM_CPUS_PER_TASK).
int Cores();

// Runs the jobs on a crew of at most `threads` threads that lives for this call.
// REQUIRES: threads >= 1.
void ParallelFor(std::int64_t jobs, int threads, const Crew::Job& job);

}  // namespace fdskl::base

#endif  // FDSKL_BASE_PARALLEL_H_
