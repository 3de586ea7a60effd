#include "datasets/split.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <numeric>

#include "base/error.h"
#include "base/seed.h"

namespace fdskl::datasets {
namespace {

using Ids = std::vector<std::int32_t>;

std::vector<float> Labels(std::int64_t rows, std::int64_t positives) {
  std::vector<float> labels(static_cast<std::size_t>(rows), -1.0F);
  std::fill(labels.begin(), labels.begin() + positives, 1.0F);
  return labels;
}

std::int64_t Positives(const Ids& ids, const std::vector<float>& labels) {
  return std::ranges::count_if(ids, [&](std::int32_t i) { return labels[i] > 0; });
}

Ids Joined(const Split& split) {
  Ids ids;
  std::ranges::merge(split.train, split.test, std::back_inserter(ids));
  return ids;
}

TEST(SplitTest, IsDisjointAndExhaustiveForEverySize) {
  for (std::int64_t rows = 4; rows < 60; ++rows) {
    for (const std::int64_t positives : {std::int64_t{1}, rows / 3, rows / 2, rows - 1}) {
      const Split split = MakeSplit(Labels(rows, positives), "tiny", 0);
      Ids all(static_cast<std::size_t>(rows));
      std::iota(all.begin(), all.end(), 0);
      EXPECT_EQ(Joined(split), all);
      EXPECT_EQ(std::ssize(split.train), 3 * rows / 4);
    }
  }
}

TEST(SplitTest, SplitsA9aAsThePaperDoes) {
  const std::vector<float> labels = Labels(48842, 11687);
  const Split split = MakeSplit(labels, "a9a", 0);
  EXPECT_EQ(split.train.size(), 36631U);
  EXPECT_EQ(split.test.size(), 12211U);
  EXPECT_EQ(Positives(split.train, labels), 8765);
}

TEST(SplitTest, DependsOnDatasetAndSplitAlone) {
  const std::vector<float> labels = Labels(1000, 300);
  const Split split = MakeSplit(labels, "a9a", 3);
  EXPECT_EQ(split.train, MakeSplit(labels, "a9a", 3).train);
  EXPECT_NE(split.train, MakeSplit(labels, "w8a", 3).train);
  for (int other = 0; other < 3; ++other) {
    const Split different = MakeSplit(labels, "a9a", other);
    Ids common;
    std::ranges::set_intersection(split.test, different.test, std::back_inserter(common));
    EXPECT_GT(common.size(), 80U);  // half of 250 on average: tests are drawn from the half outside the pool
    EXPECT_LT(common.size(), 170U);
    EXPECT_EQ(Positives(different.test, labels), 75);
  }
}

TEST(SplitTest, IsTheSameOnEveryMachine) {
  const Split split = MakeSplit(Labels(12, 4), "a9a", 0);
  EXPECT_EQ(split.test, (Ids{1, 7, 10}));
}

TEST(SplitTest, CapsTheRowsByClassAndNests) {
  const std::vector<float> labels = Labels(10000, 2500);
  const Ids large = Joined(MakeSplit(labels, "a9a", 1, 4000));
  const Split small = MakeSplit(labels, "a9a", 1, 1000);
  EXPECT_EQ(large.size(), 4000U);
  EXPECT_EQ(Positives(large, labels), 1000);
  EXPECT_EQ(small.train.size(), 750U);
  EXPECT_EQ(small.test.size(), 250U);
  EXPECT_TRUE(std::ranges::includes(large, Joined(small)));
  EXPECT_EQ(Joined(MakeSplit(labels, "a9a", 1, 20000)).size(), 10000U);
}

TEST(SplitTest, TakesRegressionTargets) {
  std::vector<float> targets(101);
  std::iota(targets.begin(), targets.end(), -50.5F);
  const Split split = MakeSplit(targets, "prices", 0);
  EXPECT_EQ(split.train.size(), 75U);
  EXPECT_EQ(split.test.size(), 26U);
}

TEST(SplitTest, RejectsTooFewSamples) {
  EXPECT_THROW(MakeSplit(Labels(3, 1), "tiny", 0), base::Error);
  EXPECT_THROW(MakeSplit(Labels(100, 50), "tiny", 0, 3), base::Error);
  EXPECT_THROW(MakeSplit(Labels(100, 50), "tiny", 0, -1), base::Error);
}

// Small sets of every balance; the sizes and caps of the experiments are in runners/studies/reproduce/no_leak_test.cc.
TEST(TuningPoolTest, IsHalfOfEachClassAndNeverTested) {
  for (std::int64_t rows = 4; rows < 60; ++rows) {
    for (std::int64_t positives = 0; positives <= rows; ++positives) {
      const std::vector<float> labels = Labels(rows, positives);
      const Ids pool = TuningPool(labels, "tiny");
      EXPECT_EQ(Positives(pool, labels), (positives + 1) / 2);
      EXPECT_EQ(std::ssize(pool), (positives + 1) / 2 + (rows - positives + 1) / 2);
      for (int split = 0; split < 3; ++split) {
        EXPECT_TRUE(std::ranges::includes(MakeSplit(labels, "tiny", split).train, pool));
        for (std::int64_t cap = 4; cap < rows; ++cap) {
          const Split capped = MakeSplit(labels, "tiny", split, cap);
          Ids leaked;
          std::ranges::set_intersection(capped.test, pool, std::back_inserter(leaked));
          EXPECT_TRUE(leaked.empty()) << rows << " rows, " << positives << " positive, cap " << cap;
          EXPECT_EQ(std::ssize(capped.train), TrainRows(cap));
          EXPECT_EQ(std::ssize(capped.test), cap - TrainRows(cap));
        }
      }
    }
  }
}

TEST(TuningPoolTest, DependsOnTheNameOfTheDataset) {
  const std::vector<float> labels = Labels(1000, 300);
  const Ids pool = TuningPool(labels, "a9a");
  EXPECT_EQ(pool, TuningPool(labels, "a9a"));
  Ids common;
  std::ranges::set_intersection(pool, TuningPool(labels, "w8a"), std::back_inserter(common));
  EXPECT_NEAR(static_cast<double>(common.size()), 250, 60);
}

// A stand-in of fewer rows has the first rows of a longer one, whose pool a search may have read.
TEST(TuningPoolTest, OfTheFirstRowsNoneOutsideIsInThePoolOfAll) {
  std::vector<float> labels;
  for (std::uint64_t i = 0; i < 300; ++i) labels.push_back(base::Seed("pool test", i) % 3 == 0 ? 1.0F : -1.0F);
  const Ids whole = TuningPool(labels, "epsilon");
  for (std::size_t first = 4; first < labels.size(); ++first) {
    const std::span<const float> prefix = std::span(labels).first(first);
    Ids leaked;
    std::ranges::set_intersection(MakeSplit(prefix, "epsilon", 0).test, whole, std::back_inserter(leaked));
    EXPECT_TRUE(leaked.empty()) << first;
  }
}

TEST(LabelledByTest, DealsEveryLabelToOneActiveWorker) {
  for (int active = 1; active <= 5; ++active) {
    Ids all;
    for (int worker = 0; worker < 6; ++worker) {
      const Ids own = LabelledBy(worker, active, 23);
      EXPECT_EQ(own.empty(), worker >= active);
      EXPECT_LE(std::ssize(own), 23 / active + 1);
      all.insert(all.end(), own.begin(), own.end());
    }
    std::ranges::sort(all);
    Ids expected(23);
    std::iota(expected.begin(), expected.end(), 0);
    EXPECT_EQ(all, expected);
  }
}

TEST(LabelledByTest, RejectsAnImpossibleNumberOfActiveWorkers) {
  EXPECT_THROW(LabelledBy(0, 0, 10), base::Error);
  EXPECT_THROW(CheckActive(0, 8), base::Error);
  EXPECT_THROW(CheckActive(9, 8), base::Error);
  EXPECT_NO_THROW(CheckActive(8, 8));
}

}  // namespace
}  // namespace fdskl::datasets
