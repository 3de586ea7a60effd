#include "fdskl/sharing/shared_vector.h"

#include <gtest/gtest.h>

#include <numeric>

#include "base/error.h"
#include "base/seed.h"
#include "fdskl/sharing/testing.h"

namespace fdskl::sharing {
namespace {

using testing::RunRoles;
using testing::Together;

constexpr std::size_t kSize = 3000;

// Numbers of all signs and sizes within `most`, its ends included.
std::vector<double> Numbers(std::uint64_t seed, double most) {
  std::vector<double> numbers(kSize);
  for (std::size_t i = 0; i < kSize; ++i) {
    const double uniform = static_cast<double>(base::Seed("shared vector", seed, i) >> 11U) * 0x1p-52 - 1;
    numbers[i] = most * std::ldexp(uniform, -static_cast<int>(i % 40));
  }
  numbers[0] = most;
  numbers[1] = -most;
  numbers[2] = 0;
  return numbers;
}

// The argument `own` of Input(): the numbers at worker 0, zeros at other owners, nothing at helpers.
std::vector<double> OwnOf(const SharedMath& math, const std::vector<double>& numbers) {
  const int rank = math.roles().channel().rank();
  if (rank >= math.roles().owners()) return {};
  return rank == 0 ? numbers : std::vector<double>(numbers.size());
}

TEST(SharedVector, ShiftIsOffByLessThanAUnit) {
  for (const int down : {1, 7, 30, 55, 61}) {
    const std::vector<double> numbers = Numbers(1, 0x1.fffffffp61);
    Together shifted;
    RunRoles(2, [&](SharedMath& math) {
      SharedVector x = math.Input(OwnOf(math, numbers), kSize, 0x1.fffffffp61, 0);
      math.Shift(x, down);
      shifted.Add(x);
    });
    const std::vector<double> got = shifted.Numbers();
    double mean = 0;
    for (std::size_t i = 0; i < kSize; ++i) {
      const double off = std::ldexp(got[i] - std::round(numbers[i]), -down);
      EXPECT_LE(std::abs(off), 1 + 1e-9) << numbers[i] << " " << down;
      mean += off / kSize;
    }
    EXPECT_LT(std::abs(mean), 0.06) << down;
  }
}

TEST(SharedVector, BoundsHoldAndFitUsesThem) {
  const std::vector<double> numbers = Numbers(2, 100);
  Together fitted;
  RunRoles(1, [&](SharedMath& math) {
    SharedVector x = math.Input(OwnOf(math, numbers), kSize, 128, 30);
    const double square = math.Square(x);
    if (math.roles().is_helper()) {
      double expected = 0;
      for (const double number : numbers) expected += number * number;
      EXPECT_NEAR(square / expected, 1, 1e-4);
      EXPECT_GE(x.norm, std::ldexp(std::sqrt(expected), 30));
      EXPECT_LE(x.norm, std::ldexp(std::sqrt(expected), 30) * 1.01);
    }
    math.Fit(x, 0x1p25);
    if (math.roles().is_helper()) {
      EXPECT_LE(x.norm, 0x1.01p25);
      EXPECT_GT(x.norm, 0x1p23);
    }
    fitted.Add(x);
  });
  for (std::size_t i = 0; i < kSize; ++i) EXPECT_NEAR(fitted.Numbers()[i], numbers[i], 1e-3);
}

TEST(SharedVector, CentreTakesTheMeanAway) {
  const std::vector<double> numbers = Numbers(6, 50);
  const double expected = std::accumulate(numbers.begin(), numbers.end(), 0.0) / kSize;
  Together mean;
  Together centred;
  Together back;
  RunRoles(2, [&](SharedMath& math) {
    SharedVector x = math.Input(OwnOf(math, numbers), kSize, 64, 32);
    const SharedVector taken = math.Centre(x);
    mean.Add(taken);
    centred.Add(x);
    math.AddToAll(x, taken);
    back.Add(x);
  });
  ASSERT_EQ(mean.Numbers().size(), 1U);
  EXPECT_NEAR(mean.Numbers()[0], expected, 1e-7);
  for (std::size_t i = 0; i < kSize; ++i) {
    EXPECT_NEAR(centred.Numbers()[i], numbers[i] - expected, 1e-7);
    EXPECT_NEAR(back.Numbers()[i], numbers[i], 1e-8);
  }
}

TEST(SharedVector, AddScaledAndReveal) {
  const std::vector<double> a = Numbers(3, 3);
  const std::vector<double> b = Numbers(4, 0.01);
  Together sum;
  RunRoles(2, [&](SharedMath& math) {
    SharedVector x = math.Input(OwnOf(math, a), kSize, 4, 25);
    SharedVector y = math.Input(OwnOf(math, b), kSize, 1, 29);
    const double used = math.AddScaled(x, -1.0 / 3, y);
    if (math.roles().is_helper()) {
      EXPECT_NEAR(used, -1.0 / 3, 1e-8);
    }
    math.AddScaled(x, 1e-30, y);  // less than a unit
    sum.Add(x);
    const std::vector<double> revealed = math.Reveal(x, 1);
    EXPECT_EQ(revealed.size(), math.roles().channel().rank() == 1 ? kSize : 0);
    for (std::size_t i = 0; i < revealed.size(); ++i) EXPECT_NEAR(revealed[i], a[i] - b[i] / 3, 1e-6);
  });
  for (std::size_t i = 0; i < kSize; ++i) EXPECT_NEAR(sum.Numbers()[i], a[i] - b[i] / 3, 1e-6);
}

// Nothing wraps around silently: a result that might is an error that says what to lower.
TEST(SharedVector, RangesAreCheckedBeforeTheyAreLeft) {
  const auto error_of = [](const std::function<void(SharedMath&)>& body) -> std::string {
    try {
      RunRoles(1, body);
    } catch (const base::Error& error) {
      return error.what();
    }
    return "none";
  };
  const std::vector<double> numbers = Numbers(5, 1);
  EXPECT_NE(error_of([&](SharedMath& math) { math.Input(OwnOf(math, numbers), kSize, 1, 62); }).find("--features"),
            std::string::npos);
  EXPECT_NE(error_of([&](SharedMath& math) { math.Input(OwnOf(math, numbers), kSize, 0.5, 20); }).find("scale them"),
            std::string::npos);
  EXPECT_NE(error_of([&](SharedMath& math) {
              SharedVector x = math.Input(OwnOf(math, numbers), kSize, 1, 50);
              math.Shift(x, -12);
            }).find("2^62"),
            std::string::npos);
  EXPECT_NE(error_of([&](SharedMath& math) {
              SharedVector x = math.Input(OwnOf(math, numbers), kSize, 1, 50);
              const SharedVector y = x;
              math.AddScaled(x, 0.7, y);
            }).find("2^62"),
            std::string::npos);
}

}  // namespace
}  // namespace fdskl::sharing
