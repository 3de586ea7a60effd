// Reads, checks and loads by columns every real file that is available. Skips those that are not.
#include <gtest/gtest.h>

#include <algorithm>

#include "base/sha256.h"
#include "base/testing.h"
#include "datasets/column_store.h"
#include "datasets/holding.h"
#include "datasets/partition.h"
#include "datasets/prepare.h"
#include "datasets/split.h"
#include "datasets/testing.h"

namespace fdskl::datasets {
namespace {

class RealDataTest : public ::testing::TestWithParam<const char*> {};

TEST_P(RealDataTest, IsPreparedAndLoadedByColumns) {
  const base::testing::TempFolder cache;
  const CatalogueEntry& entry = FindDataset(GetParam());
  const Located located = Locate(entry);
  if (located.edition == Edition::kStandIn) GTEST_SKIP() << located.why;
  for (std::size_t i = 0; i < located.files.size(); ++i) {
    if (located.files[i].parent_path() == DataPlaces().back()) {
      EXPECT_EQ(base::Sha256OfFile(located.files[i]), located.source->files[i].sha256);
    }
  }

  const Prepared prepared = Prepare(located, {}, cache.path());
  EXPECT_EQ(prepared.rows, located.rows);
  EXPECT_EQ(prepared.columns, located.columns);
  const ColumnStore store = ColumnStore::Open(prepared.file);
  EXPECT_EQ(store.sparse(), entry.sparse());
  const std::vector<float> labels = store.Labels();
  ASSERT_EQ(std::ssize(labels), prepared.rows);
  EXPECT_EQ(std::ranges::count(labels, 1.0F), located.source->positives.value_or(std::ranges::count(labels, 1.0F)));

  // A worker's columns are as published, or scaled to [0,1]. A sparse column without zeros may exceed this by its
  // minimum, for sparse columns are not shifted.
  const Split split = MakeSplit(labels, entry.name, 0);
  const int workers = static_cast<int>(std::min<std::int64_t>(8, prepared.columns));
  std::int64_t present = 0;
  for (int worker = 0; worker < workers; ++worker) {
    const auto columns = WorkerColumns(prepared.columns, workers, worker, Partition::kShuffled, 1);
    const base::Matrix train = LoadHolding(store, split.train, {}, columns, {worker, 1}, Missing::kFill).train;
    ASSERT_EQ(train.rows(), std::ssize(split.train));
    present += train.entries();
    if (entry.scaling == Scaling::kNone) {
      const base::Matrix published = store.Load(columns, split.train);
      ASSERT_TRUE(train.is_sparse() ? train.sparse().value == published.sparse().value
                                    : train.dense() == published.dense());
      continue;
    }
    for (std::int64_t i = 0; i < train.rows() && !train.is_sparse(); ++i) {
      const auto [low, high] = std::ranges::minmax(testing::Table::RowOf(train, i));
      ASSERT_GE(low, 0);
      ASSERT_LE(high, 1.000001);
    }
  }
  const auto cells = static_cast<double>(split.train.size()) * static_cast<double>(prepared.columns);
  EXPECT_NEAR(static_cast<double>(present) / cells, entry.sparse() ? entry.density : 1, 0.1 * entry.density);
}

TEST(RealGisetteTest, IsRebuiltUnlessItIsHereInFull) {
  const Located located = Locate(FindDataset("gisette"));
  if (located.edition != Edition::kRebuilt) GTEST_SKIP() << located.why;
  EXPECT_EQ(located.rows, 6000);
  EXPECT_EQ(located.columns, 5000);
  EXPECT_NE(located.why.find("2,093 redrawn"), std::string::npos) << located.why;
  // Columns 1 to 1,000 are those of the part.
  const base::testing::TempFolder cache;
  const ColumnStore rebuilt = ColumnStore::Open(Prepare(located, {}, cache.path()).file);
  const ColumnStore part =
      ColumnStore::Open(Prepare(Locate(FindDataset("gisette"), Edition::kPart), {}, cache.path()).file);
  ASSERT_EQ(part.columns(), 1000);
  const auto columns = ColumnsInTurn(1000, 1, 0), rows = ColumnsInTurn(6000, 1, 0);
  EXPECT_EQ(rebuilt.Load(columns, rows).dense(), part.Load(columns, rows).dense());
  EXPECT_EQ(rebuilt.Labels(), part.Labels());
}

TEST(RealRealSimTest, KeepsItsUnitLength) {
  const Located located = Locate(FindDataset("real-sim"));
  if (located.edition == Edition::kStandIn) GTEST_SKIP() << located.why;
  const base::testing::TempFolder cache;
  const ColumnStore store = ColumnStore::Open(Prepare(located, {}, cache.path()).file);
  const Split split = MakeSplit(store.Labels(), store.dataset(), 0);
  const Holding holding =
      LoadHolding(store, split.train, split.test, ColumnsInTurn(store.columns(), 1, 0), {}, Missing::kFill);
  std::int64_t empty = 0;
  for (const base::Matrix* samples : {&holding.train, &holding.test}) {
    for (std::int64_t i = 0; i < samples->rows(); ++i) {
      double squares = 0;
      base::ForEntries(*samples, i, [&](Eigen::Index /*k*/, double value) { squares += value * value; });
      if (squares == 0) {
        ++empty;
      } else {
        ASSERT_NEAR(squares, 1, 1e-4) << "sample " << i;
      }
    }
  }
  EXPECT_TRUE(empty == 5 || located.edition == Edition::kFull) << empty;
}

TEST(RealA9aTest, HoldsTheTextsFirstSample) {
  const Located located = Locate(FindDataset("a9a"));
  if (located.edition != Edition::kFull) GTEST_SKIP() << located.why;
  const base::testing::TempFolder cache;
  const ColumnStore store = ColumnStore::Open(Prepare(located, {}, cache.path()).file);
  const auto all = WorkerColumns(store.columns(), 1, 0, Partition::kContiguous, 0);
  const base::Matrix first = store.Load(all, std::vector<std::int32_t>{0});
  // -1 3:1 11:1 14:1 19:1 39:1 42:1 55:1 64:1 67:1 73:1 75:1 76:1 80:1 83:1
  EXPECT_EQ(first.sparse().column, (std::vector<std::int32_t>{2, 10, 13, 18, 38, 41, 54, 63, 66, 72, 74, 75, 79, 82}));
  EXPECT_EQ(store.Labels().front(), -1);
  EXPECT_EQ(MakeSplit(store.Labels(), "a9a", 0).train.size(), 36631U);
}

INSTANTIATE_TEST_SUITE_P(All, RealDataTest,
                         ::testing::Values("gisette", "phishing", "a9a", "ijcnn1", "cod-rna", "w8a", "real-sim",
                                           "epsilon", "defaultcredit", "givemecredit"));

}  // namespace
}  // namespace fdskl::datasets
