// The channels of one process, and the sums over them, for every small number of workers and every root.
#include "fdskl/net/channel.h"

#include <gtest/gtest.h>

#include <array>

#include "base/error.h"
#include "base/testing.h"
#include "fdskl/net/sized_message.h"
#include "fdskl/net/sums.h"
#include "fdskl/net/thread_channel.h"
#include "fdskl/net/tracing_channel.h"

namespace fdskl::net {
namespace {

std::array<double, 3> Own(int rank) { return {1.0 * rank, 100.0 + rank, 0.5}; }

std::array<double, 3> Total(int workers) {
  std::array<double, 3> total{};
  for (int rank = 0; rank < workers; ++rank)
    for (std::size_t i = 0; i < 3; ++i) total[i] += Own(rank)[i];
  return total;
}

TEST(Sums, EveryStructureSumsToEveryRoot) {
  for (int workers = 1; workers <= 9; ++workers) {
    for (int root = 0; root < workers; ++root) {
      RunWorkers(workers, [&](Channel& channel) {
        std::array<double, 3> tree = Own(channel.rank());
        std::array<double, 3> angle = tree;
        std::array<double, 3> ring = tree;
        std::array<double, 3> star = tree;
        TreeSum(channel, BroadcastTree(workers, root), std::span<double>(tree));
        TreeSum(channel, AngleTree(workers, root), std::span<double>(angle));
        RingSum(channel, root, std::span<double>(ring));
        StarSum(channel, root, std::span<double>(star));
        if (channel.rank() != root) return;
        EXPECT_EQ(tree, Total(workers));
        EXPECT_EQ(angle, Total(workers));
        EXPECT_EQ(ring, Total(workers));
        EXPECT_EQ(star, Total(workers));
      });
    }
  }
}

TEST(Sums, BroadcastReachesEveryone) {
  for (int workers = 1; workers <= 9; ++workers) {
    for (int root = 0; root < workers; ++root) {
      RunWorkers(workers, [&](Channel& channel) {
        std::array<int, 2> values = {channel.rank(), 0};
        TreeBroadcast(channel, BroadcastTree(workers, root), std::span<int>(values));
        EXPECT_EQ(values[0], root);
      });
    }
  }
}

TEST(Sums, EachSumTakesOneMessageFromEveryWorkerButTheRoot) {
  RunWorkers(7, [](Channel& channel) {
    std::array<float, 5> values{};
    TreeSum(channel, AngleTree(7, 3), std::span<float>(values));
    EXPECT_EQ(channel.total_traffic().sent_messages, channel.rank() == 3 ? 0 : 1);
    EXPECT_EQ(channel.total_traffic().sent_bytes, channel.rank() == 3 ? 0 : 20);
  });
}

TEST(Channel, CountsByPeer) {
  RunWorkers(3, [](Channel& channel) {
    const std::array<std::int32_t, 4> four{};
    std::array<std::int32_t, 4> received{};
    if (channel.rank() == 0) channel.Send<std::int32_t>(2, four);
    if (channel.rank() == 2) channel.Receive<std::int32_t>(0, received);
    if (channel.rank() == 0) {
      EXPECT_EQ(channel.traffic(2).sent_bytes, 16);
      EXPECT_EQ(channel.traffic(2).sent_messages, 1);
      EXPECT_EQ(channel.traffic(1).sent_bytes, 0);
    }
    if (channel.rank() == 2) {
      EXPECT_EQ(channel.traffic(0).received_bytes, 16);
      EXPECT_EQ(channel.traffic(0).received_messages, 1);
    }
  });
}

TEST(Channel, AMessageOfAnotherSizeNamesBothEnds) {
  const auto wrong = [](Channel& channel) {
    std::array<char, 3> three{};
    if (channel.rank() == 1) channel.Send<char>(0, std::array<char, 2>{});
    if (channel.rank() == 0) channel.Receive<char>(1, three);
  };
  try {
    RunWorkers(2, wrong);
    FAIL() << "no error";
  } catch (const base::Error& error) {
    EXPECT_STREQ(error.what(), "worker 0 expected 3 bytes from worker 1 and got 2");
  }
}

TEST(Channel, AThrowingWorkerEndsTheOthers) {
  EXPECT_THROW(RunWorkers(4,
                          [](Channel& channel) {
                            std::array<char, 1> one{};
                            if (channel.rank() == 3) throw std::out_of_range("as it happens");
                            channel.Receive<char>(3, one);
                          }),
               std::out_of_range);
}

TEST(Channel, AnUnreadMessageIsAnError) {
  EXPECT_THROW(RunWorkers(2,
                          [](Channel& channel) {
                            if (channel.rank() == 0) channel.Send<char>(1, std::array<char, 1>{});
                          }),
               base::Error);
}

TEST(Channel, NoOneTalksToItselfOrToNobody) {
  EXPECT_THROW(RunWorkers(2, [](Channel& channel) { channel.Send<char>(channel.rank(), std::array<char, 1>{}); }),
               std::logic_error);
  EXPECT_THROW(RunWorkers(2, [](Channel& channel) { channel.Send<char>(2, std::array<char, 1>{}); }), std::logic_error);
}

TEST(TracingChannel, RecordsWhatLeftAndWhatCame) {
  RunWorkers(2, [](Channel& inner) {
    TracingChannel channel(inner);
    std::array<std::int32_t, 2> values = {7, 8};
    if (channel.rank() == 0) {
      channel.Send<std::int32_t>(1, values);
      ASSERT_EQ(channel.sent().size(), 1U);
      EXPECT_EQ(channel.sent()[0].to, 1);
      EXPECT_EQ(channel.sent()[0].As<std::int32_t>(), (std::vector<std::int32_t>{7, 8}));
    } else {
      channel.Receive<std::int32_t>(0, values);
      ASSERT_EQ(channel.received().size(), 1U);
      EXPECT_EQ(channel.received()[0].from, 0);
      EXPECT_TRUE(channel.sent().empty());
    }
    EXPECT_EQ(channel.total_traffic().sent_bytes, inner.total_traffic().sent_bytes);
  });
}

TEST(ThreadChannel, WorkersThatWaitForEachOtherAreAnError) {
  const std::string error = base::testing::ErrorOf([] {
    RunWorkers(3, [](Channel& channel) {
      char nothing = 0;
      if (channel.rank() < 2) channel.Receive<char>(1 - channel.rank(), std::span(&nothing, 1));
    });
  });
  EXPECT_EQ(error, "nobody sends any more; there wait worker 0 for worker 1, worker 1 for worker 0");
}

TEST(SizedMessage, ASizeThatCannotBeIsRefusedBeforeMemoryIsTaken) {
  const std::string error = base::testing::ErrorOf([] {
    RunWorkers(2, [](Channel& channel) {
      const std::int64_t size = std::int64_t{1} << 60;
      if (channel.rank() == 1) return channel.Send(0, std::span(&size, 1));
      ReceiveSized<double>(channel, 1, 10);
    });
  });
  EXPECT_EQ(error, "rank 0 refuses what rank 1 sent: the size of a message is 1152921504606846976, not from 0 to 10");
}

}  // namespace
}  // namespace fdskl::net
