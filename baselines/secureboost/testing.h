// For tests: runs SecureBoost with threads as workers.
#ifndef FDSKL_BASELINES_SECUREBOOST_TESTING_H_
#define FDSKL_BASELINES_SECUREBOOST_TESTING_H_

#include <mutex>
#include <set>
#include <vector>

#include "baselines/secureboost/secureboost.h"
#include "fdskl/net/thread_channel.h"
#include "fdskl/testing.h"

namespace fdskl::secureboost::testing {

// Three small trees and a short key, so that tests are quick.
inline BoostSettings SmallBoost() {
  BoostSettings settings;
  settings.trees = 3;
  settings.depth = 3;
  settings.bins = 8;
  settings.key_bits = 256;
  settings.insecure_keys = true;
  return settings;
}

// All workers' parts of a model, and its values for the training samples.
struct BoostModel {
  std::vector<BoostedTree> trees;
  std::vector<std::vector<ColumnSplit>> splits;  // by worker
  std::vector<double> f;
  double train_loss = 0;
};

inline BoostModel TrainBoost(
    const fdskl::testing::Problem& problem, int workers, bool sparse, const BoostSettings& settings,
    const Observer& observer = [](const Progress&) { return true; }) {
  BoostModel model;
  model.splits.resize(static_cast<std::size_t>(workers));
  net::RunWorkers(workers, [&](net::Channel& channel) {
    const datasets::Holding part = fdskl::testing::Deal(problem, channel.rank(), workers, 1, sparse);
    SecureBoost method(channel, settings, part.View());
    double loss = 0;
    method.Fit([&](const Progress& progress) {
      loss = progress.train_loss;
      return observer(progress);
    });
    const std::vector<double> f = method.Predict(part.train);
    model.splits[static_cast<std::size_t>(channel.rank())] = method.grower().splits();
    if (channel.rank() != 0) return;
    model.trees = method.trees();
    model.f = f;
    model.train_loss = loss;
  });
  return model;
}

}  // namespace fdskl::secureboost::testing

#endif  // FDSKL_BASELINES_SECUREBOOST_TESTING_H_
