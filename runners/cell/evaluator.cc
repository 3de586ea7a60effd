#include "runners/cell/evaluator.h"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdio>
#include <limits>

#include "base/error.h"
#include "base/memory.h"
#include "runners/cell/cell_row.h"
#include "runners/cell/metrics.h"
#include "runners/cell/party_clocks.h"
#include "runners/cell/progress.h"

namespace fdskl::cell {
namespace {

constexpr std::int64_t kChecks = 200;  // about how often a training checks the time limit and reports progress

net::Traffic Difference(const net::Traffic& after, const net::Traffic& before) {
  return {after.sent_bytes - before.sent_bytes, after.sent_messages - before.sent_messages,
          after.received_bytes - before.received_bytes, after.received_messages - before.received_messages};
}

double SecondsSince(Evaluator::Clock::time_point begin) {
  return std::chrono::duration<double>(Evaluator::Clock::now() - begin).count();
}

}  // namespace

bool IsEvaluationPoint(std::int64_t iteration, std::int64_t iterations, int count) {
  if (iterations == 0) return std::has_single_bit(static_cast<std::uint64_t>(iteration));
  for (int i = 1; i <= count; ++i) {
    if (iteration == std::llround(std::pow(iterations, static_cast<double>(i) / count))) return true;
  }
  return false;
}

Evaluator::Evaluator(Clock::time_point begin, const Cell& cell, const datasets::Holding& data, const Harness& harness,
                     net::ClockChannel& channel, Method& method)
    : begin_(begin),
      cell_(cell),
      data_(data),
      harness_(harness),
      channel_(channel),
      method_(method),
      clocks_(channel.clocks()),
      main_clocks_(channel.clocks()) {}

bool Evaluator::Observe(const Progress& progress) {
  channel_.Stop();
  clocks_ = channel_.clocks();
  if (!progress.aside) main_clocks_ = clocks_;
  const bool go_on = Watch(progress);
  if (progress.aside && progress.evaluation == Evaluation::kNow) channel_.SetBack(main_clocks_);
  channel_.Start();
  return go_on;
}

bool Evaluator::Watch(const Progress& progress) {
  latest_ = progress;
  // An iteration that reports several steps is evaluated at the first of them.
  const bool scheduled =
      evaluated_ != progress.iteration && IsEvaluationPoint(progress.iteration, progress.iterations, cell_.evaluations);
  const bool evaluate =
      measures() &&
      (progress.evaluation == Evaluation::kAsScheduled ? scheduled : progress.evaluation == Evaluation::kNow);
  const std::int64_t stride = std::max<std::int64_t>(1, progress.iterations / kChecks);
  if (!evaluate && progress.iteration % stride != 0) return true;
  if (evaluate) Evaluate(progress);
  if (channel_.rank() == 0) {
    const auto test_error = evaluate ? curve_.back().test_error : std::nullopt;
    fmt::print("{}\n", ProgressText({progress.iteration, progress.iterations, progress.features, progress.seconds,
                                     test_error, progress.level, progress.levels}));
    std::fflush(stdout);
  }
  if (!cell_.time_limit) return true;
  timed_out_ = harness_.FromRoot(SecondsSince(begin_) > *cell_.time_limit);
  return !timed_out_;
}

void Evaluator::Evaluate(const Progress& progress) {
  const auto begin = Clock::now();
  const net::Traffic before = channel_.total_traffic();
  f_ = method_.Predict(data_.test);
  evaluated_ = progress.iteration;
  results::CurveRow point;
  point.iteration = progress.iteration;
  point.features = progress.features;
  point.seconds = harness_.Max(progress.seconds);
  if (!cell_.method()->own_messages) FillClocks(LongestPaths(harness_, clocks_), point.clock_seconds);
  const double loss =
      harness_.Max(std::isfinite(progress.train_loss) ? progress.train_loss : -std::numeric_limits<double>::infinity());
  if (std::isfinite(loss)) point.train_loss = loss;
  if (channel_.rank() == 0) {
    const auto is_number = [](double f) { return std::isfinite(f); };
    if (!std::all_of(f_.begin(), f_.end(), is_number)) {
      base::Fail("the model is no longer finite after iteration {}: lower gamma, or raise rho", progress.iteration);
    }
    point.test_error = data_.task == datasets::Task::kRegression ? RootMeanSquareError(f_, data_.test_labels)
                                                                 : ErrorPercent(f_, data_.test_labels);
    curve_.push_back(point);
  }
  evaluation_traffic_ += Difference(channel_.total_traffic(), before);
  evaluation_seconds_ += SecondsSince(begin);
}

void Evaluator::Finish(results::RunRow& run) {
  channel_.Stop();
  if (measures() && latest_.evaluation == Evaluation::kAsScheduled && evaluated_ != latest_.iteration)
    Evaluate(latest_);
  const net::Traffic training = Difference(channel_.total_traffic(), evaluation_traffic_);
  run.train_seconds = harness_.Max(latest_.seconds);
  run.evaluation_seconds = harness_.Max(evaluation_seconds_);
  if (!cell_.method()->own_messages) {
    FillClocks(LongestPaths(harness_, clocks_), run.clocks);
    run.sent_bytes = harness_.Sum(training.sent_bytes);
    run.received_bytes = harness_.Sum(training.received_bytes);
    run.sent_messages = harness_.Sum(training.sent_messages);
    run.received_messages = harness_.Sum(training.received_messages);
  }
  run.peak_memory_bytes = harness_.Sum(base::PeakMemoryBytes());
  run.saved_bytes = harness_.Sum(method_.saved_bytes());
  run.status = base::NameOf(timed_out_ ? RunStatus::kTimeout : RunStatus::kOk);
  if (timed_out_) {
    const std::string of = latest_.iterations > 0 ? fmt::format(" of {}", latest_.iterations) : "";
    run.reason = fmt::format("stopped at the time limit of {} s, after {}{} iterations", *cell_.time_limit,
                             latest_.iteration, of);
  }
  if (channel_.rank() != 0 || curve_.empty()) return;
  run.test_error = curve_.back().test_error;
  if (data_.task == datasets::Task::kRegression) return;
  run.balanced_error = BalancedErrorPercent(f_, data_.test_labels);
  run.auc = AreaUnderRoc(f_, data_.test_labels);
}

}  // namespace fdskl::cell
