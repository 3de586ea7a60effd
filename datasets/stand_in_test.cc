#include "datasets/stand_in.h"

#include <gtest/gtest.h>

#include <Eigen/Cholesky>
#include <Eigen/SparseCore>
#include <algorithm>
#include <cmath>
#include <functional>
#include <numeric>
#include <string_view>
#include <utility>

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

// The samples as a matrix, scaled as the dataset is: columns in [0,1] with missing values in the middle, or unchanged.
Eigen::MatrixXf Scaled(const testing::Table& table, Scaling scaling) {
  Eigen::MatrixXf x(std::ssize(table.x), std::ssize(table.x[0]));
  for (Eigen::Index k = 0; k < x.cols(); ++k) {
    for (Eigen::Index i = 0; i < x.rows(); ++i) {
      const float value = table.x[i][k];
      x(i, k) = std::isnan(value) ? 0.5F : value;
    }
    if (scaling == Scaling::kNone) continue;
    const float min = x.col(k).minCoeff(), range = x.col(k).maxCoeff() - min;
    x.col(k) = (x.col(k).array() - min) / (range > 0 ? range : 1);
  }
  return x;
}

// Inner products of the centred samples, computed from those of the samples, which are sparse in some datasets.
Eigen::MatrixXd CentredProducts(const Eigen::MatrixXf& x) {
  const Eigen::SparseMatrix<float, Eigen::RowMajor> some = x.sparseView();
  const bool sparse = some.nonZeros() < x.size() / 4;
  Eigen::MatrixXd inner = sparse ? Eigen::MatrixXd((some * some.transpose()).cast<double>())
                                 : Eigen::MatrixXd((x * x.transpose()).cast<double>());
  const Eigen::VectorXd means = inner.rowwise().mean();
  inner.colwise() -= means;
  inner.rowwise() -= means.transpose();
  inner.array() += means.mean();
  return inner;
}

// The share of pairs of a positive and a negative sample that `scores` puts in the right order.
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
  const Eigen::MatrixXd inner = CentredProducts(Scaled(table, entry().scaling));
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
                         ::testing::Values("gisette", "phishing", "a9a", "ijcnn1", "cod-rna", "w8a", "defaultcredit",
                                           "givemecredit", "real-sim", "epsilon"));

TEST(StandInScaleTest, IsThePublishersWhereWeDoNotScale) {
  for (const CatalogueEntry& entry : Catalogue()) {
    if (entry.scaling != Scaling::kNone) continue;
    SCOPED_TRACE(entry.name);
    float least = 0;
    float most = 0;
    for (const auto& row : Make(entry, 500).x) {
      const double squares = std::transform_reduce(row.begin(), row.end(), 0.0, std::plus<>(),
                                                   [](float value) { return double{value} * value; });
      EXPECT_TRUE(!entry.unit_rows || std::abs(squares - 1) < 1e-5) << squares;
      const auto [low, high] = std::ranges::minmax(row);
      least = std::min(least, low);
      most = std::max(most, high);
    }
    EXPECT_GE(least, -1);
    EXPECT_LE(most, 1);
    // Dense values have both signs: no offset was added to them.
    EXPECT_TRUE(entry.sparse() || std::abs(least + most) < 0.1 * most) << least << " " << most;
  }
}

std::string DigestOf(std::string_view name, std::int64_t rows) {
  return MakeStandIn(FindDataset(name), rows, [](const RowBlock&) {});
}

TEST(StandInDigestTest, IsThatOfTheValues) {
  // Stored results refer to these data: a change needs another kStandInVersion.
  const std::vector<std::pair<std::string_view, std::string_view>> digests = {
      {"gisette", "5473457d5fbe210da023983633d79ad280f9ddb8abca196f76666429c68e57a0"},
      {"phishing", "15d0ee30d09eba6b18b06543fd60e4a6a54acca824d2bc900bd3da75b8100590"},
      {"a9a", "3d53716b0e52c49dcea7d20c0601d9e9c212587db71d8467e80e2d400f6b0f84"},
      {"ijcnn1", "321cfacf03d7f8c198a5d39912ccd1983abf092cbdedf38e2cfec6e23b40ce6b"},
      {"cod-rna", "d66122e2ec3ae839e579d72bb02c3303fa39064179831db85abf6fb17adee751"},
      {"w8a", "76239f34ce722d7a51459617ea4756473acb1fa7cfb014840ef04f131d275fa6"},
      {"real-sim", "a83c7dde21b375354b5ae398600ede96075e10b98f8d3f1ae11fa1ff5cb7eaa2"},
      {"epsilon", "10fbf23aa394aae1015b1ef708263c77e45909f3da09651d4c0df2de1e3c5aeb"},
      {"defaultcredit", "6437949cc41cba0952a49a3eea97e27c3c4a79b4cbfd43d163e2f180f86427ab"},
      {"givemecredit", "3a27f5b62e7c4069ced6f06539d7541e4407a6ec70f24d5941a8fedeadf4c7ee"}};
  ASSERT_EQ(digests.size(), Catalogue().size());
  for (const auto& [name, digest] : digests) EXPECT_EQ(DigestOf(name, 1000), digest) << name;
  EXPECT_NE(DigestOf("cod-rna", 1000), DigestOf("cod-rna", 999));
}

}  // namespace
}  // namespace fdskl::datasets
