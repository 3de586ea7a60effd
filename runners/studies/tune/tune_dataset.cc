#include "runners/studies/tune/tune_dataset.h"

#include <algorithm>
#include <mutex>
#include <thread>

#include "base/index.h"
#include "base/interrupt.h"
#include "base/parallel.h"
#include "base/stopwatch.h"
#include "runners/cell/cell_text.h"
#include "runners/cell/toml_value.h"
#include "runners/studies/tune/score.h"

namespace fdskl::tune {
namespace {

constexpr double kStopped = 100;  // in place of a score that nobody will look at

struct Stopped {};

// "sigma = 2.0, C = 4.0": where the point is on each axis.
std::string PointText(const Grid& grid, const Point& point) {
  std::string text;
  for (std::size_t a = 0; a < point.size(); ++a) {
    for (const auto& [key, node] : grid.axes[a].values[point[a]]) {
      text += fmt::format("{}{} = {}", text.empty() ? "" : ", ", key.str(), cell::ValueText(node));
    }
  }
  return text;
}

class Scorer {
 public:
  Scorer(const TuneTask& task, const std::vector<datasets::Holding>& folds, ScoreStore& store,
         const std::function<void(const std::string&)>& tell)
      : task_(task), folds_(folds), store_(store), tell_(tell) {}

  std::vector<double> operator()(std::span<const Trial> trials) {
    std::vector<double> errors(trials.size());
    const int threads = std::max(1, static_cast<int>(std::thread::hardware_concurrency()));
    base::ParallelFor(std::ssize(trials), threads, [&](std::int64_t i, int /*thread*/) {
      errors[base::Index(i)] = base::Interrupted() ? kStopped : ErrorOf(trials[base::Index(i)]);
    });
    if (base::Interrupted()) throw Stopped();
    return errors;
  }

 private:
  double ErrorOf(const Trial& trial) {
    const cell::Cell cell = CellAt(task_, trial.point);
    const datasets::Holding& fold = folds_[base::Index(trial.fold)];
    results::TuningRow row{task_.dataset,
                           task_.edition,
                           task_.data_checksum,
                           std::string(task_.method->name),
                           cell::SettingsJson(cell),
                           task_.grid.rules.split,
                           fold.total_rows,
                           std::ssize(folds_),
                           trial.fold};
    if (const auto known = store_.Find(row)) return *known;
    const base::Stopwatch watch;
    const auto error = FoldError(cell, fold);
    if (!error) return kStopped;
    row.error = *error;
    row.seconds = watch.Seconds();
    store_.Add(row);
    const std::lock_guard lock(mutex_);
    tell_(fmt::format("{} {}: {}, fold {}: {:.2f} in {:.1f} s", task_.dataset, row.method,
                      PointText(task_.grid, trial.point), trial.fold, row.error, row.seconds));
    return *error;
  }

  const TuneTask& task_;
  const std::vector<datasets::Holding>& folds_;
  ScoreStore& store_;
  const std::function<void(const std::string&)>& tell_;
  std::mutex mutex_;
};

}  // namespace

cell::Cell CellAt(const TuneTask& task, const Point& point) {
  cell::Cell cell(task.method);
  cell.dataset = task.dataset;
  cell.split = task.grid.rules.split;
  cell::ApplyOptions(task.grid.common, "grid", cell);
  cell::ApplyOptions(task.grid.SettingsAt(point), "grid", cell);
  return cell;
}

std::optional<Tuned> TuneOn(const TuneTask& task, const std::vector<datasets::Holding>& folds, ScoreStore& store,
                            const std::function<void(const std::string&)>& tell) try {
  Scorer scorer(task, folds, store, tell);
  const Choice choice = Search(task.grid, [&](std::span<const Trial> trials) { return scorer(trials); });
  return Tuned{task.grid.SettingsAt(choice.point), choice.error, choice.points, folds.front().total_rows};
} catch (const Stopped&) {
  return std::nullopt;
}

}  // namespace fdskl::tune
