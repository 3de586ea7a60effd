// The reference itself, against values worked out by hand on three samples: x = 0, 1/4, 1/2 and w = 1 turn, b = 0, so
// that phi(x) = sqrt(2) * (1, 0, -1); y = (1, 1, -1); square loss, L' = 2 (f - y).
#include "fdskl/reference.h"

#include <gtest/gtest.h>

#include <cmath>

namespace fdskl {
namespace {

Reference ThreeSamples(const Settings& settings, const std::vector<std::vector<std::int32_t>>& batches) {
  Eigen::MatrixXd x(3, 1);
  x << 0, 0.25, 0.5;
  Eigen::VectorXd y(3);
  y << 1, 1, -1;
  return {settings, x, y,
          [](std::int64_t) {
            return Reference::Feature{Eigen::VectorXd::Ones(1), 0};
          },
          [batches](std::int64_t t) { return batches.at(static_cast<std::size_t>(t)); }};
}

Settings Base() {
  Settings settings;
  settings.loss = LossKind::kSquare;
  settings.gamma = 0.1;
  settings.lambda = 0.5;
  settings.block = 1;
  return settings;
}

// Sample 0: f = 0, L' = -2, alpha_0 = 0.2 sqrt(2). Sample 2: f = -0.4, L' = 1.2, alpha_1 = 0.12 sqrt(2), and alpha_0
// shrinks by 1 - 0.1 * 0.5 to 0.19 sqrt(2).
TEST(Reference, PlainUpdateByHand) {
  Settings settings = Base();
  settings.update = Update::kPlain;
  settings.batch = 1;
  Reference reference = ThreeSamples(settings, {{0}, {2}});
  reference.Step();
  reference.Step();
  EXPECT_NEAR(reference.coefficients().at(0), 0.19 * std::sqrt(2.0), 1e-12);
  EXPECT_NEAR(reference.coefficients().at(1), 0.12 * std::sqrt(2.0), 1e-12);
  EXPECT_NEAR(reference.Predict(Eigen::VectorXd::Zero(1)), 0.62, 1e-12);
}

// All three: g = (-2, -2, 2), Phi^T g / 3 = -4 sqrt(2) / 3; Phi^T Phi / 3 + 2/3 = 2; alpha = 0.1 * 2 sqrt(2) / 3.
TEST(Reference, PreconditionedUpdateByHand) {
  Settings settings = Base();
  settings.update = Update::kPreconditioned;
  settings.batch = 3;
  settings.rho = 2.0 / 3;
  Reference reference = ThreeSamples(settings, {{0, 1, 2}});
  reference.Step();
  EXPECT_NEAR(reference.coefficients().at(0), 0.2 * std::sqrt(2.0) / 3, 1e-12);
}

// A block of two equal features over two samples: each alpha = -gamma / (2 * 2) * (-2 sqrt(2)) = 0.05 sqrt(2).
TEST(Reference, BatchAndBlockDivideTheStep) {
  Settings settings = Base();
  settings.update = Update::kPlain;
  settings.batch = 2;
  settings.block = 2;
  Reference reference = ThreeSamples(settings, {{0, 1}});
  reference.Step();
  EXPECT_NEAR(reference.coefficients().at(0), 0.05 * std::sqrt(2.0), 1e-12);
  EXPECT_NEAR(reference.coefficients().at(1), 0.05 * std::sqrt(2.0), 1e-12);
}

}  // namespace
}  // namespace fdskl
