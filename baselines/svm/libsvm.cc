#include "baselines/svm/libsvm.h"

#include <algorithm>

#include "base/error.h"
#include "base/index.h"
#include "base/matrix.h"
#include "base/parallel.h"
#include "base/shuffle.h"
#include "base/stopwatch.h"

namespace fdskl::svm {
namespace {

constexpr svm_node kEnd{-1, 0};

}  // namespace

SvmSamples::SvmSamples(const base::Matrix& x, std::span<const std::int32_t> rows) {
  std::vector<std::size_t> begins;
  for (const std::int32_t row : rows) {
    begins.push_back(nodes_.size());
    base::ForEntries(x, row, [&](Eigen::Index k, double value) {
      if (value != 0) nodes_.push_back({static_cast<int>(k) + 1, value});
    });
    nodes_.push_back(kEnd);
  }
  for (const std::size_t begin : begins) rows_.push_back(&nodes_[begin]);
}

SvmSamples::SvmSamples(const base::Matrix& x) : SvmSamples(x, base::AllRows(x)) {}

Libsvm::Libsvm(const SvmSettings& settings, const WorkerView& view) : settings_(settings), view_(view) {
  FDSKL_REQUIRE(std::ssize(view.columns) == view.total_columns);
  FDSKL_REQUIRE(std::ssize(view.labelled) == view.train->rows() && view.labels.size() == view.labelled.size());
}

void Libsvm::Fit(const Observer& observer) {
  const std::vector<std::int32_t> order = base::StratifiedOrder(view_.labels, settings_.seed);
  for (const std::int64_t size : GrowingSizes(std::ssize(order), settings_.points)) {
    std::vector<std::int32_t> subset(order.begin(), order.begin() + size);
    std::ranges::sort(subset);
    if (!FitSubset(subset, observer)) return;
  }
}

bool Libsvm::FitSubset(std::span<const std::int32_t> subset, const Observer& observer) {
  const base::Stopwatch watch;
  std::vector<std::int32_t> rows;
  std::vector<double> y;
  for (const std::int32_t place : subset) {
    rows.push_back(view_.labelled[base::Index(place)]);
    y.push_back(view_.labels[base::Index(place)]);
  }
  const bool whole = subset.size() == view_.labels.size();
  if (!whole && settings_.task == SvmTask::kClassification && !HasBothClasses(y)) return true;
  auto samples = std::make_unique<SvmSamples>(*view_.train, rows);
  SvmSolution solution = SolveSvm(settings_, KernelForm::kComputed, samples->rows(), y, [&](std::int64_t iterations) {
    return observer(
        {.iteration = iterations, .seconds = watch.Seconds(), .evaluation = Evaluation::kNotNow, .aside = true});
  });
  if (!solution.model) return false;
  const double seconds = watch.Seconds();
  model_ = std::move(solution.model);
  samples_ = std::move(samples);
  return observer({.iteration = solution.iterations,
                   .features = std::ssize(model_->support()),
                   .seconds = seconds,
                   .evaluation = Evaluation::kNow,
                   .aside = true});
}

std::vector<double> Libsvm::Predict(const base::Matrix& x) {
  FDSKL_REQUIRE(model_.has_value());
  constexpr std::int64_t kRowsPerJob = 64;
  SvmSamples samples(x);
  std::vector<double> f(base::Index(x.rows()));
  const int threads = base::Cores();
  base::ParallelFor((x.rows() + kRowsPerJob - 1) / kRowsPerJob, threads, [&](std::int64_t job, int) {
    for (std::int64_t i = job * kRowsPerJob; i < std::min((job + 1) * kRowsPerJob, x.rows()); ++i) {
      f[base::Index(i)] = model_->DecisionValue(samples.rows()[base::Index(i)]);
    }
  });
  return f;
}

}  // namespace fdskl::svm
