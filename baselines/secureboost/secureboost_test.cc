// Tests that encrypted training gives the same trees as the same learner without encryption.

#include "baselines/secureboost/secureboost.h"

#include <gtest/gtest.h>

#include <cmath>

#include "base/error.h"
#include "baselines/secureboost/testing.h"
#include "fdskl/net/thread_channel.h"

namespace fdskl::secureboost {
namespace {

using testing::BoostModel;
using testing::SmallBoost;
using testing::TrainBoost;

// Columns of all kinds: sparse ones, missing values, equal columns at different workers.
fdskl::testing::Problem MixedProblem(bool with_missing) {
  fdskl::testing::Problem problem(240, 16);
  for (Eigen::Index i = 0; i < problem.x.rows(); ++i) {
    problem.x(i, 3) = problem.x(i, 0);
    if (i % 4 != 0) problem.x(i, 5) = 0;
    problem.x(i, 6) = i % 3 == 0 ? 1.0F : 0.0F;
    if (with_missing && i % 6 == 0) problem.x(i, 15) = std::nanf("");
  }
  return problem;
}

class Oracle : public ::testing::TestWithParam<std::tuple<int, bool>> {};

TEST_P(Oracle, EncryptedTreesAreThePlainOnes) {
  const auto [hosts, sparse] = GetParam();
  const fdskl::testing::Problem problem = MixedProblem(!sparse);
  BoostSettings settings = testing::SmallBoost();
  settings.key_bits = 0;
  const testing::BoostModel plain = testing::TrainBoost(problem, hosts + 1, sparse, settings);
  settings.key_bits = 256;
  const testing::BoostModel encrypted = testing::TrainBoost(problem, hosts + 1, sparse, settings);
  ASSERT_EQ(plain.trees.size(), static_cast<std::size_t>(settings.trees));
  EXPECT_EQ(encrypted.trees, plain.trees);
  EXPECT_EQ(encrypted.splits, plain.splits);
  EXPECT_EQ(encrypted.f, plain.f);
  std::set<int> owners;
  for (const BoostedTree& tree : plain.trees) {
    EXPECT_GT(tree.size(), 5U);
    for (const TreeNode& node : tree) owners.insert(node.owner);
  }
  EXPECT_GE(owners.size(), 3U) << "leaves, and splits of at least two workers";
}

INSTANTIATE_TEST_SUITE_P(Hosts, Oracle, ::testing::Combine(::testing::Values(1, 2, 7), ::testing::Bool()));

TEST(SecureBoost, NoSwitchChangesTheModel) {
  const fdskl::testing::Problem problem = MixedProblem(true);
  const BoostSettings all = testing::SmallBoost();
  const testing::BoostModel with_all = testing::TrainBoost(problem, 3, false, all);
  for (bool BoostSettings::*const option : {&BoostSettings::pack, &BoostSettings::subtraction, &BoostSettings::compress,
                                            &BoostSettings::precompute, &BoostSettings::sparse}) {
    BoostSettings settings = all;
    settings.*option = false;
    const testing::BoostModel without = testing::TrainBoost(problem, 3, false, settings);
    EXPECT_EQ(without.trees, with_all.trees);
    EXPECT_EQ(without.splits, with_all.splits);
    EXPECT_EQ(without.f, with_all.f);
  }
  BoostSettings threads = all;
  threads.threads = 3;
  EXPECT_EQ(testing::TrainBoost(problem, 3, false, threads).f, with_all.f);
}

TEST(SecureBoost, SecureKeysGiveTheSame) {
  fdskl::testing::Problem problem(60, 4);
  BoostSettings settings = testing::SmallBoost();
  settings.trees = 1;
  settings.key_bits = 1024;
  settings.insecure_keys = false;
  const testing::BoostModel encrypted = testing::TrainBoost(problem, 2, false, settings);
  settings.key_bits = 0;
  EXPECT_EQ(testing::TrainBoost(problem, 2, false, settings).trees, encrypted.trees);
}

// The trees send the same samples to the same leaves, however the columns are distributed.
TEST(SecureBoost, TheNumberOfHostsChangesNoPrediction) {
  fdskl::testing::Problem problem(240, 16);  // no equal columns: a tie goes to the worker that comes first
  BoostSettings settings = testing::SmallBoost();
  settings.key_bits = 0;
  const testing::BoostModel alone = testing::TrainBoost(problem, 1, false, settings);
  for (const int workers : {2, 5}) EXPECT_EQ(testing::TrainBoost(problem, workers, true, settings).f, alone.f);
}

TEST(SecureBoost, PredictsItsTrainingSamplesAsItLeftThem) {
  const fdskl::testing::Problem problem = MixedProblem(true);
  const testing::BoostModel model = testing::TrainBoost(problem, 3, false, testing::SmallBoost());
  double loss = 0;
  for (std::size_t i = 0; i < model.f.size(); ++i) {
    loss += std::log1p(std::exp(-problem.y[i] * model.f[i])) / static_cast<double>(model.f.size());
  }
  EXPECT_NEAR(loss, model.train_loss, 1e-9);
  EXPECT_LT(loss, 0.5);
}

// One split, by hand: y = 2 where the column is 1, else 0; g = 2 (mean - y), h = 2.
TEST(SecureBoost, OneLeafByHand) {
  fdskl::testing::Problem problem(8, 1);
  for (Eigen::Index i = 0; i < 8; ++i) {
    problem.x(i, 0) = i < 4 ? 1.0F : 0.0F;
    problem.y[static_cast<std::size_t>(i)] = i < 4 ? 2.0F : 0.0F;
  }
  BoostSettings settings = testing::SmallBoost();
  settings.loss = LossKind::kSquare;
  settings.trees = 1;
  settings.lambda = 2;
  settings.learning_rate = 0.5;
  const testing::BoostModel model = testing::TrainBoost(problem, 1, false, settings);
  // G = 4 * 2 * (1 - 2) = -8, H = 8: the weight is 0.5 * 8 / (8 + 2) on top of the mean, 1.
  for (std::size_t i = 0; i < 8; ++i) EXPECT_NEAR(model.f[i], i < 4 ? 1.4 : 0.6, 1e-9);
}

// Without lambda, a leaf whose samples are all classified with certainty has no curvature left.
TEST(SecureBoost, StaysFiniteWithoutRegularisation) {
  fdskl::testing::Problem problem(40, 2);
  for (Eigen::Index i = 0; i < 40; ++i) problem.y[static_cast<std::size_t>(i)] = problem.x(i, 0) > 0.3F ? 1.0F : -1.0F;
  BoostSettings settings = testing::SmallBoost();
  settings.key_bits = 0;
  settings.lambda = 0;
  settings.least_hessian = 0;
  settings.learning_rate = 1;
  settings.trees = 60;
  for (const double f : testing::TrainBoost(problem, 2, false, settings).f) EXPECT_TRUE(std::isfinite(f));
}

TEST(SecureBoost, AStoppedTreeLeavesTheOnesBefore) {
  const fdskl::testing::Problem problem = MixedProblem(true);
  BoostSettings settings = testing::SmallBoost();
  const std::vector<double> two = testing::TrainBoost(problem, 3, false,
                                                      [&] {
                                                        BoostSettings fewer = settings;
                                                        fewer.trees = 2;
                                                        return fewer;
                                                      }())
                                      .f;
  const testing::BoostModel stopped = testing::TrainBoost(problem, 3, false, settings, [](const Progress& progress) {
    return progress.iteration < 2 || progress.level < 2;
  });
  EXPECT_EQ(stopped.trees.size(), 2U);
  EXPECT_EQ(stopped.f, two);
}

TEST(SecureBoost, ErrorsSayWhatIsWrong) {
  const fdskl::testing::Problem problem(60, 4);
  BoostSettings settings = testing::SmallBoost();
  settings.insecure_keys = false;
  EXPECT_THROW(testing::TrainBoost(problem, 2, false, settings), base::Error);
  settings.insecure_keys = true;
  settings.key_bits = 64;  // too short for two sums
  EXPECT_THROW(testing::TrainBoost(problem, 2, false, settings), base::Error);
}

}  // namespace
}  // namespace fdskl::secureboost
