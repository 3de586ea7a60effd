// Masking `private` over threads gives the model of the same solver in the clear.
#include <gtest/gtest.h>

#include <algorithm>

#include "base/error.h"
#include "fdskl/net/thread_channel.h"
#include "fdskl/testing_private.h"
#include "fdskl/trainer.h"

namespace fdskl {
namespace {

using testing::PrivateSettings;

std::vector<double> TrainPrivate(const Settings& settings, const testing::Problem& train, const base::DenseMatrix& x,
                                 int workers, int active) {
  std::vector<double> f;
  net::RunWorkers(workers, [&](net::Channel& channel) {
    const datasets::Holding mine = testing::Deal(train, channel.rank(), workers, active);
    const datasets::Holding other =
        datasets::DealHolding(x, std::vector<float>(static_cast<std::size_t>(x.rows())),
                              datasets::ColumnsInTurn(x.cols(), workers, channel.rank()), {channel.rank(), active});
    const auto trainer = MakeTrainer(channel, settings, mine.View());
    trainer->Fit(testing::GoOn);
    const std::vector<double> got = trainer->Predict(other.train);
    if (channel.rank() == 0) {
      f = got;
    } else {
      EXPECT_TRUE(got.empty());
    }
  });
  return f;
}

class PrivateEqualsClear : public ::testing::TestWithParam<std::pair<int, int>> {};
INSTANTIATE_TEST_SUITE_P(WorkersAndOwners, PrivateEqualsClear,
                         ::testing::Values(std::pair{3, 1}, std::pair{4, 1}, std::pair{4, 2}, std::pair{8, 2},
                                           std::pair{8, 6}));

// The error that factors of 13 bits cause: features are off by 1e-4.
constexpr double kResolution = 4e-3;

TEST_P(PrivateEqualsClear, OnNewSamples) {
  const auto [workers, active] = GetParam();
  const testing::Problem train(150, 11);
  const base::DenseMatrix x = testing::Problem(190, 11).x.bottomRows(40);
  const std::vector<double> f = TrainPrivate(PrivateSettings(), train, x, workers, active);
  const std::vector<double> clear = testing::SolveInTheClear(PrivateSettings(), train, x);
  EXPECT_LT(testing::Distance(f, clear), kResolution);
  EXPECT_GT(*std::ranges::max_element(clear), 0.5);  // the model is not nothing
}

// Also when masks are made again instead of kept.
TEST(PrivateTrainer, RepeatsToTheBit) {
  const testing::Problem train(150, 11);
  Settings settings = PrivateSettings();
  const std::vector<double> once = TrainPrivate(settings, train, train.x, 5, 2);
  EXPECT_EQ(TrainPrivate(settings, train, train.x, 5, 2), once);
  // Not enough for masks that are kept, because some room is left for other things.
  settings.memory_limit_bytes =
      std::int64_t{150} * 88 * sharing::MaskedMatrix::BytesPerEntry(sharing::MaskedMatrix::Masks::kKept);
  EXPECT_EQ(TrainPrivate(settings, train, train.x, 5, 2), once);
  settings.seed += 1;
  EXPECT_NE(TrainPrivate(settings, train, train.x, 5, 2), once);
}

TEST(PrivateTrainer, DoesNotRepeatWithFreshKeys) {
  const testing::Problem train(150, 11);
  const auto fit = [&] {
    std::vector<double> f;
    net::RunWorkers(4, [&](net::Channel& channel) {
      const datasets::Holding mine = testing::Deal(train, channel.rank(), 4, 2);
      const Settings settings = PrivateSettings();
      PrivateTrainer trainer(channel, settings, mine.View(), testing::WithFreshKeys(settings.seed, channel.rank()));
      trainer.Fit(testing::GoOn);
      const std::vector<double> got = trainer.Predict(mine.train);
      if (channel.rank() == 0) f = got;
    });
    return f;
  };
  const std::vector<double> once = fit();
  const std::vector<double> again = fit();
  EXPECT_NE(once, again);
  EXPECT_LT(testing::Distance(once, again), kResolution);
}

TEST(PrivateTrainer, EqualsOneWorkerAlone) {
  const testing::Problem train(150, 11);
  const base::DenseMatrix x = train.x.topRows(30);
  Settings alone = PrivateSettings();
  alone.masking = Masking::kNone;
  EXPECT_LT(testing::Distance(TrainPrivate(alone, train, x, 1, 1), testing::SolveInTheClear(alone, train, x)), 1e-3);
}

TEST(PrivateTrainer, GoesOnAfterItHasConverged) {
  Settings settings = PrivateSettings();
  settings.lambda = 0.1;
  settings.sweeps = 60;
  const testing::Problem train(100, 11);
  const std::vector<double> f = TrainPrivate(settings, train, train.x, 4, 2);
  EXPECT_LT(testing::Distance(f, testing::SolveInTheClear(settings, train, train.x)), kResolution);
}

// Columns and labels at the ends of their range: all features equal in all samples, all labels equal.
TEST(PrivateTrainer, StaysInRangeForExtremeInputs) {
  for (const float value : {0.0F, 1.0F}) {
    testing::Problem train(140, 11);
    train.x.setConstant(value);
    std::ranges::fill(train.y, 1.0F);
    const base::DenseMatrix x = train.x.topRows(3);
    const std::vector<double> f = TrainPrivate(PrivateSettings(), train, x, 4, 2);
    EXPECT_LT(testing::Distance(f, testing::SolveInTheClear(PrivateSettings(), train, x)), kResolution);
    EXPECT_NEAR(f[0], 1, 0.01);
  }
}

TEST(PrivateTrainer, FewerBitsOfAnAngleAreEnough) {
  Settings settings = PrivateSettings();
  settings.ring_bits = 12;
  const testing::Problem train(150, 11);
  EXPECT_LT(testing::Distance(TrainPrivate(settings, train, train.x, 4, 2),
                              testing::SolveInTheClear(settings, train, train.x)),
            0.05);
}

TEST(PrivateTrainer, RefusesWhatItsRangeCannotHold) {
  testing::Problem train(60, 11);
  train.y[5] = 17;
  EXPECT_THROW(TrainPrivate(PrivateSettings(), train, train.x, 4, 2), base::Error);
}

}  // namespace
}  // namespace fdskl
