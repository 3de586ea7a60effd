#include "base/parallel.h"

#include <sched.h>

#include <algorithm>
#include <cstdlib>

#include "base/cpu_time.h"
#include "base/error.h"

namespace fdskl::base {

Crew::Crew(int threads) : threads_(threads) { FDSKL_REQUIRE(threads >= 1); }

Crew::~Crew() {
  {
    const std::lock_guard lock(mutex_);
    ends_ = true;
  }
  wake_.notify_all();
  for (std::thread& thread : others_) thread.join();
}

void Crew::Run(std::int64_t jobs, const Job& job) {
  if (threads_ == 1 || jobs <= 1) {
    for (std::int64_t index = 0; index < jobs; ++index) job(index, 0);
    return;
  }
  if (others_.empty()) {
    for (int thread = 1; thread < threads_; ++thread) others_.emplace_back([this, thread] { Live(thread); });
  }
  const double begin = ThreadSeconds();  // before the others wake, so that waking them counts as part of the run
  {
    const std::lock_guard lock(mutex_);
    jobs_ = jobs;
    job_ = &job;
    next_ = 0;
    failure_ = nullptr;
    working_ = threads_ - 1;
    cpu_seconds_ = slowest_seconds_ = 0;
    ++run_;
  }
  wake_.notify_all();
  const double own = Work(0, begin);
  std::unique_lock lock(mutex_);
  done_.wait(lock, [&] { return working_ == 0; });
  Count(own);
  AddCrewTime(own, cpu_seconds_, slowest_seconds_);
  if (failure_) std::rethrow_exception(failure_);
}

void Crew::Live(int thread) {
  std::int64_t last = 0;
  while (true) {
    {
      std::unique_lock lock(mutex_);
      wake_.wait(lock, [&] { return ends_ || run_ > last; });
      if (ends_) return;
      last = run_;
    }
    const double used = Work(thread, ThreadSeconds());
    const std::lock_guard lock(mutex_);
    Count(used);
    if (--working_ == 0) done_.notify_one();
  }
}

void Crew::Count(double cpu_seconds) {
  cpu_seconds_ += cpu_seconds;
  slowest_seconds_ = std::max(slowest_seconds_, cpu_seconds);
}

double Crew::Work(int thread, double begin) {
  try {
    for (std::int64_t index = next_++; index < jobs_; index = next_++) (*job_)(index, thread);
  } catch (...) {
    const std::lock_guard lock(mutex_);
    if (!failure_) failure_ = std::current_exception();
    next_ = jobs_;
  }
  return ThreadSeconds() - begin;
}

int Cores() {
  cpu_set_t allowed;
  CPU_ZERO(&allowed);
  int cores = sched_getaffinity(0, sizeof allowed, &allowed) == 0
                  ? CPU_COUNT(&allowed)
                  : static_cast<int>(std::thread::hardware_concurrency());
  const char* const task = std::getenv("SLURM_CPUS_PER_TASK");
  if (const int given = task == nullptr ? 0 : std::atoi(task); given > 0) cores = std::min(cores, given);
  return std::max(1, cores);
}

void ParallelFor(std::int64_t jobs, int threads, const Crew::Job& job) {
  Crew(static_cast<int>(std::clamp<std::int64_t>(jobs, 1, threads))).Run(jobs, job);
}

}  // namespace fdskl::base
