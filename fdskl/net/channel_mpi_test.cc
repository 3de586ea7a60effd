// Tests the channel with MPI ranks. Runs under mpirun at several rank counts.
#include <gtest/gtest.h>

#include <numeric>

#include "base/error.h"
#include "fdskl/net/clock_channel.h"
#include "fdskl/net/mpi_channel.h"
#include "fdskl/net/sum_cost.h"
#include "fdskl/net/sums.h"
#include "fdskl/net/testing.h"

namespace fdskl::net {
namespace {

using testing::world;

class EveryWay : public ::testing::TestWithParam<MpiChannel::Ways> {};

TEST_P(EveryWay, SumsAndBroadcasts) {
  MpiChannel channel(*testing::world, GetParam());
  const int q = channel.size();
  for (int root = 0; root < q; ++root) {
    std::vector<std::uint32_t> values(70000, 1U + static_cast<unsigned>(channel.rank()));
    TreeSum(channel, AngleTree(q, root), std::span(values));
    if (channel.rank() == root) {
      EXPECT_EQ(values[0], static_cast<unsigned>(q * (q + 1) / 2));
      EXPECT_EQ(values.back(), values[0]);
    }
    std::vector<int> ids(3, channel.rank());
    TreeBroadcast(channel, BroadcastTree(q, root), std::span(ids));
    EXPECT_EQ(ids[2], root);
  }
}

// All workers send before any receives: small messages, and two that fit neither into MPI's eager buffer nor a lane.
TEST_P(EveryWay, EveryoneSendsFirstAndTheOrderIsKept) {
  MpiChannel channel(*testing::world, GetParam());
  const int q = channel.size();
  if (q == 1) return;
  const int previous = (channel.rank() + q - 1) % q;
  const std::vector<std::size_t> sizes = {1, 0, 1000, std::size_t{1} << 17U, 3, 70'000};
  for (const std::size_t size : sizes) {
    std::vector<double> mine(size);
    std::iota(mine.begin(), mine.end(), channel.rank());
    channel.Send<double>((channel.rank() + 1) % q, mine);
  }
  std::int64_t bytes = 0;
  for (const std::size_t size : sizes) {
    std::vector<double> expected(size);
    std::iota(expected.begin(), expected.end(), previous);
    std::vector<double> theirs(size);
    channel.Receive<double>(previous, theirs);
    EXPECT_EQ(theirs, expected);
    bytes += static_cast<std::int64_t>(size * sizeof(double));
  }
  EXPECT_EQ(channel.total_traffic().sent_bytes, bytes);
}

// One worker is always ahead; the next reads the messages without a copy.
TEST_P(EveryWay, MessagesMadeAndUsedInPlace) {
  MpiChannel channel(*testing::world, GetParam());
  if (channel.size() == 1) return;
  for (std::uint32_t message = 0; message < 300; ++message) {
    const std::size_t size = 1 + message * 7919U % 120'000;
    if (channel.rank() == 0) {
      const std::span<std::uint32_t> room = channel.Reserve<std::uint32_t>(1, size);
      std::iota(room.begin(), room.end(), message);
      channel.Commit();
    } else if (channel.rank() == 1) {
      channel.Take<std::uint32_t>(0, size, [&](std::span<const std::uint32_t> values) {
        EXPECT_EQ(values.front(), message);
        EXPECT_EQ(values.back(), message + size - 1);
      });
    }
  }
}

// Messages for a lane, one that with its note just fits into a lane, and one for MPI.
TEST_P(EveryWay, ClocksTakeWhatTheClosedFormSays) {
  MpiChannel mpi(*testing::world, GetParam());
  const std::vector<LinkModel> networks = {LinkOf(LinkPreset::kLan), LinkOf(LinkPreset::kWan)};
  const Tree tree = BroadcastTree(mpi.size(), 0);
  for (const std::size_t size : {100UL, 65536UL, 200000UL}) {
    ClockChannel channel(mpi, networks, 1, [] { return base::CpuTime(); });
    std::vector<double> values(size, 1);
    TreeSum(channel, tree, std::span(values));
    const auto bytes = static_cast<std::int64_t>(size * sizeof(double));
    if (channel.rank() == 0) {
      EXPECT_EQ(values.back(), channel.size());
      for (const ClockChannel::Clock& clock : channel.clocks()) {
        const double closed_form = TreeSumCost(clock.network, tree, bytes).seconds;
        EXPECT_NEAR(clock.path.Seconds(), closed_form, 0.01 * closed_form);
      }
    }
    EXPECT_EQ(channel.total_traffic().sent_bytes, channel.rank() == 0 ? 0 : bytes);
  }
}

TEST_P(EveryWay, AMessageOfAnotherSizeNamesBothEnds) {
  MpiChannel channel(*testing::world, GetParam());
  if (channel.size() == 1) return;
  std::array<char, 3> three{};
  if (channel.rank() == 1) channel.Send<char>(0, std::array<char, 2>{});
  if (channel.rank() == 0) {
    try {
      channel.Receive<char>(1, three);
      ADD_FAILURE() << "no error";
    } catch (const base::Error& error) {
      EXPECT_STREQ(error.what(), "rank 0 expected 3 bytes from rank 1 and got 2");
    }
  }
}

TEST_P(EveryWay, ASilentPeerIsNotWaitedForForever) {
  MpiChannel channel(*testing::world, GetParam(), std::chrono::seconds(0));
  if (channel.size() == 1) return;
  if (channel.rank() == 0) {
    try {
      char nothing = 0;
      channel.Receive<char>(1, std::span(&nothing, 1));
      ADD_FAILURE() << "no error";
    } catch (const base::Error& error) {
      EXPECT_STREQ(error.what(), "rank 0 has waited for rank 1 for 0 s");
    }
  }
}

INSTANTIATE_TEST_SUITE_P(MpiChannel, EveryWay,
                         ::testing::Values(MpiChannel::Ways::kLanesAndMpi, MpiChannel::Ways::kMpiAlone));

}  // namespace
}  // namespace fdskl::net

int main(int argc, char** argv) { return fdskl::net::testing::MpiTestMain(argc, argv); }
