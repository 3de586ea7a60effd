#include "runners/cell/launch.h"

#include <gtest/gtest.h>
#include <unistd.h>

#include <chrono>
#include <csignal>
#include <thread>

#include "base/interrupt.h"
#include "base/process.h"
#include "base/stopwatch.h"
#include "base/testing.h"

namespace fdskl::cell {
namespace {

// How long the scripts' children sleep. A launch that waits for one instead of ending it takes longer than kWaited.
constexpr const char* kSleep = "sleep 100";
constexpr double kWaited = 80;

// Launches shell scripts; afterwards none of their processes may be left.
class LaunchTest : public ::testing::Test {
 protected:
  LaunchResult Run(const std::string& script) {
    request_.command = {"sh", "-c", script};
    request_.environment = {mark_};
    request_.on_line = [this](std::string_view line) { lines_.emplace_back(line); };
    const base::Stopwatch watch;
    LaunchResult result = Launch(request_);
    seconds_ = watch.Seconds();
    EXPECT_TRUE(base::MarkedProcesses(mark_).empty());
    return result;
  }

  std::string mark_ = fmt::format("FDSKL_LAUNCH_TEST={}", getpid());
  LaunchRequest request_;
  std::vector<std::string> lines_;
  double seconds_ = 0;
};

TEST_F(LaunchTest, HandsOnEveryLine) {
  const LaunchResult result = Run("echo one; echo noise >&2; sleep 0.1; echo two; printf three");
  EXPECT_EQ(result.ending, Ending::kFinished);
  EXPECT_EQ(result.reason, "");
  EXPECT_EQ(lines_, (std::vector<std::string>{"one", "two", "three"}));
}

TEST_F(LaunchTest, MuchOutputDoesNotBlock) {
  EXPECT_EQ(Run("i=0; while [ $i -lt 20000 ]; do echo $i; echo $i >&2; i=$((i+1)); done").ending, Ending::kFinished);
  EXPECT_EQ(lines_.size(), 20000U);
}

TEST_F(LaunchTest, FailureCarriesTheRanksWords) {
  const LaunchResult result = Run("echo noise >&2; echo 'fdskl-error: rank 3: no labels' >&2; exit 7");
  EXPECT_EQ(result.ending, Ending::kFailed);
  EXPECT_EQ(result.reason, "rank 3: no labels");
}

TEST_F(LaunchTest, ALauncherThatGoesOnAfterItsRanksIsEnded) {
  request_.alone_limit_seconds = 0.5;
  const LaunchResult ended = Run(fmt::format("sleep 3 & wait; echo result; exec {}", kSleep));
  EXPECT_LT(seconds_, kWaited);
  EXPECT_EQ(ended.ending, Ending::kFinished);
  EXPECT_EQ(ended.reason, "the launcher went on for 0.5 s after its ranks, and was killed");
  EXPECT_EQ(lines_, (std::vector<std::string>{"result"}));
  const LaunchResult failed =
      Run(fmt::format("sleep 3 & wait; echo 'fdskl-error: rank 3: no disk' >&2; exec {}", kSleep));
  EXPECT_LT(seconds_, kWaited);
  EXPECT_EQ(failed.ending, Ending::kFailed);
  EXPECT_EQ(failed.reason, "rank 3: no disk");
  // A launcher that has started nothing yet is not alone.
  EXPECT_EQ(Run("exec sleep 4").ending, Ending::kFinished);
  // Nor is one whose ranks run elsewhere, after a helper that ran here.
  request_.start_line = "fdskl-started 8";
  EXPECT_EQ(Run("sleep 2.5 & wait; echo fdskl-started 8; exec sleep 5").reason, "");
}

TEST_F(LaunchTest, DeathByASignalIsAFailure) {
  const LaunchResult result = Run("kill -SEGV $$");
  EXPECT_EQ(result.ending, Ending::kFailed);
  EXPECT_EQ(result.reason, "the launcher ended with signal 11 (Segmentation fault)");
}

TEST_F(LaunchTest, ACommandThatIsNotThereIsAnError) {
  request_.command = {"fdskl-no-such-launcher"};
  EXPECT_EQ(base::testing::ErrorOf([&] { Launch(request_); }),
            "cannot start 'fdskl-no-such-launcher': No such file or directory");
}

TEST_F(LaunchTest, TheTimeLimitEndsEvenWhatIgnoresSignals) {
  request_.time_limit_seconds = 0.3;
  const LaunchResult result = Run(fmt::format("trap '' TERM INT; setsid {} & while true; do sleep 1; done", kSleep));
  EXPECT_EQ(result.ending, Ending::kTimeLimit);
  EXPECT_LT(seconds_, kWaited);
}

// The launcher takes longer to start the ranks than the ranks may run.
TEST_F(LaunchTest, TheTimeLimitCountsFromTheStartOfTheRanks) {
  request_.start_line = "fdskl-started 8";
  request_.time_limit_seconds = 0.6;
  const LaunchResult result = Run("sleep 1.5; echo '[1,0]<stdout>:fdskl-started 8'; echo one");
  EXPECT_EQ(result.ending, Ending::kFinished) << result.reason;
  EXPECT_EQ(lines_, (std::vector<std::string>{"one"})) << "the start line is for Launch() alone";
  EXPECT_EQ(Run(fmt::format("echo fdskl-started 8; {}", kSleep)).ending, Ending::kTimeLimit);
}

TEST_F(LaunchTest, RanksThatNeverStartAreTheLaunchersFailure) {
  request_.start_line = "fdskl-started 8";
  const char* const refusal = "srun: error: Unable to create step for job 3: Job/step already completing or completed";
  const LaunchResult refused = Run(fmt::format("echo '{}' >&2; exit 1", refusal));
  EXPECT_EQ(refused.ending, Ending::kNotStarted);
  EXPECT_EQ(refused.reason, fmt::format("the launcher ended with exit status 1; it said: {}", refusal));
  EXPECT_EQ(Run("true").ending, Ending::kNotStarted);
  EXPECT_EQ(Run("echo fdskl-started 1").ending, Ending::kNotStarted) << "eight were wanted";

  request_.start_limit_seconds = 0.5;
  request_.time_limit_seconds = 0.1;
  const char* const waits = "srun: Job 3 step creation temporarily disabled, retrying (Requested nodes are busy)";
  const LaunchResult waited = Run(fmt::format("echo '{}' >&2; {}", waits, kSleep));
  EXPECT_EQ(waited.ending, Ending::kNotStarted);
  EXPECT_EQ(waited.reason, fmt::format("no rank started within 0.5 s; it said: {}", waits));
}

// What Slurm 22.05 wrote when a rank was killed, and when one ended by itself.
TEST(FailureReason, UnderSlurmIsTheRankThatDied) {
  EXPECT_EQ(FailureReason({"srun: Job 3 step creation temporarily disabled, retrying (Requested nodes are busy)",
                           "srun: Step created for job 3", "srun: error: n2: task 3: Killed",
                           "srun: launch/slurm: _step_signal: Terminating StepId=3.0",
                           "slurmstepd: error: *** STEP 3.0 ON n1 CANCELLED AT 2026-11-17T06:00:00 ***",
                           "srun: error: n1: tasks 0-2: Terminated"},
                          137 << 8),
            "rank 3 on n2: Killed");
  EXPECT_EQ(FailureReason({"srun: error: n1: tasks 0-1: Exited with exit code 127"}, 127 << 8),
            "ranks 0-1 on n1: Exited with exit code 127");
  EXPECT_EQ(FailureReason({"srun: job 4 queued and waiting for resources", "srun: error: Node failure on n2"}, 1 << 8),
            "the launcher ended with exit status 1; it said: srun: error: Node failure on n2");
  EXPECT_EQ(FailureReason({"[n1:8539] plm:rsh: Warning: setpgid(8560,8560) failed", "no route to n2"}, 255 << 8),
            "the launcher ended with exit status 255; it said: no route to n2");
}

TEST_F(LaunchTest, TheMemoryLimitCountsAllProcesses) {
  request_.memory_limit_bytes = 100 << 20;
  const LaunchResult result = Run(fmt::format("head -c 300000000 /dev/zero | tail -c 290000000 | {}", kSleep));
  EXPECT_EQ(result.ending, Ending::kMemoryLimit);
  EXPECT_NE(result.reason.find("the limit is 100 MiB"), std::string::npos) << result.reason;
}

TEST_F(LaunchTest, WhatALauncherLeavesRunningIsEnded) {
  for (const char* output : {">/dev/null 2>&1", ""}) {
    EXPECT_EQ(Run(fmt::format("setsid {} {} & exit 0", kSleep, output)).ending, Ending::kFinished);
    EXPECT_LT(seconds_, kWaited);
  }
}

TEST_F(LaunchTest, AnInterruptEndsItAll) {
  const base::InterruptGuard guard;
  std::thread user([] {
    std::this_thread::sleep_for(std::chrono::milliseconds(300));
    kill(getpid(), SIGINT);
  });
  const LaunchResult result = Run(fmt::format("trap '' INT; {}", kSleep));
  user.join();
  EXPECT_EQ(result.ending, Ending::kInterrupted);
  EXPECT_LT(seconds_, kWaited);
}

TEST_F(LaunchTest, TheChildDoesNotOutliveItsDriver) {
  const pid_t driver = fork();
  if (driver == 0) {
    request_.command = {"sleep", "100"};
    request_.environment = {mark_};
    Launch(request_);
    _exit(0);
  }
  while (base::MarkedProcesses(mark_).empty()) std::this_thread::sleep_for(std::chrono::milliseconds(10));
  const base::Stopwatch watch;
  kill(driver, SIGKILL);
  waitpid(driver, nullptr, 0);
  while (!base::MarkedProcesses(mark_).empty()) std::this_thread::sleep_for(std::chrono::milliseconds(10));
  EXPECT_LT(watch.Seconds(), kWaited);
}

}  // namespace
}  // namespace fdskl::cell
