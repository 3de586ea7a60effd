#include "runners/tune/score.h"

#include <algorithm>
#include <cmath>

#include "fdskl/thread_channel.h"
#include "runners/interrupt.h"
#include "runners/make_method.h"
#include "runners/metrics.h"

namespace fdskl {
namespace {

constexpr double kNotFinite = 100;

Cell OverOneWorker(Cell cell) {
  if (cell.method == MethodKind::kFdskl) cell.settings.shares = cell.active;
  // Neither masks nor ciphertexts change a model, and with one worker there is nobody to hide from.
  cell.settings.masking = Masking::kNone;
  cell.boost.key_bits = 0;
  cell.workers = cell.active = 1;
  cell.evaluations = 1;  // the whole training set at once, also where error over time comes from growing subsets
  return cell;
}

}  // namespace

std::optional<double> FoldError(const Cell& cell, const WorkerData& fold) {
  std::optional<double> error;
  const Cell alone = OverOneWorker(cell);
  Validate(alone, fold.total_columns);
  RunWorkers(1, [&](Channel& channel) {
    const auto method = MakeMethod(alone, channel, fold);
    method->Fit([](const Progress&) { return !Interrupted(); });
    if (Interrupted()) return;
    const std::vector<double> f = method->Predict(fold.test);
    if (!std::ranges::all_of(f, [](double value) { return std::isfinite(value); })) {
      error = kNotFinite;
    } else {
      error =
          fold.task == Task::kRegression ? RootMeanSquareError(f, fold.test_labels) : ErrorPercent(f, fold.test_labels);
    }
  });
  return error;
}

}  // namespace fdskl
