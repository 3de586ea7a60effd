#include "runners/studies/tune/folds.h"

#include <algorithm>
#include <cmath>

#include "base/error.h"
#include "base/index.h"
#include "base/interrupt.h"
#include "base/seed.h"
#include "base/shuffle.h"
#include "base/statistics.h"
#include "datasets/split.h"
#include "fdskl/net/thread_channel.h"
#include "runners/cell/metrics.h"

namespace fdskl::tune {
namespace {

// The error of a model that is not finite: for a class all samples, for a number more than any finite model has.
constexpr double kNotFinite = 100, kNotFiniteNumber = 1e300;

cell::Cell OverOneWorker(cell::Cell cell) {
  cell.settings().TrainAlone(cell.active);
  cell.workers = cell.active = 1;
  cell.evaluations = 1;  // train once on the whole set, even if curves come from growing subsets
  return cell;
}

}  // namespace

std::vector<std::vector<std::int32_t>> FoldSamples(std::span<const float> labels, std::string_view dataset,
                                                   std::int64_t rows, int folds, std::int64_t test_rows) {
  const std::vector<std::int32_t> pool =
      test_rows > 0 ? base::FirstNumbers(std::ssize(labels) - test_rows) : datasets::TuningPool(labels, dataset);
  // Every contiguous part of a stratified order is stratified.
  const std::vector<std::int32_t> order =
      base::StratifiedOrder(datasets::Pick(labels, pool), base::Seed("tune", dataset));
  const std::int64_t used = std::min(rows, std::ssize(order));
  if (used / 2 < folds)
    base::Fail("{} samples in the tuning pool of {} are too few for {} folds", used, dataset, folds);
  std::vector<std::vector<std::int32_t>> samples(base::Index(folds));
  for (std::int64_t p = 0; p < used; ++p) {
    samples[base::Index(p * folds / used)].push_back(pool[base::Index(order[base::Index(p)])]);
  }
  for (std::vector<std::int32_t>& fold : samples) std::ranges::sort(fold);
  return samples;
}

std::vector<std::int32_t> OtherFolds(const std::vector<std::vector<std::int32_t>>& folds, std::size_t held_out) {
  std::vector<std::int32_t> samples;
  for (std::size_t fold = 0; fold < folds.size(); ++fold) {
    if (fold != held_out) samples.insert(samples.end(), folds[fold].begin(), folds[fold].end());
  }
  std::ranges::sort(samples);
  return samples;
}

std::vector<datasets::Holding> LoadFolds(const datasets::ColumnStore& store,
                                         const std::vector<std::vector<std::int32_t>>& folds,
                                         datasets::Missing missing) {
  std::vector<datasets::Holding> loaded;
  for (std::size_t held_out = 0; held_out < folds.size(); ++held_out) {
    loaded.push_back(datasets::LoadHolding(store, OtherFolds(folds, held_out), folds[held_out],
                                           datasets::ColumnsInTurn(store.columns(), 1, 0), {}, missing));
  }
  return loaded;
}

Distances MedianDistances(const base::Matrix& samples) {
  constexpr std::int64_t kPairs = 2000;
  FDSKL_REQUIRE(samples.rows() >= 2);
  const auto draw = [&](std::int64_t pair, int side) {
    return static_cast<std::int64_t>(base::Seed("median distance", pair, side) % base::Index(samples.rows()));
  };
  std::vector<double> euclidean, absolute;
  Eigen::VectorXd difference(samples.columns());
  for (std::int64_t pair = 0; pair < kPairs; ++pair) {
    const std::int64_t first = draw(pair, 0);
    const std::int64_t second = draw(pair, 1);
    if (first == second) continue;
    difference.setZero();
    base::ForEntries(samples, first, [&](Eigen::Index k, double value) { difference(k) += value; });
    base::ForEntries(samples, second, [&](Eigen::Index k, double value) { difference(k) -= value; });
    euclidean.push_back(difference.norm());
    absolute.push_back(difference.lpNorm<1>());
  }
  const Distances distances{base::Median(euclidean), base::Median(absolute)};
  if (!(distances.euclidean > 0)) base::Fail("most samples are equal, so that widths have no natural unit");
  return distances;
}

std::optional<double> FoldError(const cell::Cell& cell, const datasets::Holding& fold) {
  std::optional<double> error;
  const cell::Cell alone = OverOneWorker(cell);
  cell::Validate(alone, fold.total_columns);
  net::RunWorkers(1, [&](net::Channel& channel) {
    const auto method = cell::MakeMethod(alone, channel, fold);
    method->Fit([](const Progress&) { return !base::Interrupted(); });
    if (base::Interrupted()) return;
    const std::vector<double> f = method->Predict(fold.test);
    if (!std::ranges::all_of(f, [](double value) { return std::isfinite(value); })) {
      error = fold.task == datasets::Task::kRegression ? kNotFiniteNumber : kNotFinite;
    } else {
      error = fold.task == datasets::Task::kRegression ? cell::RootMeanSquareError(f, fold.test_labels)
                                                       : cell::ErrorPercent(f, fold.test_labels);
    }
  });
  return error;
}

}  // namespace fdskl::tune
