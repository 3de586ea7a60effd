#include "baselines/dsg/dsg.h"

#include <gtest/gtest.h>

#include <limits>

#include "fdskl/net/thread_channel.h"
#include "fdskl/reference.h"
#include "fdskl/testing.h"

namespace fdskl::dsg {
namespace {

constexpr std::int64_t kSamples = 200;
constexpr std::int64_t kColumns = 7;

Settings SomeSettings(Update update, double decay) {
  Settings settings;
  settings.update = update;
  settings.decay = decay;
  settings.gamma = 0.8;
  settings.lambda = 1e-2;
  settings.batch = 40;
  settings.block = 16;
  settings.features = 160;
  return settings;
}

TEST(Dsg, IsTheSequentialTextWithBothRatesAndUpdates) {
  const testing::Problem problem(kSamples, kColumns);
  for (const Update update : {Update::kPlain, Update::kPreconditioned}) {
    for (const double decay : {0.0, 0.3}) {
      const Settings settings = SomeSettings(update, decay);
      Eigen::VectorXd y(kSamples);
      for (Eigen::Index i = 0; i < kSamples; ++i) y[i] = problem.y[static_cast<std::size_t>(i)];
      Reference reference(settings, problem.x.cast<double>(), y, ExperimentFeatures(settings, kColumns),
                          ExperimentBatches(settings, kSamples, 1));
      for (int t = 0; t < 10; ++t) reference.Step();
      net::RunWorkers(1, [&](net::Channel& channel) {
        const datasets::Holding part = testing::Deal(problem, 0, 1, 1);
        Dsg dsg(channel, settings, part.View());
        dsg.Fit(testing::GoOn);
        const std::vector<double> alpha = dsg.model().coefficients();
        // The engine computes in float, whose rounding the preconditioner multiplies by up to 1 / rho.
        const double rounding = std::numeric_limits<float>::epsilon();
        EXPECT_LT(testing::Distance(alpha, reference.coefficients()),
                  update == Update::kPlain ? rounding : rounding / settings.rho);
      });
    }
  }
}

TEST(Dsg, GivesTheModelOfFdskl) {
  const testing::Problem problem(kSamples, kColumns);
  Settings settings = SomeSettings(Update::kPreconditioned, 0);
  settings.sweeps = 2;
  constexpr int kWorkers = 3;
  constexpr int kActive = 2;
  std::vector<double> federated;
  net::RunWorkers(kWorkers, [&](net::Channel& channel) {
    const datasets::Holding part = testing::Deal(problem, channel.rank(), kWorkers, kActive, true);
    Trainer trainer(channel, settings, part.View());
    trainer.Fit(testing::GoOn);
    const std::vector<double> f = trainer.Predict(part.train);
    if (channel.rank() == 0) federated = f;
  });
  settings.label_groups = kActive;
  net::RunWorkers(1, [&](net::Channel& channel) {
    const datasets::Holding part = testing::Deal(problem, 0, 1, 1, true);
    Dsg dsg(channel, settings, part.View());
    dsg.Fit(testing::GoOn);
    const std::vector<double> f = dsg.Predict(part.train);
    EXPECT_LT(testing::Distance(f, federated), 1e-4);
  });
}

TEST(Dsg, TheRateDiminishes) {
  Settings settings;
  settings.gamma = 2;
  EXPECT_EQ(RateAt(settings, 1000), 2);
  settings.decay = 0.5;
  EXPECT_EQ(RateAt(settings, 0), 2 / 1.5);
  EXPECT_EQ(RateAt(settings, 3), 2 / 3.0);
}

}  // namespace
}  // namespace fdskl::dsg
