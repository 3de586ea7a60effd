#include "fdskl/masking/turns.h"

#include <gtest/gtest.h>

#include <numbers>

namespace fdskl::masking {
namespace {

TEST(Turns, CosineIsTheCosine) {
  for (double x = -300; x < 300; x += 0.00731) {
    const auto turns = static_cast<float>(x);
    EXPECT_NEAR(CosTurns(turns), std::cos(2 * std::numbers::pi * static_cast<double>(turns)), 4e-7) << x;
  }
}

TEST(Turns, RingKeepsTheAngle) {
  for (float turns = -3; turns < 3; turns += 0.000913F) {
    const float whole = turns - std::nearbyint(turns);
    const float wide = FromRing(ToRing<std::uint32_t>(turns));
    const float narrow = FromRing(ToRing<std::uint16_t>(turns));
    EXPECT_NEAR(std::remainder(wide - whole, 1.0F), 0, 3e-7) << turns;
    EXPECT_NEAR(std::remainder(narrow - whole, 1.0F), 0, 0.51F / 65536) << turns;
  }
}

TEST(Turns, HalfATurnFits) {
  for (const float half : {0.5F, -0.5F, std::nextafter(0.5F, 0.0F), std::nextafter(-0.5F, 0.0F), 1.5F, 2.5F}) {
    EXPECT_NEAR(std::abs(FromRing(ToRing<std::uint32_t>(half))), 0.5F, 1e-7) << half;
    EXPECT_NEAR(std::abs(FromRing(ToRing<std::uint16_t>(half))), 0.5F, 1e-4) << half;
  }
}

TEST(Turns, SumsOnTheRingAreSumsOfAngles) {
  const auto sum = static_cast<std::uint32_t>(ToRing<std::uint32_t>(0.7F) + ToRing<std::uint32_t>(0.6F));
  EXPECT_NEAR(FromRing(sum), 0.3F, 1e-6);
}

}  // namespace
}  // namespace fdskl::masking
