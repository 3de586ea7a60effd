#include "base/cpu_time.h"

#include <gtest/gtest.h>

#include <chrono>
#include <thread>

#include "base/forked_child.h"
#include "base/parallel.h"

namespace fdskl::base {
namespace {

// Uses this much CPU time on the calling thread.
void Burn(double seconds) {
  const double end = ThreadSeconds() + seconds;
  while (ThreadSeconds() < end) continue;
}

TEST(CpuTime, SharedWorkIsDealtToTheCores) {
  const CpuTime time{.alone_seconds = 10, .shared_seconds = 12, .slowest_seconds = 4};
  EXPECT_EQ(time.On(1), 22);
  EXPECT_EQ(time.On(2), 16);
  EXPECT_EQ(time.On(3), 14);
  EXPECT_EQ(time.On(100), 14);  // no less than the slowest thread
}

TEST(CpuTime, SleepingDoesNotCount) {
  const CpuTime begin = CpuTimeNow();
  std::this_thread::sleep_for(std::chrono::milliseconds(50));
  EXPECT_LT((CpuTimeNow() - begin).On(1), 0.025);
}

TEST(CpuTime, ContainsWhatACrewDid) {
  Crew crew(2);
  const CpuTime begin = CpuTimeNow();
  crew.Run(8, [](std::int64_t, int) { Burn(0.01); });
  Burn(0.02);
  const CpuTime used = CpuTimeNow() - begin;
  EXPECT_GT(used.shared_seconds, 0.08);
  EXPECT_LT(used.shared_seconds, 0.16);
  EXPECT_GE(used.slowest_seconds, 0.04);
  EXPECT_GT(used.alone_seconds, 0.02);
  EXPECT_LT(used.alone_seconds, 0.06);
}

TEST(CpuTime, ContainsWhatAChildDid) {
  const CpuTime begin = CpuTimeNow();
  {
    ForkedChild child("burner", [](const PipeWriter& pipe) {
      Burn(0.05);
      const int done = 1;
      pipe.Send(std::span(&done, 1));
    });
    int done = 0;
    child.Receive(std::span(&done, 1));
  }
  const CpuTime used = CpuTimeNow() - begin;
  EXPECT_GT(used.On(1), 0.05);
  EXPECT_EQ(used.shared_seconds, 0);
  EXPECT_LT(used.On(1), 0.2);
}

// Every WaitForBytes() adds the time that the child has used so far.
TEST(CpuTime, GrowsWhileAChildWorks) {
  const CpuTime begin = CpuTimeNow();
  ForkedChild child("burner", [](const PipeWriter&) { Burn(60); });
  while ((CpuTimeNow() - begin).On(1) < 0.05) child.WaitForBytes(0.01);
}

}  // namespace
}  // namespace fdskl::base
