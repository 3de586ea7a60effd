#include "datasets/column_store.h"

#include <gtest/gtest.h>

#include <numeric>

#include "base/testing.h"
#include "datasets/column_writer.h"
#include "datasets/testing.h"

namespace fdskl::datasets {
namespace {

using testing::Table;
using Ids = std::vector<std::int32_t>;

constexpr std::int64_t kRows = 50, kColumns = 37;

// Most values are zero; all others are different.
float ValueAt(std::int64_t i, std::int64_t k) {
  return (i * 7 + k * 5) % 6 == 0 ? static_cast<float>(1 + i * kColumns + k) : 0.0F;
}

RowBlock Block(std::int64_t first, std::int64_t end, bool sparse) {
  RowBlock block;
  base::DenseMatrix dense(end - first, kColumns);
  base::SparseMatrix few{.columns = kColumns};
  for (std::int64_t i = first; i < end; ++i) {
    block.labels.push_back(i % 3 == 0 ? 2.0F : 1.0F);
    for (std::int64_t k = 0; k < kColumns; ++k) {
      dense(i - first, k) = ValueAt(i, k);
      if (ValueAt(i, k) == 0) continue;
      few.column.push_back(static_cast<std::int32_t>(k));
      few.value.push_back(ValueAt(i, k));
    }
    few.row_begin.push_back(std::ssize(few.value));
  }
  block.x = sparse ? base::Matrix(std::move(few)) : base::Matrix(std::move(dense));
  return block;
}

struct Kinds {
  bool sparse_store, sparse_blocks;
};

class ColumnStoreTest : public ::testing::TestWithParam<Kinds> {
 protected:
  ColumnStoreTest() : file_(folder_.path() / "store.arrow") {
    ColumnWriter writer(file_, kColumns, GetParam().sparse_store);
    writer.Append(Block(0, 20, GetParam().sparse_blocks));
    writer.Append(Block(20, 21, GetParam().sparse_blocks));
    writer.Append(Block(21, kRows, GetParam().sparse_blocks));
    EXPECT_FALSE(std::filesystem::exists(file_)) << "visible before it is whole";
    writer.Finish({.dataset = "tiny",
                   .edition = Edition::kPart,
                   .sparse = GetParam().sparse_store,
                   .rows = kRows,
                   .columns = kColumns,
                   .checksum = "c0ffee",
                   .verified = "by hand"});
  }

  base::testing::TempFolder folder_;
  std::filesystem::path file_;
};

TEST_P(ColumnStoreTest, RemembersWhatItHolds) {
  const ColumnStore store = ColumnStore::Open(file_);
  EXPECT_EQ(store.dataset(), "tiny");
  EXPECT_EQ(store.edition(), Edition::kPart);
  EXPECT_EQ(store.rows(), kRows);
  EXPECT_EQ(store.columns(), kColumns);
  EXPECT_EQ(store.sparse(), GetParam().sparse_store);
  EXPECT_EQ(store.checksum(), "c0ffee");
  EXPECT_EQ(store.info().verified, "by hand");
}

TEST_P(ColumnStoreTest, GivesLabelsAsSigns) {
  const std::vector<float> labels = ColumnStore::Open(file_).Labels();
  ASSERT_EQ(std::ssize(labels), kRows);
  for (std::int64_t i = 0; i < kRows; ++i) EXPECT_EQ(labels[i], i % 3 == 0 ? 1 : -1);
}

TEST_P(ColumnStoreTest, LoadsAnyColumnsOfAnyRows) {
  const ColumnStore store = ColumnStore::Open(file_);
  Ids all_columns(kColumns), all_rows(kRows);
  std::iota(all_columns.begin(), all_columns.end(), 0);
  std::iota(all_rows.begin(), all_rows.end(), 0);
  for (const Ids& columns : {all_columns, Ids{0, 3, 4, 36}, Ids{17}, Ids{}}) {
    for (const Ids& rows : {all_rows, Ids{0, 19, 20, 21, 49}, Ids{20}, Ids{}}) {
      const base::Matrix x = store.Load(columns, rows);
      EXPECT_EQ(x.is_sparse(), GetParam().sparse_store);
      ASSERT_EQ(x.rows(), std::ssize(rows));
      ASSERT_EQ(x.columns(), std::ssize(columns));
      for (std::size_t i = 0; i < rows.size(); ++i) {
        const std::vector<float> row = testing::Table::RowOf(x, static_cast<std::int64_t>(i));
        for (std::size_t k = 0; k < columns.size(); ++k) EXPECT_EQ(row[k], ValueAt(rows[i], columns[k]));
      }
    }
  }
}

TEST_P(ColumnStoreTest, RequiresAscendingIdsWithinTheDataset) {
  const ColumnStore store = ColumnStore::Open(file_);
  EXPECT_THROW(store.Load(Ids{1, 0}, Ids{0}), std::logic_error);
  EXPECT_THROW(store.Load(Ids{0, 0}, Ids{0}), std::logic_error);
  EXPECT_THROW(store.Load(Ids{kColumns}, Ids{0}), std::logic_error);
  EXPECT_THROW(store.Load(Ids{0}, Ids{kRows}), std::logic_error);
  EXPECT_THROW(store.Load(Ids{0}, Ids{-1}), std::logic_error);
}

TEST_P(ColumnStoreTest, RejectsAFileCutShort) {
  const std::string bytes = base::testing::ReadFile(file_);
  for (const std::size_t kept : {std::size_t{0}, std::size_t{9}, bytes.size() / 2, bytes.size() - 1}) {
    const auto cut = base::testing::WriteFile(folder_.path() / "cut.arrow", std::string_view(bytes).substr(0, kept));
    EXPECT_NE(base::testing::ErrorOf([&] { ColumnStore::Open(cut); }).find(cut.string()), std::string::npos) << kept;
  }
}

INSTANTIATE_TEST_SUITE_P(All, ColumnStoreTest,
                         ::testing::Values(Kinds{false, false}, Kinds{false, true}, Kinds{true, false},
                                           Kinds{true, true}));

TEST(ColumnWriterTest, LeavesNothingBehindWithoutFinish) {
  const base::testing::TempFolder folder;
  {
    ColumnWriter writer(folder.path() / "store.arrow", kColumns, false);
    writer.Append(Block(0, 20, false));
  }
  EXPECT_TRUE(std::filesystem::is_empty(folder.path()));
}

TEST(ColumnStoreOpenTest, RejectsWhatIsNoStore) {
  const base::testing::TempFolder folder;
  EXPECT_THROW(ColumnStore::Open(folder.path() / "absent.arrow"), base::Error);
  EXPECT_THROW(ColumnStore::Open(base::testing::WriteFile(folder.path() / "text.arrow", "1 1:1\n")), base::Error);
}

}  // namespace
}  // namespace fdskl::datasets
