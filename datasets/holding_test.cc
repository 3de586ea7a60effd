#include "datasets/holding.h"

#include <gtest/gtest.h>

#include <cmath>

#include "base/testing.h"
#include "datasets/column_writer.h"

namespace fdskl::datasets {
namespace {

// A store of the given dataset that says nothing about scaling, with one column of these values.
ColumnStore MakeStore(const std::filesystem::path& file, const std::string& dataset, const std::vector<float>& values) {
  RowBlock block;
  base::DenseMatrix x(std::ssize(values), 1);
  for (std::size_t i = 0; i < values.size(); ++i) {
    x(static_cast<Eigen::Index>(i), 0) = values[i];
    block.labels.push_back(i % 2 == 0 ? 1.0F : -1.0F);
  }
  block.x = base::Matrix(std::move(x));
  ColumnWriter writer(file, 1, false);
  writer.Append(block);
  writer.Finish({.dataset = dataset, .rows = std::ssize(values), .columns = 1});
  return ColumnStore::Open(file);
}

Holding LoadAll(const ColumnStore& store, std::span<const std::int32_t> train, std::span<const std::int32_t> test) {
  return LoadHolding(store, train, test, ColumnsInTurn(store.columns(), 1, 0), {}, Missing::kFill);
}

TEST(HoldingTest, IsScaledAsTheCatalogueSays) {
  const base::testing::TempFolder folder;
  const std::vector<std::int32_t> train = {0, 1, 2}, test = {3};
  const auto load = [&](const char* dataset) {
    return LoadAll(MakeStore(folder.path() / dataset, dataset, {2, 10, NAN, 12}), train, test);
  };
  const Holding scaled = load("cod-rna"), kept = load("epsilon");
  EXPECT_EQ(scaled.train.dense(), (base::DenseMatrix(3, 1) << 0, 1, 0.5).finished());
  EXPECT_EQ(scaled.test.dense()(0, 0), 1.25);
  EXPECT_EQ(kept.train.dense(), (base::DenseMatrix(3, 1) << 2, 10, 6).finished());
  EXPECT_EQ(kept.test.dense()(0, 0), 12);
}

TEST(HoldingTest, NamesADatasetThatTheCatalogueDoesNotHave) {
  const base::testing::TempFolder folder;
  const ColumnStore store = MakeStore(folder.path() / "store", "nosuch", {1, 2, 3, 4});
  const std::vector<std::int32_t> rows = {0, 1};
  EXPECT_NE(base::testing::ErrorOf([&] { LoadAll(store, rows, {}); }).find("nosuch"), std::string::npos);
}

}  // namespace
}  // namespace fdskl::datasets
