#include "datasets/partition.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <numeric>

#include "base/error.h"
#include "base/testing.h"
#include "datasets/testing.h"

namespace fdskl::datasets {
namespace {

using Ids = std::vector<std::int32_t>;

TEST(PartitionTest, GivesEveryColumnToOneWorkerEquallyToWithinOne) {
  for (const Partition partition : {Partition::kContiguous, Partition::kShuffled}) {
    for (std::int64_t columns = 1; columns <= 40; ++columns) {
      for (int workers = 1; workers <= columns; ++workers) {
        Ids all;
        for (int worker = 0; worker < workers; ++worker) {
          const Ids own = WorkerColumns(columns, workers, worker, partition, 5);
          EXPECT_TRUE(std::ranges::is_sorted(own));
          EXPECT_GE(std::ssize(own), columns / workers);
          EXPECT_LE(std::ssize(own), (columns + workers - 1) / workers);
          all.insert(all.end(), own.begin(), own.end());
        }
        if (partition == Partition::kShuffled) std::ranges::sort(all);  // contiguous: in order already
        Ids expected(static_cast<std::size_t>(columns));
        std::iota(expected.begin(), expected.end(), 0);
        ASSERT_EQ(all, expected) << columns << " columns, " << workers << " workers";
      }
    }
  }
}

TEST(PartitionTest, ShufflesBySeed) {
  const auto own = [](std::uint64_t seed) { return WorkerColumns(100, 4, 0, Partition::kShuffled, seed); };
  EXPECT_EQ(own(1), own(1));
  EXPECT_NE(own(1), own(2));
  EXPECT_NE(own(1), WorkerColumns(100, 4, 0, Partition::kContiguous, 1));
}

TEST(PartitionTest, SaysThatThereAreMoreWorkersThanColumns) {
  const std::string error = base::testing::ErrorOf([] { WorkerColumns(123, 200, 0, Partition::kContiguous, 1); });
  EXPECT_NE(error.find("200 workers"), std::string::npos) << error;
  EXPECT_NE(error.find("123 columns"), std::string::npos) << error;
}

TEST(PartitionTest, RequiresAWorkerThatExists) {
  EXPECT_THROW(WorkerColumns(10, 2, 2, Partition::kContiguous, 1), std::logic_error);
  EXPECT_THROW(WorkerColumns(10, 2, -1, Partition::kContiguous, 1), std::logic_error);
}

}  // namespace
}  // namespace fdskl::datasets
