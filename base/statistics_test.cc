// Against textbooks and R's own examples.

#include "base/statistics.h"

#include <gtest/gtest.h>

#include <cmath>

namespace fdskl::base {
namespace {

using Values = std::vector<double>;

TEST(Ranks, EqualValuesShareTheirMeanRank) {
  EXPECT_EQ(Ranks(Values{3, 1, 3, 2}), (Values{3.5, 1, 3.5, 2}));
  EXPECT_TRUE(Ranks({}).empty());
}

// Hollander and Wolfe, depression scores; R: wilcox.test(x, y, paired = TRUE, alternative = "greater") gives V = 40,
// p = 0.01953.
TEST(Wilcoxon, HollanderAndWolfe) {
  const Values x = {1.83, 0.50, 1.62, 2.48, 1.68, 1.88, 1.55, 3.06, 1.30};
  const Values y = {0.878, 0.647, 0.598, 2.05, 1.06, 1.29, 1.06, 3.14, 1.29};
  Values difference;
  for (std::size_t i = 0; i < x.size(); ++i) difference.push_back(x[i] - y[i]);
  const WilcoxonResult result = Wilcoxon(difference);
  EXPECT_EQ(result.positive_ranks, 40);
  EXPECT_NEAR(result.p_greater, 0.01953, 5e-6);
  EXPECT_NEAR(result.p_two_sided, 0.03906, 5e-6);
  EXPECT_NEAR(result.rank_biserial, (40.0 - 5) / 45, 1e-12);
}

// n differences of rank 1..n, of which the smallest ranks are positive up to a sum of w.
double LowerTail(int n, int w) {
  Values difference;
  for (int rank = n; rank >= 1; --rank) {
    const bool positive = rank <= w;
    if (positive) w -= rank;
    difference.push_back(positive ? rank : -rank);
  }
  const WilcoxonResult result = Wilcoxon(difference);
  return result.p_two_sided / 2;
}

// The printed tables of critical values: at 5%, two-sided, T is 8 for n = 10, 52 for n = 20, 434 for n = 50.
TEST(Wilcoxon, CriticalValuesOfTheTables) {
  for (const auto& [n, critical] : {std::pair(10, 8), std::pair(20, 52), std::pair(50, 434)}) {
    EXPECT_LE(LowerTail(n, critical), 0.025) << n;
    EXPECT_GT(LowerTail(n, critical + 1), 0.025) << n;
  }
}

// By hand: n = 60, W+ = 600, mean 915, variance 60*61*121/24 = 18452.5, z = (915 - 600 - 0.5) / 135.840 = 2.31523.
TEST(Wilcoxon, NormalApproximationBeyondFiftyPairs) { EXPECT_NEAR(LowerTail(60, 600), 0.010300, 1e-5); }

// By hand: 64 ones, 40 of them positive: all ranks are 32.5, W+ = 1300, mean 1040, variance 64*65*129/24 - (64^3 - 64)
// / 48 = 22360 - 5460 = 16900, so the deviation is 130 and z = 259.5 / 130 = 1.996154.
TEST(Wilcoxon, NormalApproximationCorrectsForTies) {
  Values difference(64, -1);
  std::fill(difference.begin(), difference.begin() + 40, 1);
  EXPECT_NEAR(Wilcoxon(difference).p_greater, 0.5 * std::erfc(1.996154 / std::sqrt(2)), 1e-6);
}

// With ties the count is by hand: |d| = 1, 1, 2 have ranks 1.5, 1.5, 3; of the eight signs only one gives W+ = 6.
TEST(Wilcoxon, ExactWithTiesAndZeros) {
  const WilcoxonResult result = Wilcoxon(Values{1, 1, 2, 0});
  EXPECT_EQ(result.pairs, 3U);
  EXPECT_DOUBLE_EQ(result.p_greater, 1.0 / 8);
  EXPECT_DOUBLE_EQ(result.p_two_sided, 1.0 / 4);
  EXPECT_DOUBLE_EQ(Wilcoxon(Values{1, 1, -2}).p_greater, 5.0 / 8);  // 3, 3, 4.5, 4.5 and 6 of the eight sums
  EXPECT_DOUBLE_EQ(Wilcoxon(Values{0, 0}).p_two_sided, 1);
}

TEST(Wilcoxon, LeastPairs) {
  EXPECT_EQ(WilcoxonLeastPairs(0.05), 6U);
  EXPECT_LT(Wilcoxon(Values{1, 2, 3, 4, 5, 6}).p_two_sided, 0.05);
  EXPECT_GT(Wilcoxon(Values{1, 2, 3, 4, 5}).p_two_sided, 0.05);
}

// Hollander and Wolfe, rounding first base; R: friedman.test(RoundingTimes) gives chi-squared = 11.143, p = 0.003805.
TEST(Friedman, RoundingFirstBase) {
  const std::vector<Values> times = {{5.40, 5.50, 5.55}, {5.85, 5.70, 5.75}, {5.20, 5.60, 5.50}, {5.55, 5.50, 5.40},
                                     {5.90, 5.85, 5.70}, {5.45, 5.55, 5.60}, {5.40, 5.40, 5.35}, {5.45, 5.50, 5.35},
                                     {5.25, 5.15, 5.00}, {5.85, 5.80, 5.70}, {5.25, 5.20, 5.10}, {5.65, 5.55, 5.45},
                                     {5.60, 5.35, 5.45}, {5.05, 5.00, 4.95}, {5.50, 5.50, 5.40}, {5.45, 5.55, 5.50},
                                     {5.55, 5.55, 5.35}, {5.45, 5.50, 5.55}, {5.50, 5.45, 5.25}, {5.65, 5.60, 5.40},
                                     {5.70, 5.65, 5.55}, {6.30, 6.30, 6.25}};
  const FriedmanResult result = Friedman(times);
  EXPECT_NEAR(result.chi_squared, 11.143, 5e-4);
  EXPECT_NEAR(result.p, 0.003805, 5e-7);
}

// By hand: mean ranks 1.25, 2, 2.75, chi-squared 4.5, F = 3 * 4.5 / (8 - 4.5); with 2 and 6 degrees of freedom the tail
// is (1 + F / 3)^-3.
TEST(Friedman, ImanAndDavenport) {
  const FriedmanResult two = Friedman({{1, 2, 3}, {1, 3, 2}, {2, 1, 3}, {1, 2, 3}});
  EXPECT_NEAR(two.chi_squared, 4.5, 1e-12);
  EXPECT_NEAR(two.f, 3 * 4.5 / (8 - 4.5), 1e-12);
  EXPECT_NEAR(two.p_iman, std::pow(1 + two.f / 3, -3), 1e-12);
  EXPECT_LT(two.p_iman, two.p);
  EXPECT_EQ(Friedman({{1, 2, 3}, {1, 2, 3}}).p_iman, 0);
  EXPECT_EQ(Friedman({{1, 1}, {2, 2}}).p_iman, 1);
}

TEST(Friedman, EqualMethodsDoNotDiffer) { EXPECT_EQ(Friedman({{1, 1}, {2, 2}}).p, 1); }

// Demsar 2006, section 3.2.2: four classifiers, 14 datasets, control C4.5 with rank 3.143; p = 0.016, 0.019, 0.607, and
// Holm rejects the first two at 0.05 only if 0.016 < 0.05 / 3, which it is, and 0.019 < 0.05 / 2.
TEST(Friedman, PostHocOfDemsar) {
  const Values ranks = {3.143, 2.000, 2.893, 1.964};
  const Values p = RankDifferenceP(ranks, 14, 0);
  EXPECT_DOUBLE_EQ(p[0], 1);
  EXPECT_NEAR(p[1], 0.019, 5e-4);
  EXPECT_NEAR(p[2], 0.607, 2e-3);
  EXPECT_NEAR(p[3], 0.016, 5e-4);
  const Values adjusted = Holm(std::span(p).subspan(1));
  EXPECT_LT(adjusted[0], 0.05);
  EXPECT_LT(adjusted[2], 0.05);
  EXPECT_GT(adjusted[1], 0.05);
}

// R: p.adjust(c(0.01, 0.04, 0.03, 0.005), "holm") is 0.03 0.06 0.06 0.02.
TEST(Holm, AsR) {
  const Values adjusted = Holm(Values{0.01, 0.04, 0.03, 0.005});
  const Values expected = {0.03, 0.06, 0.06, 0.02};
  for (std::size_t i = 0; i < 4; ++i) EXPECT_NEAR(adjusted[i], expected[i], 1e-12);
}

TEST(LogSlope, PowersHaveTheirExponent) {
  EXPECT_NEAR(LogSlope(Values{1, 2, 4}, Values{3, 12, 48}), 2, 1e-12);
  EXPECT_THROW(LogSlope(Values{1, 1}, Values{1, 2}), std::logic_error);
}

// By hand on log2 axes: x = 0, 1, 2 and y = 0, 2, 3 has slope 3/2, residuals -1/6, 1/3, -1/6, so the slope's error is
// sqrt((1/6) / 1 / 2) = 0.288675; R: qt(0.975, 1) = 12.7062.
TEST(FitPower, IntervalByHand) {
  const PowerFit fit = FitPower(Values{1, 2, 4}, Values{1, 4, 8});
  EXPECT_NEAR(fit.order, 1.5, 1e-12);
  EXPECT_NEAR(fit.standard_error, 0.288675, 1e-6);
  EXPECT_NEAR(fit.interval.high, 1.5 + 12.7062 * 0.288675, 1e-3);
  EXPECT_NEAR(fit.factor, std::exp2(1.0 / 6), 1e-12);
  EXPECT_TRUE(std::isinf(FitPower(Values{1, 2}, Values{1, 4}).interval.high));
  EXPECT_TRUE(FitPower(Values{1, 2, 4}, Values{3, 12, 48}).interval.Contains(2));
}

TEST(DifferenceOfOrders, OfExactPowersIsExactAndOfTwoPointsUnknown) {
  const PowerFit one = FitPower(Values{1, 2, 4, 8}, Values{1, 2, 4, 8});
  const PowerFit two = FitPower(Values{1, 2, 4, 8}, Values{1, 4, 16, 64});
  const Interval exact = DifferenceOfOrders(two, one);
  EXPECT_NEAR(exact.low, 1, 1e-9);
  EXPECT_NEAR(exact.high, 1, 1e-9);
  EXPECT_TRUE(std::isinf(DifferenceOfOrders(two, FitPower(Values{1, 2}, Values{1, 4})).low));
}

}  // namespace
}  // namespace fdskl::base
