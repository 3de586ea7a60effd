#include "datasets/stand_in.h"

#include <gtest/gtest.h>

#include <Eigen/Cholesky>
#include <algorithm>
#include <cmath>

#include "datasets/testing.h"

namespace fdskl::datasets {
namespace {

using testing::Table;

testing::Table Make(const CatalogueEntry& entry, std::int64_t rows) {
  testing::Table table;
  MakeStandIn(entry, rows, table.Sink());
  return table;
}

struct Shares {
  double positive = 0, present = 0, missing = 0;
};

Shares SharesOf(const testing::Table& table) {
  Shares shares;
  shares.positive = static_cast<double>(std::ranges::count(table.labels, 1.0F));
  for (const auto& row : table.x) {
    for (const float value : row) {
      shares.present += value != 0 ? 1 : 0;
      shares.missing += std::isnan(value) ? 1 : 0;
    }
  }
  const auto rows = static_cast<double>(table.x.size()), entries = rows * static_cast<double>(table.x[0].size());
  return {shares.positive / rows, shares.present / entries, shares.missing / entries};
}

class StandInTest : public ::testing::TestWithParam<const char*> {
 protected:
  const CatalogueEntry& entry() const { return FindDataset(GetParam()); }
};

TEST_P(StandInTest, HasThePublishedShapeSparsityAndBalance) {
  const testing::Table table = Make(entry(), 3000);
  ASSERT_EQ(table.x.size(), 3000U);
  ASSERT_EQ(std::ssize(table.x[0]), entry().columns);
  const Shares shares = SharesOf(table);
  EXPECT_NEAR(shares.positive, entry().positive_share, 0.03);
  EXPECT_NEAR(shares.present, entry().density, 0.02 + 0.05 * entry().density);
  EXPECT_GT(shares.present, 0.8 * entry().density);
  EXPECT_NEAR(shares.missing, entry().missing_share, 0.003);
}

TEST_P(StandInTest, IsTheBeginningOfALongerOne) {
  const testing::Table few = Make(entry(), 20), many = Make(entry(), 60);
  EXPECT_TRUE(std::equal(few.labels.begin(), few.labels.end(), many.labels.begin()));
  for (std::size_t i = 0; i < few.x.size(); ++i) {
    const auto same = [](float a, float b) { return a == b || (std::isnan(a) && std::isnan(b)); };
    EXPECT_TRUE(std::ranges::equal(few.x[i], many.x[i], same)) << "row " << i;
  }
}

// Columns in [0,1], missing values at the middle, as a matrix.
Eigen::MatrixXf Scaled(const testing::Table& table) {
  Eigen::MatrixXf x(std::ssize(table.x), std::ssize(table.x[0]));
  for (Eigen::Index k = 0; k < x.cols(); ++k) {
    for (Eigen::Index i = 0; i < x.rows(); ++i) {
      const float value = table.x[i][k];
      x(i, k) = std::isnan(value) ? 0.5F : value;
    }
    const float min = x.col(k).minCoeff(), range = x.col(k).maxCoeff() - min;
    x.col(k) = (x.col(k).array() - min) / (range > 0 ? range : 1);
  }
  return x;
}

// Share of pairs of a positive and a negative sample that `scores` puts in the right order.
double Auc(const Eigen::VectorXd& scores, std::span<const float> labels) {
  double right = 0, pairs = 0;
  for (Eigen::Index i = 0; i < scores.size(); ++i) {
    for (Eigen::Index j = 0; j < scores.size(); ++j) {
      if (labels[i] < 0 || labels[j] > 0) continue;
      right += scores[i] > scores[j] ? 1 : 0;
      ++pairs;
    }
  }
  return right / pairs;
}

// Ridge regression on kernel matrix `k`: the first `train` samples predict the rest.
double TestAuc(const Eigen::MatrixXd& k, const std::vector<float>& labels, Eigen::Index train, double ridge) {
  const Eigen::Index test = k.rows() - train;
  const Eigen::VectorXd y = Eigen::Map<const Eigen::VectorXf>(labels.data(), train).cast<double>();
  const Eigen::MatrixXd regular = k.topLeftCorner(train, train) + ridge * Eigen::MatrixXd::Identity(train, train);
  const Eigen::VectorXd alpha = regular.llt().solve(Eigen::VectorXd(y.array() - y.mean()));
  return Auc(k.block(train, 0, test, train) * alpha, std::span(labels).subspan(static_cast<std::size_t>(train)));
}

TEST_P(StandInTest, IsLearntByAKernelAndNotByALine) {
  constexpr Eigen::Index kTrain = 1600, kTest = 600;
  const testing::Table table = Make(entry(), kTrain + kTest);
  const Eigen::MatrixXf raw = Scaled(table), x = raw.rowwise() - raw.colwise().mean();
  const Eigen::MatrixXd inner = (x * x.transpose()).cast<double>();
  const Eigen::VectorXd norms = inner.diagonal();
  const double spread = norms.mean();
  const Eigen::MatrixXd distances =
      norms.rowwise().replicate(norms.size()) + norms.transpose().colwise().replicate(norms.size()) - 2 * inner;
  const Eigen::MatrixXd kernel = (-distances / spread).array().exp();

  const double line = TestAuc(inner / spread, table.labels, kTrain, 0.1);
  const double curve = TestAuc(kernel, table.labels, kTrain, 0.1);
  EXPECT_GT(line, 0.5);
  EXPECT_LT(line, 0.9);
  EXPECT_GT(curve, line + 0.1);
  EXPECT_GT(curve, 0.8);
}

INSTANTIATE_TEST_SUITE_P(All, StandInTest,
                         ::testing::Values("phishing", "a9a", "ijcnn1", "cod-rna", "w8a", "defaultcredit",
                                           "givemecredit", "real-sim", "epsilon"));

TEST(StandInDigestTest, IsThatOfTheValues) {
  const CatalogueEntry& entry = FindDataset("cod-rna");
  const RowSink ignore = [](const RowBlock&) {};
  const std::string digest = MakeStandIn(entry, 1000, ignore);
  EXPECT_EQ(digest, "d66122e2ec3ae839e579d72bb02c3303fa39064179831db85abf6fb17adee751");
  EXPECT_NE(digest, MakeStandIn(entry, 999, ignore));
  EXPECT_NE(digest, MakeStandIn(FindDataset("ijcnn1"), 1000, ignore));
}

}  // namespace
}  // namespace fdskl::datasets
