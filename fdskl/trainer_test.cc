// Tests Lemma 1: the federated algorithm is the sequential one. Compares FDSKL over q workers with the plain reference.
#include "fdskl/trainer.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <cmath>
#include <string>
#include <tuple>

#include "base/error.h"
#include "fdskl/net/thread_channel.h"
#include "fdskl/reference.h"
#include "fdskl/testing.h"

namespace fdskl {
namespace {

using testing::Distance;
using testing::Problem;

struct Outcome {
  std::vector<double> alpha;  // by global feature number
  std::vector<double> f;      // decision values of the test samples
};

Outcome TrainFederated(const Settings& settings, const testing::Problem& train, const testing::Problem& test,
                       int workers, int active, bool sparse) {
  Outcome outcome;
  outcome.alpha.resize(static_cast<std::size_t>(settings.features));
  net::RunWorkers(workers, [&](net::Channel& channel) {
    const datasets::Holding mine = testing::Deal(train, channel.rank(), workers, active, sparse);
    const datasets::Holding asked = testing::Deal(test, channel.rank(), workers, active, sparse);
    Trainer trainer(channel, settings, mine.View());
    trainer.Fit([](const Progress&) { return true; });
    const std::vector<double> f = trainer.Predict(asked.train);
    const std::vector<double> alpha = trainer.model().coefficients();
    const FeatureOrder order{settings.block, active};
    for (std::size_t i = 0; i < alpha.size(); ++i)  // every worker writes its own entries
      outcome.alpha[static_cast<std::size_t>(order.Global(channel.rank(), static_cast<std::int64_t>(i)))] = alpha[i];
    if (channel.rank() == 0) outcome.f = f;
  });
  return outcome;
}

Outcome TrainReference(const Settings& settings, const testing::Problem& train, const testing::Problem& test,
                       int label_groups) {
  Eigen::VectorXd y(train.x.rows());
  for (Eigen::Index i = 0; i < y.size(); ++i) y[i] = train.y[static_cast<std::size_t>(i)];
  Reference reference(settings, train.x.cast<double>(), y, ExperimentFeatures(settings, train.x.cols()),
                      ExperimentBatches(settings, train.x.rows(), label_groups));
  for (std::int64_t t = 0; t < settings.features / settings.block * (1 + settings.sweeps); ++t) reference.Step();
  Outcome outcome{reference.coefficients(), {}};
  for (Eigen::Index i = 0; i < test.x.rows(); ++i)
    outcome.f.push_back(reference.Predict(test.x.row(i).cast<double>().transpose()));
  return outcome;
}

Settings SmallSettings(Update update, Masking masking) {
  Settings settings;
  settings.update = update;
  settings.masking = masking;
  settings.seed = 7;
  settings.sigma = 0.7;
  settings.gamma = 1;
  settings.lambda = 0.01;
  settings.rho = 0.1;
  settings.batch = 20;
  settings.block = 8;
  settings.features = 96;
  return settings;
}

class Lemma1 : public ::testing::TestWithParam<std::tuple<int, Masking, Update, bool, int>> {};

TEST_P(Lemma1, FederatedEqualsSequential) {
  const auto [workers, masking, update, sparse, sweeps] = GetParam();
  const int active = std::min(workers, 2);
  const testing::Problem train(90, 11);
  const testing::Problem test(40, 11);
  Settings settings = SmallSettings(update, masking);
  settings.sweeps = sweeps;
  const Outcome federated = TrainFederated(settings, train, test, workers, active, sparse);
  const Outcome sequential = TrainReference(settings, train, test, active);
  EXPECT_LT(testing::Distance(federated.alpha, sequential.alpha), 2e-5);
  EXPECT_LT(testing::Distance(federated.f, sequential.f), 2e-5);
  EXPECT_GT(std::abs(sequential.f.at(0)), 1e-3);  // the model is not nothing
}

std::string CaseName(const ::testing::TestParamInfo<Lemma1::ParamType>& test_case) {
  const auto& [workers, masking, update, sparse, sweeps] = test_case.param;
  return fmt::format("q{}_{}_{}_{}_sweeps{}", workers, base::NameOf(masking), base::NameOf(update),
                     sparse ? "sparse" : "dense", sweeps);
}

INSTANTIATE_TEST_SUITE_P(All, Lemma1,
                         ::testing::Combine(::testing::Values(1, 2, 3, 4, 5, 8),
                                            ::testing::Values(Masking::kPaper, Masking::kRing, Masking::kNone),
                                            ::testing::Values(Update::kPlain, Update::kPreconditioned),
                                            ::testing::Bool(), ::testing::Values(0, 3)),
                         CaseName);

INSTANTIATE_TEST_SUITE_P(Shared, Lemma1,  // which needs a helper and a dealer, and does plain steps without revisits
                         ::testing::Combine(::testing::Values(4, 5, 8), ::testing::Values(Masking::kShared),
                                            ::testing::Values(Update::kPlain), ::testing::Bool(), ::testing::Values(0)),
                         CaseName);

TEST(Trainer, AlgorithmOneToTheLetter) {  // B = m = 1
  Settings settings = SmallSettings(Update::kPlain, Masking::kRing);
  settings.batch = 1;
  settings.block = 1;
  settings.features = 60;
  settings.gamma = 0.5;
  const testing::Problem train(25, 5);
  const testing::Problem test(10, 5);
  const Outcome sequential = TrainReference(settings, train, test, 2);
  const Outcome federated = TrainFederated(settings, train, test, 4, 2, false);
  EXPECT_LT(testing::Distance(federated.alpha, sequential.alpha), 1e-6);
  EXPECT_LT(testing::Distance(federated.f, sequential.f), 1e-5);
}

// A small batch asks for all earlier features in tiles of several chunks.
TEST(Trainer, ManyFeaturesForFewSamplesAgreeWithTheReference) {
  const testing::Problem train(60, 5);
  const testing::Problem test(10, 5);
  for (const Masking masking : {Masking::kPaper, Masking::kRing, Masking::kShared}) {
    Settings settings = SmallSettings(Update::kPlain, masking);
    settings.batch = 4;
    settings.block = 64;
    settings.features = 2560;
    settings.gamma = 0.5;
    settings.cache_partials = false;
    const Outcome sequential = TrainReference(settings, train, test, 2);
    const Outcome federated = TrainFederated(settings, train, test, 4, 2, false);
    EXPECT_LT(testing::Distance(federated.alpha, sequential.alpha), 2e-5) << base::NameOf(masking);
    EXPECT_LT(testing::Distance(federated.f, sequential.f), 1e-4) << base::NameOf(masking);
  }
}

TEST(Trainer, EveryLossAndKernelAgreesWithTheReference) {
  const testing::Problem train(60, 6);
  const testing::Problem test(20, 6);
  for (const auto& [loss, loss_name] : base::kNames<LossKind>.table) {
    for (const auto& [kernel, kernel_name] : base::kNames<Kernel>.table) {
      Settings settings = SmallSettings(Update::kPlain, Masking::kRing);
      settings.loss = loss;
      settings.kernel = kernel;
      settings.gamma = 0.3;
      const Outcome federated = TrainFederated(settings, train, test, 3, 3, false);
      const Outcome sequential = TrainReference(settings, train, test, 3);
      // A Cauchy entry can be hundreds of turns, of which float32 keeps four decimals.
      EXPECT_LT(testing::Distance(federated.f, sequential.f), kernel == Kernel::kLaplace ? 1e-3 : 1e-5)
          << loss_name << ' ' << kernel_name;
    }
  }
}

TEST(Trainer, RepeatsAreEqualBitForBit) {
  const testing::Problem train(90, 11);
  const testing::Problem test(40, 11);
  for (const auto& [masking, name] : base::kNames<Masking>.table) {
    if (masking == Masking::kPrivate) continue;  // private_trainer_test.cc
    const Update update = masking == Masking::kShared ? Update::kPlain : Update::kPreconditioned;
    const Settings settings = SmallSettings(update, masking);
    const Outcome once = TrainFederated(settings, train, test, 4, 2, false);
    const Outcome again = TrainFederated(settings, train, test, 4, 2, false);
    EXPECT_EQ(once.alpha, again.alpha) << name;
    EXPECT_EQ(once.f, again.f) << name;
  }
}

TEST(Trainer, TheNumberOfWorkersDoesNotMatter) {
  const testing::Problem train(90, 11);
  const testing::Problem test(40, 11);
  for (const auto& [masking, name] : base::kNames<Masking>.table) {
    if (masking == Masking::kPrivate) continue;
    const Update update = masking == Masking::kShared ? Update::kPlain : Update::kPreconditioned;
    const Settings settings = SmallSettings(update, masking);
    const Outcome four = TrainFederated(settings, train, test, 4, 2, false);
    const Outcome eight = TrainFederated(settings, train, test, 8, 2, false);
    EXPECT_LT(testing::Distance(four.alpha, eight.alpha), 2e-5) << name;
    EXPECT_LT(testing::Distance(four.f, eight.f), 2e-5) << name;
  }
}

TEST(Trainer, CachedPartialsChangeNothing) {
  const testing::Problem train(90, 11);
  const testing::Problem test(40, 11);
  for (const Masking masking : {Masking::kRing, Masking::kShared}) {
    Settings settings = SmallSettings(Update::kPlain, masking);
    const Outcome cached = TrainFederated(settings, train, test, 4, 2, false);
    settings.cache_partials = false;
    const Outcome recomputed = TrainFederated(settings, train, test, 4, 2, false);
    EXPECT_LT(testing::Distance(cached.alpha, recomputed.alpha), 1e-5);
  }
}

TEST(Trainer, FeaturesMadeAgainEqualFeaturesKept) {
  const testing::Problem train(90, 11);
  const testing::Problem test(40, 11);
  Settings settings = SmallSettings(Update::kPreconditioned, Masking::kRing);
  const Outcome kept = TrainFederated(settings, train, test, 3, 2, false);
  settings.feature_memory_bytes = 0;
  const Outcome made_again = TrainFederated(settings, train, test, 3, 2, false);
  EXPECT_EQ(kept.alpha, made_again.alpha);
  EXPECT_EQ(kept.f, made_again.f);
}

TEST(Sweeps, AnOddNumberOfBlocksIsSweptByTheirOwnersToo) {
  Settings settings = SmallSettings(Update::kPreconditioned, Masking::kRing);
  settings.features = 88;  // 11 blocks for 2 owners
  settings.gram_rows = 13;
  settings.sweeps = 2;
  const testing::Problem train(90, 11);
  const testing::Problem test(40, 11);
  const Outcome federated = TrainFederated(settings, train, test, 4, 2, false);
  const Outcome sequential = TrainReference(settings, train, test, 2);
  EXPECT_LT(testing::Distance(federated.alpha, sequential.alpha), 2e-5);
  EXPECT_LT(testing::Distance(federated.f, sequential.f), 2e-5);
}

TEST(Sweeps, AnglesThatAreNotSavedAreSummedAgainWithEqualResults) {
  const testing::Problem train(90, 11);
  const testing::Problem test(40, 11);
  for (const auto& [masking, name] : base::kNames<Masking>.table) {
    if (masking == Masking::kShared || masking == Masking::kPrivate) continue;
    Settings settings = SmallSettings(Update::kPreconditioned, masking);
    settings.block = 20;  // chunks of 512 features hold several of them
    settings.features = 120;
    settings.sweeps = 2;
    settings.ring_bits = 11;
    const Outcome saved = TrainFederated(settings, train, test, 4, 2, false);
    for (const std::int64_t blocks : {0, 1, 2}) {
      settings.angle_memory.bytes = 1 + blocks * 90 * 20 * 2;
      const Outcome summed = TrainFederated(settings, train, test, 4, 2, false);
      EXPECT_EQ(saved.alpha, summed.alpha) << name << ", room for " << blocks;
      EXPECT_EQ(saved.f, summed.f) << name << ", room for " << blocks;
    }
  }
}

TEST(Sweeps, CostASumOfPartialsAndNoAngle) {
  Settings settings = SmallSettings(Update::kPreconditioned, Masking::kRing);
  settings.sweeps = 1;
  const testing::Problem train(90, 11);
  net::RunWorkers(4, [&](net::Channel& channel) {
    const datasets::Holding mine = testing::Deal(train, channel.rank(), 4, 2);
    Trainer trainer(channel, settings, mine.View());
    for (int t = 0; t < 13; ++t) trainer.Step();  // twelve blocks, and the first revisit, which ends the pass
    const std::int64_t before = channel.total_traffic().sent_bytes;
    trainer.Step();  // led by worker 1
    const std::int64_t sent = channel.total_traffic().sent_bytes - before;
    const std::vector<std::int64_t> expected = {160, 80, 0, 0};  // f of the batch of 20; its numbers
    EXPECT_EQ(sent, expected[static_cast<std::size_t>(channel.rank())]);
    EXPECT_EQ(trainer.saved_bytes(), channel.rank() < 2 ? 6 * 8 * 90 * 4 : 0);  // blocks, features, samples, 32 bits
  });
}

TEST(Trainer, ThreadsDoNotMatter) {
  const testing::Problem train(600, 11);
  const testing::Problem test(300, 11);
  Settings settings = SmallSettings(Update::kPreconditioned, Masking::kRing);
  settings.batch = 500;
  settings.sweeps = 1;
  const Outcome one = TrainFederated(settings, train, test, 1, 1, false);
  settings.threads = 3;
  const Outcome three = TrainFederated(settings, train, test, 1, 1, false);
  EXPECT_EQ(one.alpha, three.alpha);
  EXPECT_EQ(one.f, three.f);
}

TEST(Trainer, SixteenBitsAreCloseToThirtyTwo) {
  const testing::Problem train(90, 11);
  const testing::Problem test(40, 11);
  Settings settings = SmallSettings(Update::kPreconditioned, Masking::kRing);
  const Outcome wide = TrainFederated(settings, train, test, 4, 2, false);
  settings.ring_bits = 16;
  const Outcome narrow = TrainFederated(settings, train, test, 4, 2, false);
  EXPECT_LT(testing::Distance(wide.f, narrow.f), 5e-3);
  EXPECT_NE(wide.f, narrow.f);
}

class WatchedSamples : public ::testing::TestWithParam<std::int64_t> {};

// Room for all, two or none of an owner's blocks.
INSTANTIATE_TEST_SUITE_P(AngleMemory, WatchedSamples, ::testing::Values(0, std::int64_t{2} * 130 * 8 * 4, 1));

TEST_P(WatchedSamples, ArePredictedAsAnyOthers) {
  const testing::Problem train(90, 5);
  const testing::Problem test(40, 5);
  Settings settings = SmallSettings(Update::kPreconditioned, Masking::kRing);
  settings.sweeps = 2;
  settings.angle_memory.bytes = GetParam();
  net::RunWorkers(3, [&](net::Channel& channel) {
    const datasets::Holding mine = testing::Deal(train, channel.rank(), 3, 2);
    const datasets::Holding asked = testing::Deal(test, channel.rank(), 3, 2);
    WorkerView view = mine.View();
    view.watched = &asked.train;
    Trainer trainer(channel, settings, view);
    const base::Matrix copy = asked.train;
    trainer.Fit([&](const Progress& progress) {
      if (progress.iteration % 5 != 0) return true;
      const std::vector<double> watched = trainer.Predict(asked.train);
      EXPECT_LT(testing::Distance(watched, trainer.Predict(copy)), 1e-5) << progress.iteration;
      return true;
    });
  });
}

TEST(Trainer, SharedSaysWhenItsDigitsRunOut) {
  Settings settings = SmallSettings(Update::kPlain, Masking::kShared);
  settings.lambda = 0.9;
  const testing::Problem problem(60, 5);
  EXPECT_THROW(TrainFederated(settings, problem, problem, 4, 2, false), base::Error);
}

TEST(Trainer, LearnsWhatNoLineCan) {
  const testing::Problem train(900, 4);
  const testing::Problem test(300, 4);
  Settings settings = SmallSettings(Update::kPreconditioned, Masking::kRing);
  settings.sigma = 0.4;
  settings.lambda = 1e-6;
  settings.rho = 1e-3;
  settings.batch = 450;
  settings.block = 64;
  settings.features = 640;
  const Outcome outcome = TrainFederated(settings, train, test, 3, 2, false);
  int wrong = 0;
  for (std::size_t i = 0; i < outcome.f.size(); ++i) wrong += (outcome.f[i] > 0) != (test.y[i] > 0) ? 1 : 0;
  EXPECT_LT(wrong, 30);
}

}  // namespace
}  // namespace fdskl
