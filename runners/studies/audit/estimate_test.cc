// The estimators and the score, on made-up numbers.

#include "runners/studies/audit/estimate.h"

#include <gtest/gtest.h>

#include <array>
#include <random>

#include "runners/studies/audit/score.h"

namespace fdskl::audit {
namespace {

struct Made {
  Eigen::MatrixXd w, x, angles;  // features by columns, samples by columns, samples by features
  Eigen::RowVectorXd mask;       // one for each feature, uniform on a turn
};

Made Make(double w_scale) {
  std::mt19937_64 generator(7);
  std::normal_distribution<double> normal;
  std::uniform_real_distribution<double> uniform;
  Made made;
  made.w = Eigen::MatrixXd::NullaryExpr(300, 6, [&] { return w_scale * normal(generator); });
  made.x = Eigen::MatrixXd::NullaryExpr(40, 6, [&] { return uniform(generator); });
  made.angles = made.x * made.w.transpose();
  made.mask = Eigen::RowVectorXd::NullaryExpr(300, [&] { return uniform(generator); });
  return made;
}

Eigen::MatrixXd Centred(const Eigen::MatrixXd& x) { return x.rowwise() - x.colwise().mean(); }

TEST(Estimate, LeastSquaresFindsBareAngles) {
  const Made made = Make(0.2);
  for (const bool intercept : {false, true}) {
    const Estimate estimate = LeastSquares(made.w, made.angles.array() + (intercept ? 0.4 : 0.0), intercept);
    EXPECT_LT((estimate.x - made.x).cwiseAbs().maxCoeff(), 1e-8);
    EXPECT_NEAR(estimate.trust, 1, 1e-6);
  }
}

TEST(Estimate, MasksOfAFeatureDropOutOfDifferences) {
  const Made made = Make(0.2);
  const Estimate estimate = CentredLeastSquares(made.w, made.angles.rowwise() + made.mask);
  EXPECT_LT((estimate.x - Centred(made.x)).cwiseAbs().maxCoeff(), 1e-8);
  EXPECT_NEAR(estimate.trust, 1, 1e-6);
}

TEST(Estimate, UnwrappingFindsThemUpToWholeTurns) {  // a ring with reused masks would be open too
  const Made made = Make(0.3);
  const Eigen::MatrixXd seen = made.angles.rowwise() + made.mask;
  ASSERT_GT((Centred(made.angles).array().abs() > 0.5).count(), 100);  // there is something to unwrap
  const Estimate estimate = UnwrappedLeastSquares(made.w, seen.array() - seen.array().round());
  EXPECT_LT((estimate.x - Centred(made.x)).cwiseAbs().maxCoeff(), 1e-6);
  EXPECT_NEAR(estimate.trust, 1, 1e-6);
}

TEST(Estimate, NoiseIsNotTrusted) {
  const Made made = Make(0.3);
  std::mt19937_64 generator(8);
  std::uniform_real_distribution<double> uniform(-0.5, 0.5);
  const Eigen::MatrixXd noise = Eigen::MatrixXd::NullaryExpr(40, 300, [&] { return uniform(generator); });
  EXPECT_LT(LeastSquares(made.w, noise, true).trust, 0.15);
  EXPECT_LT(CentredLeastSquares(made.w, noise).trust, 0.15);
  EXPECT_LT(UnwrappedLeastSquares(made.w, noise).trust, 0.15);
}

TEST(Estimate, GuessesGoAsFarFromTheMeanAsTrusted) {
  const Estimate estimate{Eigen::MatrixXd::Constant(1, 2, 0.75), 0.5, 0};
  EXPECT_EQ(Guess(estimate, Eigen::RowVector2d(0.25, 0.5)), Eigen::RowVector2d(0.5, 0.625));
  EXPECT_EQ(GuessCentred(estimate, Eigen::RowVector2d(0.25, 0.5)), Eigen::RowVector2d(0.625, 0.875));
}

TEST(Score, BitsByHand) {
  const Eigen::MatrixXd truth{{1, 0}, {0, 0}, {0, 1}, {0, 0}};  // chance: 3/4 in each column
  const Eigen::MatrixXd guess{{0.9, 0.1}, {0.2, 0.7}, {0, 0.8}, {0, 0}};
  const Score score = ScoreGuess(guess, truth, 1);
  EXPECT_EQ(score.measure, Measure::kBits);
  EXPECT_DOUBLE_EQ(score.recovered, 7.0 / 8);
  EXPECT_DOUBLE_EQ(score.chance, 3.0 / 4);
}

TEST(Score, R2ByHand) {
  const Eigen::MatrixXd truth{{0.0}, {0.5}, {1.0}};
  const Eigen::MatrixXd guess{{0.25}, {0.5}, {0.75}};
  const Score score = ScoreGuess(guess, truth, 1);
  EXPECT_EQ(score.measure, Measure::kR2);
  EXPECT_DOUBLE_EQ(score.recovered, 0.75);
  EXPECT_EQ(score.chance, 0);
}

TEST(Score, IntervalIsOfTheDistanceFromChance) {
  const std::array scores = {Score{Measure::kBits, 0.8, 0.6, 0.5}, Score{Measure::kBits, 0.9, 0.7, 0.5}};
  const Summary same_distance = Summarise(scores);
  EXPECT_NEAR(same_distance.low, 0.85, 1e-12);
  EXPECT_NEAR(same_distance.high, 0.85, 1e-12);
  EXPECT_NEAR(same_distance.advantage, 0.2 / 0.35, 1e-12);
  const std::array apart = {Score{Measure::kBits, 0.8, 0.6, 0.5}, Score{Measure::kBits, 0.9, 0.6, 0.5}};
  EXPECT_NEAR(Summarise(apart).low, 0.85 - 12.7062 * 0.05, 1e-4);  // Student's t with one degree of freedom
  EXPECT_EQ(Summarise(apart).high, 1);
}

}  // namespace
}  // namespace fdskl::audit
