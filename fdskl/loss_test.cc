#include "fdskl/loss.h"

#include <gtest/gtest.h>

#include <cmath>

namespace fdskl {
namespace {

TEST(Loss, DerivativesAgreeWithFiniteDifferences) {
  for (const auto& [kind, name] : base::kNames<LossKind>.table) {
    for (const double y : {-1.0, 1.0}) {
      for (double f = -30; f <= 30; f += 0.37) {
        const double h = 1e-6;
        const double numeric = (Loss(kind, f + h, y) - Loss(kind, f - h, y)) / (2 * h);
        EXPECT_NEAR(LossDerivative(kind, f, y), numeric, 1e-5 * (1 + std::abs(numeric))) << name << " at " << f;
      }
    }
  }
}

TEST(Loss, ValuesOfThePapersTable) {
  EXPECT_DOUBLE_EQ(Loss(LossKind::kLogistic, 0, 1), std::log(2.0));
  EXPECT_DOUBLE_EQ(Loss(LossKind::kSmoothHinge, -2, 1), 2.5);
  EXPECT_DOUBLE_EQ(Loss(LossKind::kSmoothHinge, 0.5, 1), 0.125);
  EXPECT_DOUBLE_EQ(Loss(LossKind::kSmoothHinge, 3, 1), 0);
  EXPECT_DOUBLE_EQ(Loss(LossKind::kSquare, 3, -1), 16);
}

TEST(Loss, LogisticStaysFiniteFarOut) {
  EXPECT_DOUBLE_EQ(Loss(LossKind::kLogistic, -1000, 1), 1000);
  EXPECT_DOUBLE_EQ(Loss(LossKind::kLogistic, 1000, 1), 0);
  EXPECT_DOUBLE_EQ(LossDerivative(LossKind::kLogistic, -1000, 1), -1);
}

}  // namespace
}  // namespace fdskl
