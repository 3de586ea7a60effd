// Watches a method train: measures the test error at chosen iterations, records the curve, and stops the training at
// the time limit.
//
// Collective: every rank makes one and passes it to Fit() as the observer. All ranks return the same answers.
// Clocks:     time and messages of its own predictions do not count as the training's: they are measured apart, and the
//             channel's logical clocks stand still meanwhile.
// Errors:     Error at worker 0 when a prediction is not finite.
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

// Whether the test error is to be measured after `iteration` of `iterations`: at about `count` points in geometric
// progression, the last one at the end. At the powers of two when the number of iterations is unknown (0).
bool IsEvaluationPoint(std::int64_t iteration, std::int64_t iterations, int count);

class Evaluator {
 public:
  using Clock = std::chrono::steady_clock;

  // The time limit counts from `begin`. Lifetime: all arguments outlive the evaluator.
  Evaluator(Clock::time_point begin, const Cell& cell, const datasets::Holding& data, const Harness& harness,
            net::ClockChannel& channel, Method& method);

  // The observer. Worker 0 writes lines of ProgressText() to standard output, for the driver.
  bool Observe(const Progress& progress);

  // Call once, after Fit(): measures the final model, and fills in the measured columns of `run`.
  void Finish(results::RunRow& run);

  // The points so far, at worker 0; empty elsewhere. Their `run` is empty.
  const std::vector<results::CurveRow>& curve() const { return curve_; }

 private:
  // Does the work of Observe() while the logical clocks stand still.
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
  std::vector<net::ClockChannel::Clock> clocks_;       // at the latest call
  std::vector<net::ClockChannel::Clock> main_clocks_;  // at the latest call whose progress was not aside
  std::optional<std::int64_t> evaluated_;              // iteration of the last evaluation
  std::vector<double> f_;                              // decision values of that evaluation, at worker 0
  std::vector<results::CurveRow> curve_;
  bool timed_out_ = false;
  double evaluation_seconds_ = 0;
  net::Traffic evaluation_traffic_;
};

}  // namespace fdskl::cell

#endif  // FDSKL_RUNNERS_CELL_EVALUATOR_H_
