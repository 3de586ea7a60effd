// Masking `private` over real ranks gives the model of the same solver in the clear, and the same one every time.
#include <gtest/gtest.h>

#include "fdskl/net/mpi_channel.h"
#include "fdskl/net/testing.h"
#include "fdskl/testing_private.h"

namespace fdskl {
namespace {

TEST(PrivateOverMpi, EqualsTheSolverInTheClearAndRepeatsToTheBit) {
  const testing::Problem problem(300, 11);
  net::MpiChannel channel(*net::testing::world);
  const int active = channel.size() == 3 ? 1 : 2;
  const datasets::Holding mine = testing::Deal(problem, channel.rank(), channel.size(), active);
  Settings settings = testing::PrivateSettings();
  settings.features = 1200;  // tiles of more than one kind
  const auto fit = [&] {
    PrivateTrainer trainer(channel, settings, mine.View());
    trainer.Fit(testing::GoOn);
    return trainer.Predict(mine.train);
  };
  const std::vector<double> f = fit();
  EXPECT_EQ(fit(), f);
  if (channel.rank() != 0) return;
  EXPECT_LT(testing::Distance(f, testing::SolveInTheClear(settings, problem, problem.x)), 4e-3);
}

}  // namespace
}  // namespace fdskl

int main(int argc, char** argv) { return fdskl::net::testing::MpiTestMain(argc, argv); }
