// Measured times over a modelled link are those of sum_cost.h, within a tenth.
#include "fdskl/net/link_channel.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <chrono>
#include <functional>

#include "fdskl/net/chain_channel.h"
#include "fdskl/net/sum_cost.h"
#include "fdskl/net/sums.h"
#include "fdskl/net/thread_channel.h"

namespace fdskl::net {
namespace {

constexpr int kRoot = 1;
constexpr std::int64_t kBytes = 2500;  // 20 ms at 1 Mbit/s

using Clock = std::chrono::steady_clock;
using SumOver = std::function<void(Channel&, std::span<std::uint8_t>)>;

// Seconds from when the first worker starts until the root has its sum.
double Measure(const LinkModel& link, int workers, const SumOver& sum) {
  std::vector<Clock::time_point> begin(static_cast<std::size_t>(workers));
  Clock::time_point end;
  RunWorkers(workers, [&](Channel& inner) {
    LinkChannel channel(inner, link);
    std::vector<std::uint8_t> values(kBytes, 1);
    Meet(inner);
    begin[static_cast<std::size_t>(channel.rank())] = Clock::now();
    sum(channel, values);
    if (channel.rank() == kRoot) {
      end = Clock::now();
      EXPECT_EQ(values, std::vector<std::uint8_t>(kBytes, static_cast<std::uint8_t>(workers)));
    }
    EXPECT_EQ(channel.total_traffic().sent_bytes, channel.rank() == kRoot ? 0 : kBytes);
    EXPECT_EQ(channel.total_traffic().sent_messages, channel.rank() == kRoot ? 0 : 1);
  });
  return std::chrono::duration<double>(end - *std::ranges::min_element(begin)).count();
}

// Measured times are never below the closed form, and less than a tenth above it. Other processes delay this one by
// milliseconds on any link. If that is too much, the measurement is repeated on a link that is twice as slow.
void ExpectWithinATenth(LinkModel link, const std::function<double(const LinkModel&)>& closed_form,
                        const std::function<double(const LinkModel&)>& measure) {
  constexpr int kAttempts = 7;
  for (int attempt = 1;; ++attempt) {
    const double expected = closed_form(link);
    const double seconds = measure(link);
    EXPECT_GT(seconds, 0.999 * expected) << LinkText(link);
    if (seconds < 1.1 * expected) return;
    ASSERT_LT(attempt, kAttempts) << LinkText(link) << ": " << seconds << " s, not " << expected;
    link.latency_seconds *= 2;
    link.bandwidth_bits_per_second /= 2;
  }
}

class LinkChannelTest : public ::testing::TestWithParam<const char*> {};

TEST_P(LinkChannelTest, SumsTakeWhatTheClosedFormsSay) {
  for (const int q : {2, 3, 8}) {
    const Tree tree = BroadcastTree(q, kRoot);
    const auto expect = [&](const auto& cost, const SumOver& sum) {
      ExpectWithinATenth(
          ParseLink(GetParam()), [&](const LinkModel& link) { return cost(link).seconds; },
          [&](const LinkModel& link) { return Measure(link, q, sum); });
    };
    expect([&](const LinkModel& link) { return TreeSumCost(link, tree, kBytes); },
           [&](Channel& channel, auto values) { TreeSum(channel, tree, values); });
    expect([&](const LinkModel& link) { return RingSumCost(link, q, kBytes); },
           [](Channel& channel, auto values) { RingSum(channel, kRoot, values); });
    expect([&](const LinkModel& link) { return StarSumCost(link, q, kBytes); },
           [](Channel& channel, auto values) { StarSum(channel, kRoot, values); });
  }
}

INSTANTIATE_TEST_SUITE_P(Links, LinkChannelTest,
                         ::testing::Values("latency=20ms", "bandwidth=1Mbit", "latency=20ms,bandwidth=2Mbit",
                                           "latency=20ms,bandwidth=2Mbit,receive=at-once"));

// A sender's second message leaves after its first, whichever peers they are for.
TEST(LinkChannel, MessagesQueueAtTheSender) {
  const auto measure = [](const LinkModel& link) {
    Clock::time_point begin;
    Clock::time_point end;
    RunWorkers(3, [&](Channel& inner) {
      LinkChannel channel(inner, link);
      std::vector<char> values(kBytes);
      if (channel.rank() == 0) {
        begin = Clock::now();
        channel.Send<char>(1, values);
        channel.Send<char>(2, values);
      } else {
        channel.Receive<char>(0, std::span(values));
        if (channel.rank() == 2) end = Clock::now();
      }
    });
    return std::chrono::duration<double>(end - begin).count();
  };
  ExpectWithinATenth(
      ParseLink("bandwidth=1Mbit"), [](const LinkModel& link) { return 2 * link.TransferSeconds(kBytes); }, measure);
}

TEST(ChainChannel, MeasuresWhatSumCostSays) {
  for (const int q : {1, 2, 3, 5, 8, 13}) {
    const auto chain = [&](const SumOver& sum) {
      std::int64_t longest = 0;
      RunWorkers(q, [&](Channel& inner) {
        ChainChannel channel(inner);
        std::vector<std::uint8_t> values(kBytes, 1);
        for (int repetition = 0; repetition < 3; ++repetition) sum(channel, values);  // no sum waits for another
        if (channel.rank() == 0) longest = channel.longest_chain();
      });
      return longest;
    };
    const Tree tree = BroadcastTree(q, 0);
    EXPECT_EQ(chain([&](Channel& channel, auto values) { TreeSum(channel, tree, values); }),
              TreeSumCost({}, tree, kBytes).longest_chain);
    EXPECT_EQ(chain([](Channel& channel, auto values) { RingSum(channel, 0, values); }),
              RingSumCost({}, q, kBytes).longest_chain);
    EXPECT_EQ(chain([](Channel& channel, auto values) { StarSum(channel, 0, values); }),
              StarSumCost({}, q, kBytes).longest_chain);
  }
}

}  // namespace
}  // namespace fdskl::net
