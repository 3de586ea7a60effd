// Against numbers by hand, and against definitions.

#include "base/split_tests.h"

#include <gtest/gtest.h>

#include <cmath>
#include <random>
#include <vector>

namespace fdskl::base {
namespace {

using Values = std::vector<double>;

// By hand: mean 3, s = sqrt(2.5), so the corrected error is sqrt(2.5 (1/5 + 1/3)) = 1.154701 and t = 2.598076. With 4
// degrees of freedom P(|T| < t) is sin a (1 + cos^2 a / 2) for tan a = t / 2; tables give 2.776445 for 0.975.
TEST(CorrectedT, ByHand) {
  const CorrectedTResult result = CorrectedT(Values{1, 2, 3, 4, 5}, 1.0 / 3);
  EXPECT_DOUBLE_EQ(result.mean, 3);
  EXPECT_NEAR(result.standard_error, 1.154701, 1e-6);
  const double angle = std::atan(3 / result.standard_error / 2);
  EXPECT_NEAR(result.p_two_sided, 1 - std::sin(angle) * (1 + std::pow(std::cos(angle), 2) / 2), 1e-12);
  EXPECT_NEAR(result.interval.low, 3 - 2.776445 * 1.154701, 1e-5);
  EXPECT_NEAR(result.interval.high, 3 + 2.776445 * 1.154701, 1e-5);
}

// Without the correction it is the ordinary paired t-test; R's sleep data: t.test(extra ~ group, paired = TRUE) gives
// t = -4.0621, p = 0.002833, interval -2.4598858 -0.7001142.
TEST(CorrectedT, WithoutCorrectionIsStudentsPairedTest) {
  const Values sleep = {-1.2, -2.4, -1.3, -1.3, 0, -1.0, -1.8, -0.8, -4.6, -1.4};
  const CorrectedTResult plain = CorrectedT(sleep, 0);
  EXPECT_NEAR(plain.p_two_sided, 0.002833, 5e-7);
  EXPECT_NEAR(plain.interval.low, -2.4598858, 5e-7);
  EXPECT_NEAR(plain.interval.high, -0.7001142, 5e-7);
  EXPECT_GT(CorrectedT(sleep, 1.0 / 3).p_two_sided, plain.p_two_sided);
}

TEST(CorrectedT, EqualDifferencesAndTooFewSplits) {
  EXPECT_EQ(CorrectedT(Values{2, 2, 2}, 0.3).p_two_sided, 0);
  EXPECT_EQ(CorrectedT(Values{0, 0, 0}, 0.3).p_two_sided, 1);
  EXPECT_EQ(CorrectedT(Values{2}, 0.3).p_two_sided, 1);
  EXPECT_TRUE(std::isinf(CorrectedT(Values{2}, 0.3).interval.high));
}

// By hand: 4 errors more in each of three splits of 300 and 100 rows: the deviation is sqrt(4) rows, which is 2 points,
// the corrected error 2 sqrt(1/3 + 1/3) and t = sqrt(6). With 2 degrees of freedom p is 1 - t / sqrt(t^2 + 2).
TEST(CorrectedTOfErrors, CountsAtLeastTheRowsOnWhichModelsDisagree) {
  const CorrectedTResult equal = CorrectedTOfErrors(Values{4, 4, 4}, 100, 300);
  EXPECT_NEAR(equal.standard_error, 2 * std::sqrt(2.0 / 3), 1e-12);
  EXPECT_NEAR(equal.p_two_sided, 1 - std::sqrt(6.0) / std::sqrt(8.0), 1e-12);
  EXPECT_EQ(CorrectedTOfErrors(Values{0, 0, 0}, 100, 300).p_two_sided, 1);
  // Where splits vary more than that, it is the corrected test.
  const Values varied = {1, 9, 4};
  EXPECT_EQ(CorrectedTOfErrors(varied, 100, 300).standard_error, CorrectedT(varied, 1.0 / 3).standard_error);
}

// The p-value is below 0.05 exactly when the upper end of the 90% interval is below the margin.
TEST(NonInferiority, AgreesWithTheInterval) {
  const CorrectedTResult test = CorrectedT(Values{1, 2, 3, 4, 5}, 1.0 / 3);
  const double upper = 3 + 2.131847 * 1.154701;  // tables: 0.95 with 4 degrees of freedom
  EXPECT_NEAR(NonInferiorityP(test, upper), 0.05, 1e-6);
  EXPECT_LT(NonInferiorityP(test, upper + 1), 0.05);
  EXPECT_GT(NonInferiorityP(test, upper - 1), 0.05);
  EXPECT_EQ(NonInferiorityP(CorrectedT(Values{2}, 0.3), 100), 1);
  EXPECT_EQ(NonInferiorityP(CorrectedT(Values{2, 2}, 0.3), 3), 0);
}

// With equal variances p is uniform, whatever the correlation. A sample with a tenth of the spread is detected.
TEST(PitmanMorgan, HasItsLevelUnderCorrelationAndFindsASmallerVariance) {
  std::mt19937_64 random(7);  // NOLINT(cert-msc32-c,cert-msc51-cpp): a test repeats
  std::normal_distribution<double> normal;
  int rejected = 0;
  constexpr int kTrials = 4000;
  for (int trial = 0; trial < kTrials; ++trial) {
    Values a;
    Values b;
    for (int i = 0; i < 10; ++i) {
      const double common = 2 * normal(random);
      a.push_back(common + normal(random));
      b.push_back(5 + common + normal(random));
    }
    rejected += PitmanMorgan(a, b).p_two_sided < 0.05 ? 1 : 0;
  }
  EXPECT_NEAR(rejected, 0.05 * kTrials, 4 * std::sqrt(0.05 * 0.95 * kTrials));
  const Values wide = {1, 9, 2, 8, 3, 7, 1, 9};
  Values narrow;
  for (std::size_t i = 0; i < wide.size(); ++i) narrow.push_back(5 + 0.1 * wide[(i * 3) % wide.size()]);
  EXPECT_LT(PitmanMorgan(narrow, wide).p_less, 0.001);
  EXPECT_GT(PitmanMorgan(wide, narrow).p_less, 0.999);
  EXPECT_LT(PitmanMorgan(narrow, wide).log_ratio, 0);
}

TEST(PitmanMorgan, SaysNothingOfTwoSplitsOrOfAShift) {
  EXPECT_EQ(PitmanMorgan(Values{1, 2}, Values{1, 9}).p_two_sided, 1);
  EXPECT_EQ(PitmanMorgan(Values{1, 2, 5}, Values{3, 4, 7}).p_two_sided, 1);
}

TEST(BinomialDeviation, IsThatOfACoin) { EXPECT_DOUBLE_EQ(BinomialDeviation(50, 2500), 1); }

}  // namespace
}  // namespace fdskl::base
