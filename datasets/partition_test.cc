#include "datasets/partition.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <numeric>

#include "base/error.h"
#include "base/index.h"
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

std::vector<std::int32_t> Columns(const char* rule, std::int64_t columns, int workers, int worker) {
  return PartitionRule::Parse(rule).ColumnsOf(columns, workers, worker, 1);
}

TEST(PartitionRuleTest, WeightsGiveBlocksInProportionAndEveryWorkerAColumn) {
  EXPECT_EQ(Columns("3,1,1,1", 10, 4, 0), (Ids{0, 1, 2, 3}));
  EXPECT_EQ(Columns("3,1,1,1", 10, 4, 3), (Ids{8, 9}));
  for (const char* weights : {"1,1", "5,1", "1,100,1", "7,1,1,3"}) {
    const int workers = PartitionRule::Parse(weights).workers();
    for (std::int64_t columns = workers; columns < 30; ++columns) {
      Ids all;
      for (int worker = 0; worker < workers; ++worker) {
        const Ids own = Columns(weights, columns, workers, worker);
        EXPECT_FALSE(own.empty());
        all.insert(all.end(), own.begin(), own.end());
      }
      EXPECT_EQ(all, base::FirstNumbers(columns)) << weights;
    }
  }
}

TEST(PartitionRuleTest, ListsGiveEachWorkerItsColumns) {
  EXPECT_EQ(Columns("1-3,8;4-7", 8, 2, 0), (Ids{0, 1, 2, 7}));
  EXPECT_EQ(Columns("1-3,8;4-7", 8, 2, 1), (Ids{3, 4, 5, 6}));
  EXPECT_EQ(Columns("1-3,8;4-7", 8, 1, 0), base::FirstNumbers(8));
  for (const char* text : {"contiguous", "shuffled", "3,1,1,1", "1-3,8;4-7"}) {
    EXPECT_EQ(PartitionRule::Parse(text).Text(), text);
  }
  EXPECT_EQ(PartitionRule::Parse("8,1,3,2;4-5,6-7").Text(), "1-3,8;4-7");
  EXPECT_EQ(PartitionRule::OfLists({{7, 0, 2, 1}, {3, 4, 5, 6}}).Text(), "1-3,8;4-7");
}

TEST(PartitionRuleTest, SaysWhatIsWrong) {
  const auto error = [](const char* rule, std::int64_t columns, int workers) {
    return base::testing::ErrorOf([&] { Columns(rule, columns, workers, 0); });
  };
  for (const char* text : {"even", "", "3,x", "0,1", "3-1;2", ";", "1;99999999999", "1-16777216;1-16777216"}) {
    EXPECT_NE(error(text, 8, 2).find("is no partition. Valid: contiguous"), std::string::npos) << text;
  }
  EXPECT_NE(error("3,1", 8, 3).find("is for 2 workers, not 3"), std::string::npos);
  EXPECT_NE(error("1-3;4-9", 8, 2).find("names column 9, where there are 8"), std::string::npos);
  EXPECT_NE(error("1-3;5-8", 8, 2).find("gives column 4 to 0 workers"), std::string::npos);
  EXPECT_NE(error("1-3;4-8,5", 8, 2).find("gives column 5 to 2 workers"), std::string::npos);
  EXPECT_NE(error("5-7777311,5,2;1", 8, 2).find("names column 9, where there are 8"), std::string::npos);
  EXPECT_NE(error("1-4;4-8", 8, 2).find("gives column 4 to 2 workers"), std::string::npos);
}

}  // namespace
}  // namespace fdskl::datasets
