// Watches a method train: measures the test error now and then, keeps the curve, and stops it at the time limit.
//
// Collective: every rank makes one and hands it to Fit() as the observer; they agree on every answer.
// Clock:      its own predictions, their messages and their time are kept apart from the training's, by real time and by
//             the channel's logical clocks, which it stops.
#ifndef FDSKL_RUNNERS_CELL_EVALUATOR_H_
#define FDSKL_RUNNERS_CELL_EVALUATOR_H_

#include <chrono>
#include <cstdint>
#include <optional>
#include <vector>

#include "datasets/holding.h"
#include "fdskl/method.h"
#include "fdskl/net/clock_channel.h"
#include "results/curve_row.h"
#include "results/run_row.h"
#include "runners/cell/cell.h"
#include "runners/cell/harness.h"

namespace fdskl::cell {

// Whether the test error is due after `iteration` of `iterations`: about `count` points at equal ratios, the last of
// them at the end; at the powers of two when it is unknown how many there will be (0).
bool IsEvaluationPoint(std::int64_t iteration, std::int64_t iterations, int count);

class Evaluator {
 public:
  using Clock = std::chrono::steady_clock;

  // All that is referred to outlives the evaluator. The time limit counts from `begin`.
  Evaluator(Clock::time_point begin, const Cell& cell, const datasets::Holding& data, const Harness& harness,
            net::ClockChannel& channel, Method& method);

  // The observer. Worker 0 writes a line of ProgressText() to standard output.
  bool Observe(const Progress& progress);

  // To be called once, after Fit(): measures what the method ended with, and fills in the measured columns.
  void Finish(results::RunRow& run);

  // At worker 0; `run` is left empty.
  const std::vector<results::CurveRow>& curve() const { return curve_; }

 private:
  // Observe() while the clocks stand still.
  bool Watch(const Progress& progress);
  void Evaluate(const Progress& progress);

  // Whether there are samples to measure the error on; the same on all ranks.
  bool measures() const { return data_.test.rows() > 0; }

  const Clock::time_point begin_;
  const Cell& cell_;
  const datasets::Holding& data_;
  const Harness& harness_;
  net::ClockChannel& channel_;
  Method& method_;
  Progress latest_;
  std::vector<net::ClockChannel::Clock> clocks_;       // at the latest progress
  std::vector<net::ClockChannel::Clock> main_clocks_;  // at the latest that was not aside
  std::optional<std::int64_t> evaluated_;              // iteration of the last evaluation
  std::vector<double> f_;                              // decision values of that evaluation, at worker 0
  std::vector<results::CurveRow> curve_;
  bool timed_out_ = false;
  double evaluation_seconds_ = 0;
  net::Traffic evaluation_traffic_;
};

}  // namespace fdskl::cell

#endif  // FDSKL_RUNNERS_CELL_EVALUATOR_H_
