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

// How long the scripts' children sleep. Whoever waits for one instead of ending it takes longer than kWaited.
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
