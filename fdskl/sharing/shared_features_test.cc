#include "fdskl/sharing/shared_features.h"

#include <gtest/gtest.h>

#include <Eigen/Core>
#include <atomic>
#include <numbers>

#include "base/seed.h"
#include "fdskl/sharing/conjugate_gradients.h"
#include "fdskl/sharing/testing.h"

namespace fdskl::sharing {
namespace {

using testing::RunRoles;
using testing::Together;

constexpr std::int64_t kRows = 37;
constexpr std::array<std::int64_t, 2> kColumns = {21, 10};
constexpr std::int64_t kAll = 31;

std::uint32_t Draw(const char* what, std::int64_t i, std::int64_t j) {
  return static_cast<std::uint32_t>(base::Seed(what, i, j));
}

// The cosine of a + s.
Eigen::MatrixXd Truth() {
  Eigen::MatrixXd phi(kRows, kAll);
  for (std::int64_t i = 0; i < kRows; ++i)
    for (std::int64_t j = 0; j < kAll; ++j)
      phi(i, j) = std::cos(2 * std::numbers::pi * (Draw("a", i, j) + Draw("s", i, j)) * 0x1p-32);
  return phi;
}

// Gives the features in tiles of 16 rows and 8 columns, as the roles get them.
SharedFeatures Make(SharedMath& math, MaskedMatrix::Masks masks = MaskedMatrix::Masks::kKept) {
  SharedFeatures features(math, kRows, kColumns, masks);
  std::int64_t first = 0;
  for (int owner = 0; owner < 2; ++owner) {
    const std::int64_t count = kColumns[static_cast<std::size_t>(owner)];
    for (std::int64_t row = 0; row < kRows; row += 16) {
      for (std::int64_t column = 0; column < count; column += 8) {
        const std::int64_t rows = std::min<std::int64_t>(16, kRows - row);
        const std::int64_t columns = std::min<std::int64_t>(8, count - column);
        std::vector<std::uint32_t> words;
        for (std::int64_t i = 0; i < rows; ++i)
          for (std::int64_t j = 0; j < columns; ++j)
            words.push_back(Draw(math.roles().is_helper() ? "s" : "a", row + i, first + column + j));
        features.Add(owner, row, column, columns, {masking::AngleForm::kWords, std::as_bytes(std::span(words))});
      }
    }
    first += count;
  }
  return features;
}

Eigen::VectorXd Vector(std::int64_t size) {
  Eigen::VectorXd x(size);
  for (std::int64_t i = 0; i < size; ++i) x[i] = static_cast<double>(Draw("x", i, 0)) * 0x1p-31 - 1;
  return x;
}

SharedVector InputOf(SharedMath& math, const Eigen::VectorXd& x) {
  std::vector<double> own;
  if (math.roles().is_dealer()) own.assign(x.begin(), x.end());
  if (math.roles().is_owner(1)) own.assign(static_cast<std::size_t>(x.size()), 0);
  return math.Input(own, static_cast<std::size_t>(x.size()), 1, 24);
}

TEST(SharedFeatures, ProductsAreThoseOfTheCosines) {
  constexpr std::size_t kProducts = 2 * MaskedMatrix::kAhead + 1;  // some are prepared alone, some with others
  for (const auto masks : {MaskedMatrix::Masks::kKept, MaskedMatrix::Masks::kMadeAgain}) {
    std::array<Together, kProducts> products;
    std::array<Together, kProducts> transposed;
    std::atomic<std::int64_t> bytes = 0;
    RunRoles(2, [&](SharedMath& math) {
      SharedFeatures features = Make(math, masks);
      for (std::size_t n = 0; n < kProducts; ++n) {
        products[n].Add(features.Times(InputOf(math, Vector(kAll))));
        transposed[n].Add(features.TransposedTimes(InputOf(math, Vector(kRows))));
      }
      bytes += features.bytes();
    });
    const Eigen::VectorXd expected = Truth() * Vector(kAll);
    const Eigen::VectorXd other = Truth().transpose() * Vector(kRows);
    for (std::size_t n = 0; n < kProducts; ++n) {
      for (Eigen::Index i = 0; i < kRows; ++i)
        EXPECT_NEAR(products[n].Numbers()[static_cast<std::size_t>(i)], expected[i], 2e-3);
      for (Eigen::Index j = 0; j < kAll; ++j)
        EXPECT_NEAR(transposed[n].Numbers()[static_cast<std::size_t>(j)], other[j], 2e-3);
      // Nothing is rounded here, so every product is the same.
      EXPECT_EQ(products[n].Numbers(), products[0].Numbers());
      EXPECT_EQ(transposed[n].Numbers(), transposed[0].Numbers());
    }
    EXPECT_EQ(bytes, kRows * kAll * MaskedMatrix::BytesPerEntry(masks));
  }
}

TEST(ConjugateGradients, SolvesTheSystem) {
  constexpr double kRidge = 2;
  Together solution;
  Together intercept;
  std::vector<double> opened;
  RunRoles(2, [&](SharedMath& math) {
    SharedFeatures features = Make(math);
    ConjugateGradients solver(features, InputOf(math, Vector(kRows)), kRidge);
    for (int t = 0; t < 40; ++t) solver.Step();
    solution.Add(solver.solution());
    intercept.Add(solver.intercept());
    if (math.roles().is_h()) opened = solver.opened();
    if (!math.roles().is_helper()) {
      EXPECT_TRUE(solver.opened().empty());
    }
  });
  const Eigen::MatrixXd whole = Truth();
  const Eigen::MatrixXd phi = whole.rowwise() - whole.colwise().mean();
  const Eigen::MatrixXd system = phi.transpose() * phi + kRidge * Eigen::MatrixXd::Identity(kAll, kAll);
  Eigen::VectorXd w(kAll);
  for (Eigen::Index j = 0; j < kAll; ++j) w[j] = solution.Numbers()[static_cast<std::size_t>(j)];
  EXPECT_LT((system * w - phi.transpose() * Vector(kRows)).norm(), 5e-3);  // what rounded features give
  ASSERT_EQ(intercept.Numbers().size(), 1U);
  EXPECT_NEAR(intercept.Numbers()[0], (Vector(kRows) - whole * w).mean(), 1e-3);
  ASSERT_EQ(opened.size(), 1U + 4 * 40);
  EXPECT_NEAR(opened[0], (phi.transpose() * Vector(kRows)).squaredNorm(), 1e-2);
  // |q|^2 and |p|^2 follow from the other numbers.
  const double step = opened[0] / (opened[1] + kRidge * opened[0]);
  const double ratio = opened[3] / opened[0];
  EXPECT_NEAR(opened[2] * step * step / (opened[0] + opened[3]), 1, 1e-3);
  EXPECT_NEAR(opened[4] / (opened[3] + ratio * ratio * opened[0]), 1, 1e-3);
}

}  // namespace
}  // namespace fdskl::sharing
