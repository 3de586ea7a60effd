// Bins of columns, and sums by bin and candidate.

#include "baselines/secureboost/binned_columns.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <map>

#include "baselines/secureboost/histogram.h"
#include "fdskl/testing.h"

namespace fdskl::secureboost {
namespace {

const float kNan = std::nanf("");

std::map<int, std::int64_t> CountByBin(const QuantileBins& bins, const std::vector<float>& values) {
  std::map<int, std::int64_t> count;
  for (const float value : values) ++count[bins.BinOf(value)];
  return count;
}

TEST(QuantileBins, FewDifferentValuesHaveABinEach) {
  const QuantileBins bins({3, 1, 2, 1, 3, 3}, 0, 4);
  EXPECT_EQ(bins.intervals(), 3);
  EXPECT_FALSE(bins.has_absent());
  EXPECT_EQ(bins.BinOf(1), 0);
  EXPECT_EQ(bins.BinOf(1.4F), 0);
  EXPECT_EQ(bins.BinOf(1.6F), 1);
  EXPECT_EQ(bins.BinOf(-100), 0);
  EXPECT_EQ(bins.BinOf(100), 2);
  EXPECT_EQ(bins.BinOf(kNan), 2);
}

TEST(QuantileBins, ManyHaveEqualShares) {
  std::vector<float> values;
  for (int i = 1; i <= 10000; ++i) values.push_back(static_cast<float>(i * i));
  const QuantileBins bins(values, 0, 32);
  EXPECT_EQ(bins.intervals(), 32);
  for (const auto& [bin, count] : CountByBin(bins, values)) EXPECT_NEAR(static_cast<double>(count), 10000.0 / 32, 2);
}

TEST(QuantileBins, AFrequentValueStandsAlone) {
  std::vector<float> values(4000, 0.5F);
  for (int i = 0; i < 6000; ++i) values.push_back(static_cast<float>(i) / 6000);
  const QuantileBins bins(values, 0, 16);
  EXPECT_EQ(bins.intervals(), 16);
  const auto count = CountByBin(bins, values);
  EXPECT_EQ(count.at(bins.BinOf(0.5F)), 4001);
  for (const auto& [bin, size] : count) {
    if (bin == bins.BinOf(0.5F)) continue;
    EXPECT_LE(size, 480);  // a fifteenth of the others is 400
  }
}

TEST(QuantileBins, AbsentIsMissingElseMostlyZero) {
  const QuantileBins missing({0, 0, 0, 0, 1, kNan}, 0, 8);
  EXPECT_TRUE(missing.IsAbsent(kNan));
  EXPECT_FALSE(missing.IsAbsent(0));
  EXPECT_EQ(missing.intervals(), 2);
  EXPECT_EQ(missing.bins(), 3);
  EXPECT_EQ(missing.BinOf(kNan), 2);
  const QuantileBins sparse({1, 2, 0}, 4, 8);
  EXPECT_TRUE(sparse.IsAbsent(0));
  EXPECT_EQ(sparse.intervals(), 2);
  EXPECT_EQ(sparse.BinOf(0), 2);
  const QuantileBins dense({1, 2, 3, 4, 0}, 2, 8);
  EXPECT_FALSE(dense.has_absent());
  EXPECT_EQ(dense.BinOf(0), 0);
  EXPECT_EQ(QuantileBins({}, 5, 8).intervals(), 0);
  EXPECT_EQ(QuantileBins({kNan, kNan}, 0, 8).intervals(), 0);
}

// A problem with a dense, a sparse, a constant and a missing column.
base::DenseMatrix MixedColumns() {
  base::DenseMatrix x = fdskl::testing::Problem(300, 5).x;
  for (Eigen::Index i = 0; i < x.rows(); ++i) {
    if (i % 5 != 0) x(i, 1) = 0;
    x(i, 2) = 0;
    if (i % 7 == 0) x(i, 3) = kNan;
    x(i, 4) = static_cast<float>(i % 11 < 8);
  }
  return x;
}

class Candidates : public ::testing::TestWithParam<BinnedColumns::Skip> {};

// The sums by definition: over the rows that go to one side.
TEST_P(Candidates, SumsAreOverTheRowsOfOneSide) {
  const base::DenseMatrix dense = MixedColumns();
  const base::Matrix x(dense);
  const BinnedColumns columns(x, 6, GetParam());
  std::vector<Gradient> gradients;
  for (Eigen::Index i = 0; i < dense.rows(); ++i) gradients.push_back({(i * 7919) % 1001 - 500, i + 1});
  std::vector<Limb> values(2 * gradients.size());
  BareNumbers::Write(gradients, values);
  std::vector<std::int32_t> rows;
  for (std::int32_t i = 0; i < 300; i += 2) rows.push_back(i);
  std::vector<Gradient> sums(columns.candidates().size());
  BareNumbers::Read(SumCandidates(columns, BareNumbers(), values, rows), sums);
  ASSERT_GT(sums.size(), 20U);
  for (std::size_t c = 0; c < sums.size(); ++c) {
    Gradient left;
    Gradient right;
    for (const std::int32_t row : rows) {
      (columns.GoesLeft(columns.candidates()[c], x, row) ? left : right) += gradients[static_cast<std::size_t>(row)];
    }
    EXPECT_TRUE(sums[c] == left || sums[c] == right) << c;
    EXPECT_TRUE(sums[c] == left || GetParam() == BinnedColumns::Skip::kCommonest) << c;
  }
}

INSTANTIATE_TEST_SUITE_P(Skip, Candidates,
                         ::testing::Values(BinnedColumns::Skip::kCommonest, BinnedColumns::Skip::kNone));

TEST(BinnedColumns, SparseColumnsAreTouchedOnlyWhereTheyAreNotZero) {
  base::DenseMatrix x = fdskl::testing::Problem(400, 6).x;
  std::int64_t nonzero = 0;
  for (Eigen::Index i = 0; i < x.size(); ++i) {
    if (i % 9 != 0) x.data()[i] = 0;
    if (x.data()[i] != 0) ++nonzero;
  }
  const auto touched = [&](const base::Matrix& matrix, BinnedColumns::Skip skip) {
    const BinnedColumns columns(matrix, 8, skip);
    std::int64_t count = 0;
    for (std::int32_t row = 0; row < 400; ++row) count += std::ssize(columns.BinsOf(row));
    return count;
  };
  for (const base::Matrix& matrix : {base::Matrix(x), base::Matrix(base::ToSparse(x))}) {
    EXPECT_EQ(touched(matrix, BinnedColumns::Skip::kCommonest), nonzero);
    EXPECT_EQ(touched(matrix, BinnedColumns::Skip::kNone), x.size());
  }
}

TEST(BinnedColumns, StorageChangesNothing) {
  base::DenseMatrix x = MixedColumns();
  for (Eigen::Index i = 0; i < x.size(); ++i) {
    if (std::isnan(x.data()[i])) x.data()[i] = 0;
  }
  const base::Matrix dense(x);
  const base::Matrix sparse(base::ToSparse(x));
  for (const auto skip : {BinnedColumns::Skip::kCommonest, BinnedColumns::Skip::kNone}) {
    const BinnedColumns a(dense, 6, skip);
    const BinnedColumns b(sparse, 6, skip);
    ASSERT_EQ(a.candidates(), b.candidates());
    for (std::int32_t row = 0; row < x.rows(); ++row) {
      std::vector<std::int32_t> of_a(a.BinsOf(row).begin(), a.BinsOf(row).end());
      std::vector<std::int32_t> of_b(b.BinsOf(row).begin(), b.BinsOf(row).end());
      std::ranges::sort(of_b);
      EXPECT_EQ(of_a, of_b);
      for (const ColumnSplit& split : a.candidates()) {
        EXPECT_EQ(a.GoesLeft(split, dense, row), b.GoesLeft(split, sparse, row));
      }
    }
  }
}

}  // namespace
}  // namespace fdskl::secureboost
