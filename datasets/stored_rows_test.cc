// Rows that stay in the store are those that a load into memory gives, to the bit.
#include "datasets/stored_rows.h"

#include <gtest/gtest.h>

#include <cmath>

#include "base/seed.h"
#include "base/testing.h"
#include "datasets/column_writer.h"
#include "datasets/holding.h"

namespace fdskl::datasets {
namespace {

constexpr std::int64_t kRows = 700, kColumns = 41;

// Two thirds zeros; in a dense store some values are missing.
base::DenseMatrix Values(std::int64_t first, std::int64_t end, bool sparse) {
  base::DenseMatrix x(end - first, kColumns);
  for (std::int64_t i = first; i < end; ++i) {
    for (std::int64_t k = 0; k < kColumns; ++k) {
      const std::uint64_t draw = base::Seed("stored", i, k);
      x(i - first, k) = draw % 3 != 0 ? 0.0F : static_cast<float>(draw >> 40U) - 1e6F;
      if (!sparse && draw % 31 == 0) x(i - first, k) = NAN;
    }
  }
  return x;
}

// Whether both have the same bits. A missing value must be missing in both.
bool Same(const base::DenseMatrix& a, const base::DenseMatrix& b) {
  return a.rows() == b.rows() && a.cols() == b.cols() &&
         std::equal(a.data(), a.data() + a.size(), b.data(),
                    [](float x, float y) { return x == y || (std::isnan(x) && std::isnan(y)); });
}

bool Same(const base::SparseMatrix& a, const base::SparseMatrix& b) {
  return a.columns == b.columns && a.row_begin == b.row_begin && a.column == b.column && a.value == b.value;
}

class StoredRowsTest : public ::testing::TestWithParam<std::tuple<bool, const char*>> {
 protected:
  StoredRowsTest() {
    ColumnWriter writer(folder_.path() / "store", kColumns, sparse());
    const std::vector<std::int64_t> ends = {0, 300, 301, 650, kRows};
    for (std::size_t b = 1; b < ends.size(); ++b) {
      RowBlock block{.x = base::Matrix(Values(ends[b - 1], ends[b], sparse()))};
      for (std::int64_t i = ends[b - 1]; i < ends[b]; ++i) block.labels.push_back(i % 2 == 0 ? 1.0F : -1.0F);
      writer.Append(block);
    }
    writer.Finish({.dataset = std::get<1>(GetParam()), .sparse = sparse(), .rows = kRows, .columns = kColumns});
    for (std::int32_t i = 0; i < kRows; ++i) (i % 4 == 1 ? test_ : train_).push_back(i);
  }

  bool sparse() const { return std::get<0>(GetParam()); }
  Holding Load(Missing missing, Hold hold) const {
    return LoadHolding(ColumnStore::Open(folder_.path() / "store"), train_, test_, ColumnsInTurn(kColumns, 3, 1), {},
                       missing, hold);
  }

  base::testing::TempFolder folder_;
  std::vector<std::int32_t> train_, test_;
};

TEST_P(StoredRowsTest, AreThoseThatALoadGives) {
  for (const Missing missing : {Missing::kFill, Missing::kKeep}) {
    const Holding memory = Load(missing, Hold::kMemory);
    const Holding store = Load(missing, Hold::kStore);
    EXPECT_EQ(store.scaler.shift(), memory.scaler.shift());
    EXPECT_EQ(store.scaler.factor(), memory.scaler.factor());
    EXPECT_EQ(store.scaler.fill(), memory.scaler.fill());
    EXPECT_EQ(store.labels, memory.labels);
    for (const auto& [ours, theirs] : {std::pair(&store.train, &memory.train), {&store.test, &memory.test}}) {
      ASSERT_TRUE(ours->is_source());
      ASSERT_EQ(ours->rows(), theirs->rows());
      ASSERT_EQ(ours->columns(), theirs->columns());
      base::Matrix read;
      ours->source().Read(base::AllRows(*ours), read);
      ASSERT_EQ(read.is_sparse(), sparse());
      EXPECT_TRUE(sparse() ? Same(read.sparse(), theirs->sparse()) : Same(read.dense(), theirs->dense()));
    }
  }
}

TEST_P(StoredRowsTest, AreReadInAnySelection) {
  const Holding memory = Load(Missing::kFill, Hold::kMemory);
  const Holding store = Load(Missing::kFill, Hold::kStore);
  base::Matrix read;
  for (const std::int32_t step : {1, 7, 100, 524}) {
    std::vector<std::int32_t> rows;
    for (std::int32_t i = step / 3; i < store.train.rows(); i += step) rows.push_back(i);
    store.train.source().Read(rows, read);
    ASSERT_EQ(read.rows(), std::ssize(rows));
    for (std::size_t i = 0; i < rows.size(); ++i) {
      std::vector<std::pair<Eigen::Index, double>> ours;
      std::vector<std::pair<Eigen::Index, double>> theirs;
      base::ForEntries(read, static_cast<std::int64_t>(i), [&](auto k, double value) { ours.emplace_back(k, value); });
      base::ForEntries(memory.train, rows[i], [&](auto k, double value) { theirs.emplace_back(k, value); });
      EXPECT_EQ(ours, theirs);
    }
  }
}

TEST_P(StoredRowsTest, SayWhatMemoryTheyWouldTake) {
  const Holding memory = Load(Missing::kFill, Hold::kMemory);
  const base::Matrix store = Load(Missing::kFill, Hold::kStore).train;
  const double entries = static_cast<double>(memory.train.entries());
  EXPECT_NEAR(static_cast<double>(store.entries()) / entries, 1, sparse() ? 0.02 : 0);
  const double bytes = sparse() ? 8 * entries + 8.0 * static_cast<double>(store.rows()) : 4 * entries;
  EXPECT_NEAR(static_cast<double>(store.source().bytes()) / bytes, 1, sparse() ? 0.02 : 0);
}

TEST_P(StoredRowsTest, RequireRowsThatAscend) {
  const base::Matrix store = Load(Missing::kFill, Hold::kStore).train;
  base::Matrix read;
  EXPECT_THROW(store.source().Read(std::vector<std::int32_t>{3, 2}, read), std::logic_error);
  EXPECT_THROW(store.source().Read(std::vector<std::int32_t>{525}, read), std::logic_error);
}

INSTANTIATE_TEST_SUITE_P(All, StoredRowsTest,
                         ::testing::Combine(::testing::Bool(), ::testing::Values("a9a", "epsilon")));

}  // namespace
}  // namespace fdskl::datasets
