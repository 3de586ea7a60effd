#include "base/parallel.h"

#include <gtest/gtest.h>
#include <sched.h>
#include <sys/wait.h>
#include <unistd.h>

#include <set>
#include <stdexcept>

namespace fdskl::base {
namespace {

TEST(Crew, DoesEveryJobOnceInEveryRun) {
  Crew crew(4);
  for (const std::int64_t jobs : {0, 1, 3, 4, 1000, 7}) {
    std::vector<std::atomic<int>> done(static_cast<std::size_t>(jobs));
    crew.Run(jobs, [&](std::int64_t index, int thread) {
      EXPECT_TRUE(0 <= thread && thread < 4);
      ++done[static_cast<std::size_t>(index)];
    });
    for (const std::atomic<int>& count : done) EXPECT_EQ(count, 1);
  }
}

TEST(Crew, IsTheSameThreadsInEveryRun) {
  Crew crew(3);
  std::mutex mutex;
  std::set<std::thread::id> seen;
  // On a busy machine the other threads may do all jobs of many runs before the caller gets one.
  for (int run = 0; run < 50 || (run < 100'000 && !seen.contains(std::this_thread::get_id())); ++run) {
    crew.Run(30, [&](std::int64_t /*index*/, int /*thread*/) {
      const std::lock_guard lock(mutex);
      seen.insert(std::this_thread::get_id());
    });
  }
  EXPECT_LE(seen.size(), 3);
  EXPECT_TRUE(seen.contains(std::this_thread::get_id()));
}

TEST(Crew, RethrowsAndGoesOn) {
  Crew crew(3);
  EXPECT_THROW(crew.Run(100,
                        [](std::int64_t index, int /*thread*/) {
                          if (index == 17) throw std::runtime_error("17");
                        }),
               std::runtime_error);
  std::atomic<int> count = 0;
  crew.Run(100, [&](std::int64_t, int) { ++count; });
  EXPECT_EQ(count, 100);
}

TEST(ParallelFor, StartsNoMoreThreadsThanJobs) {
  ParallelFor(2, 8, [](std::int64_t /*index*/, int thread) { EXPECT_LT(thread, 2); });
  ParallelFor(0, 8, [](std::int64_t, int) { FAIL() << "there is no job"; });
}

// Runs in a child, because it changes the process's processors and environment.
TEST(Cores, AreThoseThatTheProcessMayUse) {
  const auto cores_with = [](const char* task, bool one_processor) {
    const pid_t child = fork();
    if (child == 0) {
      if (task != nullptr) setenv("SLURM_CPUS_PER_TASK", task, 1);
      cpu_set_t one;
      CPU_ZERO(&one);
      CPU_SET(sched_getcpu(), &one);
      if (one_processor && sched_setaffinity(0, sizeof one, &one) != 0) _exit(0);
      _exit(Cores());
    }
    int status = 0;
    waitpid(child, &status, 0);
    return WEXITSTATUS(status);
  };
  const int all = cores_with(nullptr, false);
  EXPECT_EQ(cores_with(nullptr, true), 1);
  EXPECT_EQ(cores_with("1", false), 1);
  EXPECT_EQ(cores_with("100000", false), all);
  EXPECT_EQ(cores_with("none", false), all);
}

}  // namespace
}  // namespace fdskl::base
