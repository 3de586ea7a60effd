#include "runners/studies/tune/score.h"

#include <algorithm>
#include <cmath>

#include "base/interrupt.h"
#include "fdskl/net/thread_channel.h"
#include "runners/cell/make_method.h"
#include "runners/cell/metrics.h"

namespace fdskl::tune {
namespace {

constexpr double kNotFinite = 100;

cell::Cell OverOneWorker(cell::Cell cell) {
  if (cell.method == cell::MethodKind::kFdskl) cell.settings.label_groups = cell.active;
  // Neither masks nor ciphertexts change a model, and with one worker there is nobody to hide from.
  cell.settings.masking = Masking::kNone;
  cell.boost.key_bits = 0;
  cell.workers = cell.active = 1;
  cell.evaluations = 1;  // the whole training set at once, also where error over time comes from growing subsets
  return cell;
}

}  // namespace

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
      error = kNotFinite;
    } else {
      error = fold.task == datasets::Task::kRegression ? cell::RootMeanSquareError(f, fold.test_labels)
                                                       : cell::ErrorPercent(f, fold.test_labels);
    }
  });
  return error;
}

}  // namespace fdskl::tune
