#include "runners/cell/metrics.h"

#include <gtest/gtest.h>

#include <cmath>
#include <random>
#include <vector>

namespace fdskl::cell {
namespace {

using Values = std::vector<double>;
using Labels = std::vector<float>;

TEST(Metrics, ErrorCountsTheWrongSideOfZero) {
  EXPECT_DOUBLE_EQ(ErrorPercent(Values{1, -1, 2, -2}, Labels{1, 1, -1, -1}), 50);
  EXPECT_DOUBLE_EQ(ErrorPercent(Values{0}, Labels{1}), 0);
  EXPECT_DOUBLE_EQ(ErrorPercent(Values{0}, Labels{-1}), 100);
}

TEST(Metrics, BalancedErrorWeighsTheClassesAlike) {
  const Values f = {1, 1, 1, 1, 1};
  EXPECT_DOUBLE_EQ(*BalancedErrorPercent(f, Labels{1, 1, 1, 1, -1}), 50);
  EXPECT_DOUBLE_EQ(*BalancedErrorPercent(Values{1, -1, -1, 1}, Labels{1, 1, -1, -1}), 50);
  EXPECT_FALSE(BalancedErrorPercent(f, Labels{1, 1, 1, 1, 1}).has_value());
}

TEST(Metrics, AucOfOrdersAndTies) {
  EXPECT_DOUBLE_EQ(*AreaUnderRoc(Values{1, 2, 3, 4}, Labels{-1, -1, 1, 1}), 1);
  EXPECT_DOUBLE_EQ(*AreaUnderRoc(Values{4, 3, 2, 1}, Labels{-1, -1, 1, 1}), 0);
  EXPECT_DOUBLE_EQ(*AreaUnderRoc(Values{1, 1, 1, 1}, Labels{-1, 1, -1, 1}), 0.5);
  EXPECT_DOUBLE_EQ(*AreaUnderRoc(Values{1, 2, 2, 3}, Labels{-1, 1, -1, 1}), 0.875);
  EXPECT_FALSE(AreaUnderRoc(Values{1, 2}, Labels{1, 1}).has_value());
}

TEST(Metrics, AucIsTheShareOfPairsInOrder) {
  std::mt19937 random(7);
  Values f;
  Labels y;
  for (int i = 0; i < 200; ++i) {
    f.push_back(static_cast<double>(random() % 20));
    y.push_back(random() % 3 == 0 ? 1.0F : -1.0F);
  }
  double ordered = 0;
  double pairs = 0;
  for (std::size_t p = 0; p < f.size(); ++p) {
    for (std::size_t n = 0; n < f.size(); ++n) {
      if (y[p] < 0 || y[n] > 0) continue;
      ++pairs;
      ordered += f[p] > f[n] ? 1 : (f[p] == f[n] ? 0.5 : 0);
    }
  }
  EXPECT_NEAR(*AreaUnderRoc(f, y), ordered / pairs, 1e-12);
}

TEST(Metrics, RootMeanSquareError) {
  EXPECT_DOUBLE_EQ(RootMeanSquareError(Values{1, 2, 3}, Labels{1, 2, 6}), std::sqrt(3.0));
}

TEST(Metrics, UnequalOrNoSamplesBreakTheContract) {
  EXPECT_THROW(ErrorPercent(Values{1}, Labels{}), std::logic_error);
  EXPECT_THROW(AreaUnderRoc(Values{}, Labels{}), std::logic_error);
}

}  // namespace
}  // namespace fdskl::cell
