#include "runners/tune/tune_dataset.h"

#include <algorithm>
#include <mutex>
#include <thread>

#include "base/index.h"
#include "fdskl/parallel.h"
#include "fdskl/stopwatch.h"
#include "runners/cell_text.h"
#include "runners/interrupt.h"
#include "runners/toml_value.h"
#include "runners/tune/score.h"

namespace fdskl {
namespace {

constexpr double kStopped = 100;  // in place of a score that nobody will look at

struct Stopped {};

// "sigma = 2.0, C = 4.0": where the point is on each axis.
std::string PointText(const Grid& grid, const Point& point) {
  std::string text;
  for (std::size_t a = 0; a < point.size(); ++a) {
    for (const auto& [key, node] : grid.axes[a].values[point[a]]) {
      text += fmt::format("{}{} = {}", text.empty() ? "" : ", ", key.str(), ValueText(node));
    }
  }
  return text;
}

class Scorer {
 public:
  Scorer(const TuneTask& task, const std::vector<WorkerData>& folds, ScoreStore& store,
         const std::function<void(const std::string&)>& tell)
      : task_(task), folds_(folds), store_(store), tell_(tell) {}

  std::vector<double> operator()(std::span<const Trial> trials) {
    std::vector<double> errors(trials.size());
    const int threads = std::max(1, static_cast<int>(std::thread::hardware_concurrency()));
    ParallelFor(std::ssize(trials), threads, [&](std::int64_t i, int /*thread*/) {
      errors[Index(i)] = Interrupted() ? kStopped : ErrorOf(trials[Index(i)]);
    });
    if (Interrupted()) throw Stopped();
    return errors;
  }

 private:
  double ErrorOf(const Trial& trial) {
    const Cell cell = CellAt(task_, trial.point);
    const WorkerData& fold = folds_[Index(trial.fold)];
    TuningRow row{task_.dataset,      task_.edition,          task_.data_checksum, std::string(NameOf(task_.method)),
                  SettingsJson(cell), task_.grid.rules.split, fold.total_rows,     std::ssize(folds_),
                  trial.fold};
    if (const auto known = store_.Find(row)) return *known;
    const Stopwatch watch;
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
  const std::vector<WorkerData>& folds_;
  ScoreStore& store_;
  const std::function<void(const std::string&)>& tell_;
  std::mutex mutex_;
};

}  // namespace

Cell CellAt(const TuneTask& task, const Point& point) {
  Cell cell;
  cell.dataset = task.dataset;
  cell.method = task.method;
  cell.split = task.grid.rules.split;
  ApplyOptions(task.grid.common, "grid", cell);
  ApplyOptions(task.grid.SettingsAt(point), "grid", cell);
  return cell;
}

std::optional<Tuned> TuneOn(const TuneTask& task, const std::vector<WorkerData>& folds, ScoreStore& store,
                            const std::function<void(const std::string&)>& tell) try {
  Scorer scorer(task, folds, store, tell);
  const Choice choice = Search(task.grid, [&](std::span<const Trial> trials) { return scorer(trials); });
  return Tuned{task.grid.SettingsAt(choice.point), choice.error, choice.points, folds.front().total_rows};
} catch (const Stopped&) {
  return std::nullopt;
}

}  // namespace fdskl
