// Logical clocks give the times of the closed forms and of messages that are really delayed, as if every party had a
// machine, however busy this one is.
#include "fdskl/net/clock_channel.h"

#include <gtest/gtest.h>
#include <sched.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <functional>

#include "base/stopwatch.h"
#include "base/testing.h"
#include "fdskl/net/link_channel.h"
#include "fdskl/net/sum_cost.h"
#include "fdskl/net/sums.h"
#include "fdskl/net/thread_channel.h"

namespace fdskl::net {
namespace {

constexpr int kRoot = 1;
constexpr std::int64_t kBytes = 2500;

using SumOver = std::function<void(Channel&, std::span<std::uint8_t>)>;

base::CpuTime NoCpuTime() { return {}; }

// A clock that a test advances by hand.
class HandClock {
 public:
  void Compute(double seconds) { now_.alone_seconds += seconds; }
  ClockChannel::CpuClock Function() {
    return [this] { return now_; };
  }

 private:
  base::CpuTime now_;
};

// A way to sum to the root over q workers, and its closed form for one sum.
struct KindOfSum {
  const char* name;
  SumOver sum;
  std::function<SumCost(const LinkModel&)> cost;
};

std::vector<KindOfSum> KindsOfSums(int q) {
  const Tree tree = BroadcastTree(q, kRoot);
  return {{"tree", [tree](Channel& channel, auto values) { TreeSum(channel, tree, values); },
           [tree](const LinkModel& link) { return TreeSumCost(link, tree, kBytes); }},
          {"ring", [](Channel& channel, auto values) { RingSum(channel, kRoot, values); },
           [q](const LinkModel& link) { return RingSumCost(link, q, kBytes); }},
          {"star", [](Channel& channel, auto values) { StarSum(channel, kRoot, values); },
           [q](const LinkModel& link) { return StarSumCost(link, q, kBytes); }}};
}

// The root's clocks, by network, after `sums` sums that do not wait for one another.
std::vector<ClockChannel::Clock> ClocksOfSums(std::span<const LinkModel> networks, int workers, int sums,
                                              const SumOver& sum) {
  std::vector<ClockChannel::Clock> clocks;
  RunWorkers(workers, [&](Channel& inner) {
    ClockChannel channel(inner, networks, 1, NoCpuTime);
    std::vector<std::uint8_t> values(kBytes, 1);
    for (int i = 0; i < sums; ++i) sum(channel, values);
    EXPECT_EQ(channel.total_traffic().sent_bytes, channel.rank() == kRoot ? 0 : sums * kBytes);
    EXPECT_EQ(channel.total_traffic().sent_messages, channel.rank() == kRoot ? 0 : sums);
    if (channel.rank() == kRoot) clocks = channel.clocks();
  });
  return clocks;
}

// One sum, and a pipeline of several.
TEST(ClockChannel, SumsTakeWhatTheClosedFormsSay) {
  std::vector<LinkModel> links;
  for (const char* text : {"bare", "lan", "wan", "intercontinental", "latency=20ms", "bandwidth=1Mbit",
                           "latency=20ms,bandwidth=2Mbit", "latency=20ms,bandwidth=2Mbit,receive=at-once"}) {
    links.push_back(ParseLink(text));
  }
  for (const int q : {2, 3, 8, 13, 64, 128}) {
    for (const KindOfSum& kind : KindsOfSums(q)) {
      for (const int sums : {1, 12}) {
        for (const ClockChannel::Clock& clock : ClocksOfSums(links, q, sums, kind.sum)) {
          const SumCost one = kind.cost(clock.network);
          const double all = one.seconds + (sums - 1) * one.next_seconds;
          EXPECT_NEAR(clock.path.Seconds(), all, (sums == 1 ? 1e-9 : 0.01) * all)
              << sums << " by " << kind.name << " of " << q << " over " << LinkText(clock.network);
          EXPECT_EQ(clock.path.computing_seconds, 0);
        }
      }
    }
  }
}

TEST(ClockChannel, ThePathSaysWhereTheTimeWent) {
  const std::vector<LinkModel> links = {ParseLink("latency=20ms,bandwidth=2Mbit")};
  const double latency = links[0].latency_seconds;
  const double transfer = links[0].TransferSeconds(kBytes);
  constexpr int kWorkers = 8;
  const auto kinds = KindsOfSums(kWorkers);
  const CriticalPath ring = ClocksOfSums(links, kWorkers, 1, kinds[1].sum)[0].path;
  EXPECT_NEAR(ring.latency_seconds, 7 * latency, 1e-12);
  EXPECT_NEAR(ring.bandwidth_seconds, 7 * transfer, 1e-12);
  EXPECT_NEAR(ring.waiting_seconds, 0, 1e-12);
  const CriticalPath star = ClocksOfSums(links, kWorkers, 1, kinds[2].sum)[0].path;
  EXPECT_NEAR(star.latency_seconds, latency, 1e-12);
  EXPECT_NEAR(star.bandwidth_seconds, transfer, 1e-12);
  EXPECT_NEAR(star.waiting_seconds, 6 * transfer, 1e-12);
  // Messages that one party sends in a row wait for its own link, which is busy with the ones before.
  const CriticalPath row = ClocksOfSums(links, 2, 5, kinds[1].sum)[0].path;
  EXPECT_NEAR(row.latency_seconds, latency, 1e-12);
  EXPECT_NEAR(row.bandwidth_seconds, 5 * transfer, 1e-12);
  EXPECT_NEAR(row.waiting_seconds, 0, 1e-12);
}

// A party that computes ten times as long as the others is on the critical path, and their work before the sum is not.
TEST(ClockChannel, ASlowPartyIsOnTheCriticalPath) {
  const std::vector<LinkModel> links = {LinkOf(LinkPreset::kBare), LinkOf(LinkPreset::kWan)};
  const Tree tree = BroadcastTree(8, 0);
  for (const int slow : {0, 3, 7}) {
    RunWorkers(8, [&](Channel& inner) {
      HandClock cpu;
      ClockChannel channel(inner, links, 1, cpu.Function());
      double value = 1;
      cpu.Compute(channel.rank() == slow ? 10 : 1);
      TreeSum(channel, tree, std::span(&value, 1));
      cpu.Compute(0.5);
      TreeBroadcast(channel, tree, std::span(&value, 1));
      channel.Stop();
      for (const ClockChannel::Clock& clock : channel.clocks()) {
        const bool elsewhere = channel.rank() != 0;
        // The slow party, half a second at the root, and at every other party half a second of its own.
        EXPECT_GE(clock.path.Seconds(), 10.5);
        EXPECT_LE(clock.path.computing_seconds, 10.5 + (elsewhere ? 1 : 0) + 0.5);
        if (clock.network.IsBare()) {
          EXPECT_NEAR(clock.path.Seconds(), 10.5, 1.01) << "party " << channel.rank() << ", slow " << slow;
        }
      }
    });
  }
}

TEST(ClockChannel, ComputingCountsBetweenCallsAndOnMessagesInPlace) {
  const std::vector<LinkModel> links = {LinkOf(LinkPreset::kBare)};
  RunWorkers(2, [&](Channel& inner) {
    HandClock cpu;
    ClockChannel channel(inner, links, 1, cpu.Function());
    const auto seconds = [&] { return channel.clocks()[0].path.Seconds(); };
    if (channel.rank() == 0) {
      cpu.Compute(1);
      const std::span<double> room = channel.Reserve<double>(1, 3);
      cpu.Compute(2);  // the message is made
      std::ranges::fill(room, 7.0);
      channel.Commit();
      EXPECT_EQ(seconds(), 3);
    } else {
      cpu.Compute(1);
      channel.Take<double>(0, 3, [&](std::span<const double> values) {
        EXPECT_EQ(values[2], 7.0);
        EXPECT_EQ(seconds(), 3);  // when the other was done
        cpu.Compute(4);           // the message is used
      });
      channel.Stop();
      EXPECT_EQ(seconds(), 7);
      EXPECT_EQ(channel.total_traffic().received_bytes, 24);
    }
  });
}

TEST(ClockChannel, StoppedClocksDoNotMove) {
  const std::vector<LinkModel> links = {LinkOf(LinkPreset::kBare), LinkOf(LinkPreset::kWan)};
  RunWorkers(2, [&](Channel& inner) {
    HandClock cpu;
    ClockChannel channel(inner, links, 1, cpu.Function());
    const auto exchange = [&] {
      int value = channel.rank();
      channel.Send<int>(1 - channel.rank(), std::span(&value, 1));
      channel.Receive<int>(1 - channel.rank(), std::span(&value, 1));
      EXPECT_EQ(value, 1 - channel.rank());
    };
    cpu.Compute(1);
    channel.Stop();
    const auto before = channel.clocks();
    EXPECT_EQ(before[1].path.Seconds(), 1);
    cpu.Compute(5);
    exchange();
    channel.Start();
    EXPECT_EQ(channel.clocks()[1].path.Seconds(), 1);
    exchange();
    cpu.Compute(2);
    channel.Stop();
    EXPECT_EQ(channel.clocks()[0].path.Seconds(), 3);
    EXPECT_GT(channel.clocks()[1].path.Seconds(), 3.02);
    channel.SetBack(before);
    channel.Start();
    cpu.Compute(1);
    channel.Stop();
    EXPECT_EQ(channel.clocks()[1].path.Seconds(), 2);
  });
}

TEST(ClockChannel, CoresShareWhatACrewDid) {
  for (const auto& [cores, expected] : {std::pair(1, 11.0), std::pair(4, 3.5), std::pair(64, 3.0)}) {
    RunWorkers(1, [&, cores = cores, expected = expected](Channel& inner) {
      base::CpuTime now;
      const std::vector<LinkModel> links = {LinkOf(LinkPreset::kBare)};
      ClockChannel channel(inner, links, cores, [&] { return now; });
      now = {.alone_seconds = 1, .shared_seconds = 10, .slowest_seconds = 2};
      channel.Stop();
      EXPECT_EQ(channel.clocks()[0].path.Seconds(), expected);
    });
  }
}

// A fixed piece of work that takes about this many seconds. It reads no clock.
void Compute(double seconds) {
  constexpr double kStepsPerSecond = 2e8;
  volatile double x = 1;
  for (auto step = static_cast<std::int64_t>(kStepsPerSecond * seconds); step > 0; --step) x = x * 0.999 + 1;
}

// Rounds of computing and sums, for the next tests.
void WorkInRounds(Channel& channel, int rounds, double seconds) {
  const Tree tree = BroadcastTree(channel.size(), 0);
  std::vector<double> values(500, 1);
  for (int round = 0; round < rounds; ++round) {
    Compute(seconds * (1 + channel.rank()));
    TreeSum(channel, tree, std::span(values));
    TreeBroadcast(channel, tree, std::span(values));
  }
}

// The largest clock of all parties. If `held_back` is given, messages are really delayed, and it gets the real time.
double LargestClock(int workers, const LinkModel& network, double compute_seconds, double* held_back = nullptr) {
  std::vector<double> clocks(static_cast<std::size_t>(workers));
  std::vector<double> real(static_cast<std::size_t>(workers));
  RunWorkers(workers, [&](Channel& inner) {
    const std::vector<LinkModel> links = {network};
    LinkChannel slow(inner, network, ClockChannel::NoteBytes(1));
    ClockChannel channel(held_back != nullptr ? static_cast<Channel&>(slow) : inner, links);
    channel.Stop();
    Meet(inner);
    channel.Start();
    const base::Stopwatch watch;
    WorkInRounds(channel, 5, compute_seconds);
    channel.Stop();
    real[static_cast<std::size_t>(inner.rank())] = watch.Seconds();
    clocks[static_cast<std::size_t>(inner.rank())] = channel.clocks()[0].path.Seconds();
  });
  if (held_back != nullptr) *held_back = std::ranges::max(real);
  return std::ranges::max(clocks);
}

// Other processes disturb both sides, so a ratio that is off is measured again at a larger scale.
void ExpectWithin15Percent(const std::function<double(double scale)>& ratio) {
  constexpr int kAttempts = 6;
  double scale = 1;
  for (int attempt = 1;; ++attempt, scale *= 2) {
    const double measured = ratio(scale);
    if (std::abs(std::log(measured)) < std::log(1.15)) return;
    ASSERT_LT(attempt, kAttempts) << "ratio " << measured;
  }
}

// At a larger scale links are slower and the computing is the same, so that delays by other processes matter less.
TEST(ClockChannel, AgreesWithMessagesThatAreReallyHeldBack) {
  if (std::thread::hardware_concurrency() < 2) GTEST_SKIP() << "needs a core for each of two workers";
  ExpectWithin15Percent([](double scale) {
    LinkModel link = ParseLink("latency=5ms,bandwidth=20Mbit");
    link.latency_seconds *= scale;
    link.bandwidth_bits_per_second /= scale;
    double real = 0;
    const double clock = LargestClock(2, link, 2e-3, &real);
    return real / clock;
  });
}

// Restricts the calling thread, and threads that it starts, to the first `cores` of its cores.
void UseCores(int cores) {
  static const cpu_set_t all = [] {
    cpu_set_t set;
    sched_getaffinity(0, sizeof(set), &set);
    return set;
  }();
  cpu_set_t some;
  CPU_ZERO(&some);
  for (int cpu = 0; cpu < CPU_SETSIZE && cores > 0; ++cpu) {
    if (!CPU_ISSET(cpu, &all)) continue;
    CPU_SET(cpu, &some);
    --cores;
  }
  sched_setaffinity(0, sizeof(some), &some);
}

TEST(ClockChannel, DoesNotDependOnHowManyCoresTheWorkersShare) {
  ExpectWithin15Percent([](double scale) {
    const LinkModel lan = LinkOf(LinkPreset::kLan);
    UseCores(1);
    const double crowded = LargestClock(8, lan, 1e-3 * scale);
    UseCores(CPU_SETSIZE);
    return crowded / LargestClock(8, lan, 1e-3 * scale);
  });
}

}  // namespace
}  // namespace fdskl::net
