// Tests training with MPI ranks. Runs under mpirun at several rank counts.
#include <gtest/gtest.h>

#include <algorithm>

#include "fdskl/net/mpi_channel.h"
#include "fdskl/net/testing.h"
#include "fdskl/net/thread_channel.h"
#include "fdskl/testing.h"
#include "fdskl/trainer.h"

namespace fdskl {
namespace {

// The same model as over threads, to the last bit, because sums have a fixed order.
TEST(TrainerOverMpi, TrainsTheSameModelAsOverThreads) {
  const int q = net::testing::world->size();
  const testing::Problem problem(60, 9);
  Settings settings;
  settings.batch = 20;
  settings.block = 8;
  settings.features = 64;
  const int active = std::min(q, 2);
  const auto train = [&](net::Channel& channel) {
    const datasets::Holding mine = testing::Deal(problem, channel.rank(), q, active);
    Trainer trainer(channel, settings, mine.View());
    trainer.Fit([](const Progress&) { return true; });
    return trainer.Predict(mine.train);
  };
  std::vector<double> over_threads;
  net::RunWorkers(q, [&](net::Channel& channel) {
    const std::vector<double> f = train(channel);
    if (channel.rank() == 0) over_threads = f;
  });
  net::MpiChannel channel(*net::testing::world);
  const std::vector<double> over_mpi = train(channel);
  if (channel.rank() == 0) {
    EXPECT_EQ(over_mpi, over_threads);
  }
}

}  // namespace
}  // namespace fdskl

int main(int argc, char** argv) { return fdskl::net::testing::MpiTestMain(argc, argv); }
