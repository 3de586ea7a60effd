#include "fdskl/random_features.h"

#include <gtest/gtest.h>

#include <cmath>
#include <numbers>
#include <numeric>
#include <vector>

namespace fdskl {
namespace {

std::vector<std::int32_t> Columns(std::int32_t count) {
  std::vector<std::int32_t> columns(static_cast<std::size_t>(count));
  std::iota(columns.begin(), columns.end(), 0);
  return columns;
}

// An entry is a function of (seed, j, k) only: it is the same whether computed with others or by itself.
TEST(RandomFeatures, EntriesDoNotDependOnWhatElseIsMade) {
  for (const Kernel kernel : {Kernel::kGaussian, Kernel::kLaplace}) {
    const RandomFeatures random(kernel, 1.5, 99);
    const std::vector<std::int32_t> columns = Columns(7);
    base::DenseMatrix whole(7, 50);
    random.Fill(3, columns, whole);
    for (const std::int32_t k : columns) {
      for (std::int64_t j = 0; j < 50; ++j) {
        base::DenseMatrix entry(1, 1);
        random.Fill(3 + j, std::vector<std::int32_t>{k}, entry);
        ASSERT_EQ(entry(0, 0), whole(k, j)) << "feature " << 3 + j << " column " << k;
      }
    }
  }
}

TEST(RandomFeatures, SeedsAndColumnsDiffer) {
  base::DenseMatrix a(1, 100);
  base::DenseMatrix b(1, 100);
  RandomFeatures(Kernel::kGaussian, 1, 1).Fill(0, std::vector<std::int32_t>{0}, a);
  RandomFeatures(Kernel::kGaussian, 1, 2).Fill(0, std::vector<std::int32_t>{0}, b);
  EXPECT_NE(a, b);
  RandomFeatures(Kernel::kGaussian, 1, 1).Fill(0, std::vector<std::int32_t>{1}, b);
  EXPECT_NE(a, b);
}

// mean_j 2 cos(w_j.x + b) cos(w_j.x' + b) over b is cos(w_j.(x - x')); its mean over j is the kernel, within five
// standard errors (the summands are within [-1, 1]).
TEST(RandomFeatures, ReproduceTheKernel) {
  constexpr std::int64_t kFeatures = 200000;
  const std::vector<std::int32_t> columns = Columns(3);
  Eigen::Vector3f difference(0.4F, -0.2F, 0.7F);
  for (const double sigma : {0.5, 1.0, 2.0}) {
    for (const auto& [kernel, name] : base::kNames<Kernel>.table) {
      base::DenseMatrix w(3, kFeatures);
      RandomFeatures(kernel, sigma, 5).Fill(0, columns, w);
      const Eigen::VectorXd turns = (w.transpose() * difference).cast<double>();
      double mean = 0;
      for (const double turn : turns) mean += std::cos(2 * std::numbers::pi * turn) / kFeatures;
      const double expected = kernel == Kernel::kGaussian ? std::exp(-difference.squaredNorm() / (2 * sigma * sigma))
                                                          : std::exp(-difference.lpNorm<1>() / sigma);
      EXPECT_NEAR(mean, expected, 5 / std::sqrt(kFeatures)) << name << " sigma " << sigma;
    }
  }
}

}  // namespace
}  // namespace fdskl
