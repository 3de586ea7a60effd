// Masking `shared` over real ranks gives the model of the sequential code, at a few times the bytes of `ring`.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <iostream>

#include "fdskl/net/mpi_channel.h"
#include "fdskl/net/sums.h"
#include "fdskl/net/testing.h"
#include "fdskl/reference.h"
#include "fdskl/testing.h"
#include "fdskl/trainer.h"

namespace fdskl {
namespace {

using net::testing::world;

Settings SmallSettings(Masking masking) {
  Settings settings;
  settings.update = Update::kPlain;
  settings.masking = masking;
  settings.seed = 7;
  settings.sigma = 0.7;
  settings.gamma = 1;
  settings.lambda = 0.01;
  settings.batch = 20;
  settings.block = 8;
  settings.features = 192;
  return settings;
}

struct Trained {
  std::vector<double> f;        // decision values of the training samples, at rank 0
  std::int64_t sent_bytes = 0;  // what all ranks sent while training, at rank 0
};

Trained Train(const testing::Problem& problem, Masking masking, int active) {
  net::MpiChannel channel(*net::testing::world);
  const datasets::Holding mine = testing::Deal(problem, channel.rank(), channel.size(), active);
  Trainer trainer(channel, SmallSettings(masking), mine.View());
  trainer.Fit([](const Progress&) { return true; });
  Trained trained;
  trained.sent_bytes = channel.total_traffic().sent_bytes;
  net::TreeSum(channel, net::BroadcastTree(channel.size(), 0), std::span(&trained.sent_bytes, 1));
  trained.f = trainer.Predict(mine.train);
  return trained;
}

TEST(SharedOverMpi, EqualsTheSequentialTextAtAFewTimesTheBytesOfRing) {
  const testing::Problem problem(120, 11);
  const int active = net::testing::world->size() == 3 ? 1 : 2;  // a helper and a dealer besides
  const Trained shared = Train(problem, Masking::kShared, active);
  const Trained ring = Train(problem, Masking::kRing, active);
  if (net::testing::world->rank() != 0) return;

  const Settings settings = SmallSettings(Masking::kShared);
  const Eigen::VectorXd y = Eigen::Map<const Eigen::VectorXf>(problem.y.data(), problem.x.rows()).cast<double>();
  Reference reference(settings, problem.x.cast<double>(), y, ExperimentFeatures(settings, problem.x.cols()),
                      ExperimentBatches(settings, problem.x.rows(), active));
  for (std::int64_t t = 0; t < settings.features / settings.block; ++t) reference.Step();
  double largest = 0;
  ASSERT_EQ(shared.f.size(), 120U);
  for (Eigen::Index i = 0; i < y.size(); ++i) {
    const double f = reference.Predict(problem.x.row(i).cast<double>().transpose());
    largest = std::max(largest, std::abs(f));
    EXPECT_NEAR(shared.f[static_cast<std::size_t>(i)], f, 2e-5);
  }
  EXPECT_GT(largest, 1e-3);  // the model is not nothing
  const double ratio = static_cast<double>(shared.sent_bytes) / static_cast<double>(ring.sent_bytes);
  EXPECT_LT(ratio, 6);
  EXPECT_GT(ratio, 1);
  std::cout << "bytes: shared " << shared.sent_bytes << ", ring " << ring.sent_bytes << ", " << ratio << " times\n";
}

}  // namespace
}  // namespace fdskl

int main(int argc, char** argv) { return fdskl::net::testing::MpiTestMain(argc, argv); }
