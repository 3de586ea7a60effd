#include "datasets/scaling.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <tuple>

#include "datasets/testing.h"

namespace fdskl::datasets {
namespace {

constexpr float kMissing = std::numeric_limits<float>::quiet_NaN();

using Rows = std::vector<std::vector<float>>;

base::Matrix Dense(const Rows& rows) {
  base::DenseMatrix dense(std::ssize(rows), std::ssize(rows.front()));
  for (std::int64_t i = 0; i < dense.rows(); ++i) {
    for (std::int64_t k = 0; k < dense.cols(); ++k) dense(i, k) = rows[i][k];
  }
  return base::Matrix(std::move(dense));
}

base::Matrix Sparse(const Rows& rows) {
  base::SparseMatrix sparse{.columns = std::ssize(rows.front())};
  for (const auto& row : rows) {
    for (std::size_t k = 0; k < row.size(); ++k) {
      if (row[k] == 0) continue;
      sparse.column.push_back(static_cast<std::int32_t>(k));
      sparse.value.push_back(row[k]);
    }
    sparse.row_begin.push_back(std::ssize(sparse.value));
  }
  return base::Matrix(std::move(sparse));
}

Rows Scaled(const ColumnScaler& scaler, base::Matrix x) {
  scaler.Apply(x);
  Rows rows;
  for (std::int64_t i = 0; i < x.rows(); ++i) rows.push_back(testing::Table::RowOf(x, i));
  return rows;
}

TEST(ScalingTest, MapsTheTrainingRangeToTheUnitInterval) {
  const base::Matrix train = Dense({{-2, 10, 7}, {2, 30, 7}, {0, 20, 7}});
  const ColumnScaler scaler = ColumnScaler::Fit(train, Scaling::kMinMax);
  EXPECT_EQ(Scaled(scaler, train), (Rows{{0, 0, 0}, {1, 1, 0}, {0.5, 0.5, 0}}));
}

TEST(ScalingTest, LeavesTestValuesOutsideTheIntervalAndUsesTheTrainingRange) {
  const ColumnScaler scaler = ColumnScaler::Fit(Dense({{0, 5}, {4, 5}}), Scaling::kMinMax);
  EXPECT_EQ(Scaled(scaler, Dense({{6, 9}, {-2, 5}})), (Rows{{1.5, 0}, {-0.5, 0}}));
}

TEST(ScalingTest, FillsMissingValuesWithTheTrainingMedian) {
  const ColumnScaler scaler = ColumnScaler::Fit(
      Dense({{0, 0, kMissing}, {kMissing, 1, kMissing}, {4, 2, kMissing}, {1, 10, kMissing}}), Scaling::kMinMax);
  // Medians: 1 of {0, 1, 4}; (1 + 2) / 2 of {0, 1, 2, 10}; none.
  const Rows rows = Scaled(scaler, Dense({{kMissing, kMissing, kMissing}, {4, 10, 3}}));
  EXPECT_FLOAT_EQ(rows[0][0], 0.25);
  EXPECT_FLOAT_EQ(rows[0][1], 0.15);
  EXPECT_EQ(rows[0][2], 0);
  EXPECT_EQ(rows[1], (std::vector<float>{1, 1, 0}));
}

TEST(ScalingTest, KeepsSparseZerosAndCountsThemForTheRange) {
  // Column 0 has zeros: its range is 0..4. Column 1 has none: 2..6. Column 2: -3..5. Column 3 is constant, 4 empty.
  const Rows train = {{4, 2, -3, 5, 0}, {0, 6, 0, 5, 0}, {2, 4, 5, 5, 0}};
  const ColumnScaler scaler = ColumnScaler::Fit(Sparse(train), Scaling::kMinMax);
  EXPECT_EQ(Scaled(scaler, Sparse(train)), (Rows{{1, 0.5, -0.375, 0, 0}, {0, 1.5, 0, 0, 0}, {0.5, 1, 0.625, 0, 0}}));
}

TEST(ScalingTest, DiffersBetweenSparseAndDenseByAShiftPerColumnOnly) {
  const Rows train = {{4, 0, -3}, {0, 6, 0}, {2, 4, 5}}, test = {{0, 1, 2}, {7, 0, 0}};
  const Rows sparse = Scaled(ColumnScaler::Fit(Sparse(train), Scaling::kMinMax), Sparse(test));
  const Rows dense = Scaled(ColumnScaler::Fit(Dense(train), Scaling::kMinMax), Dense(test));
  for (std::size_t k = 0; k < 3; ++k) {
    EXPECT_FLOAT_EQ(dense[0][k] - sparse[0][k], dense[1][k] - sparse[1][k]) << "column " << k;
  }
}

TEST(ScalingTest, RequiresTheColumnsAndTheKindItWasFittedTo) {
  const ColumnScaler scaler = ColumnScaler::Fit(Dense({{1, 2}, {3, 4}}), Scaling::kMinMax);
  base::Matrix narrow = Dense({{1}}), sparse = Sparse({{1, 2}});
  EXPECT_THROW(scaler.Apply(narrow), std::logic_error);
  EXPECT_THROW(scaler.Apply(sparse), std::logic_error);
  EXPECT_THROW(ColumnScaler::Fit(base::Matrix(base::DenseMatrix(0, 2)), Scaling::kNone), std::logic_error);
}

TEST(ScalingTest, DividesByTheLargestTrainingMagnitude) {
  // Column 2 is constant, column 3 all zeros.
  const Rows train = {{-8, 1, 5, 0}, {4, 0, 5, 0}, {0, 2, 5, 0}},
             scaled = {{-1, 0.5, 1, 0}, {0.5, 0, 1, 0}, {0, 1, 1, 0}};
  const Rows test = {{0, 4, -5, 3}, {16, 0, 0, 0}}, scaled_test = {{0, 2, -1, 0}, {2, 0, 0, 0}};
  const ColumnScaler dense = ColumnScaler::Fit(Dense(train), Scaling::kMaxAbs);
  const ColumnScaler sparse = ColumnScaler::Fit(Sparse(train), Scaling::kMaxAbs);
  EXPECT_EQ(Scaled(dense, Dense(train)), scaled);
  EXPECT_EQ(Scaled(sparse, Sparse(train)), scaled);
  EXPECT_EQ(Scaled(dense, Dense(test)), scaled_test);
  EXPECT_EQ(Scaled(sparse, Sparse(test)), scaled_test);
  base::Matrix zeros = Sparse(train);
  sparse.Apply(zeros);
  EXPECT_EQ(zeros.entries(), Sparse(train).entries());
}

TEST(ScalingTest, LeavesWhatIsPublishedNormalised) {
  const Rows train = {{-0.1F, 0, 7}, {1.0F / 3, 0, 7}, {0, 1e-30F, 7}}, test = {{3e20F, -1, 0}};
  EXPECT_EQ(Scaled(ColumnScaler::Fit(Dense(train), Scaling::kNone), Dense(train)), train);
  EXPECT_EQ(Scaled(ColumnScaler::Fit(Sparse(train), Scaling::kNone), Sparse(train)), train);
  EXPECT_EQ(Scaled(ColumnScaler::Fit(Dense(train), Scaling::kNone), Dense(test)), test);
  EXPECT_EQ(Scaled(ColumnScaler::Fit(Sparse(train), Scaling::kNone), Sparse(test)), test);
}

TEST(ScalingTest, FillsMissingValuesHoweverItScales) {
  // The last column has no value at all.
  const base::Matrix train = Dense({{-4, kMissing}, {kMissing, kMissing}, {2, kMissing}, {1, kMissing}});
  const base::Matrix test = Dense({{kMissing, kMissing}, {8, 3}});
  EXPECT_EQ(Scaled(ColumnScaler::Fit(train, Scaling::kMaxAbs), test), (Rows{{0.25, 0}, {2, 0}}));
  EXPECT_EQ(Scaled(ColumnScaler::Fit(train, Scaling::kNone), test), (Rows{{1, 0}, {8, 3}}));
}

TEST(ScalingTest, KeepsMissingValuesWhenAskedTo) {
  for (const auto& [scaling, first, last] :
       {std::tuple(Scaling::kMinMax, 0.0F, 1.0F), {Scaling::kMaxAbs, 0.25F, 1.0F}, {Scaling::kNone, 2.0F, 8.0F}}) {
    SCOPED_TRACE(base::NameOf(scaling));
    base::Matrix x = Dense({{2}, {kMissing}, {8}});
    ColumnScaler::Fit(x, scaling).Apply(x, Missing::kKeep);
    EXPECT_EQ(x.dense()(0, 0), first);
    EXPECT_TRUE(std::isnan(x.dense()(1, 0)));
    EXPECT_EQ(x.dense()(2, 0), last);
  }
}

TEST(ScalingTest, IsRestoredFromItsParts) {
  const base::Matrix train = Dense({{-4, 1}, {2, kMissing}, {1, 3}});
  for (const Scaling scaling : {Scaling::kMinMax, Scaling::kMaxAbs, Scaling::kNone}) {
    const ColumnScaler scaler = ColumnScaler::Fit(train, scaling);
    const ColumnScaler restored(scaler.shift(), scaler.factor(), scaler.fill());
    EXPECT_EQ(Scaled(restored, train), Scaled(scaler, train)) << base::NameOf(scaling);
  }
}

}  // namespace
}  // namespace fdskl::datasets
