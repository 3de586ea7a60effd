#include "runners/studies/tune/tune_dataset.h"

#include <fmt/format.h>

#include <algorithm>
#include <functional>

#include "base/files.h"
#include "base/index.h"
#include "base/interrupt.h"
#include "base/parallel.h"
#include "base/stopwatch.h"
#include "baselines/external/external.h"
#include "results/rows.h"
#include "runners/cell/cell_row.h"
#include "runners/cell/cell_text.h"
#include "runners/cell/toml_value.h"
#include "runners/studies/tune/folds.h"

namespace fdskl::tune {
namespace {

constexpr double kStopped = 100;  // placeholder for a score that was interrupted; never read

struct Stopped {};  // thrown when Interrupted()

// Identifies a trial: all columns of a row except error and time.
std::string KeyOf(const results::TuningRow& row) {
  return fmt::format("{}\n{}\n{}\n{}\n{}\n{} {} {} {} {} {}", row.dataset, row.edition, row.data_checksum, row.method,
                     row.settings, row.split ? fmt::format("split {}", *row.split) : "pool", row.rows, row.folds,
                     row.fold, row.scaling.value_or(std::string(base::NameOf(datasets::Scaling::kMinMax))),
                     row.method_version.value_or(0));
}

// "sigma = 2.0, C = 4.0": the settings that the axes are about.
std::string PointText(const TuneTask& task, const Point& point) {
  const toml::table settings = SettingsAt(task, point);
  std::string text;
  for (const Axis& axis : task.grid.axes) {
    text += fmt::format("{}{} = {}", text.empty() ? "" : ", ", axis.name, cell::ValueText(*settings.get(axis.name)));
  }
  return text;
}

// The task's cell with the common settings and these.
cell::Cell With(const TuneTask& task, const toml::table& settings) {
  cell::Cell cell(task.arm->method);
  cell.dataset = task.dataset;
  cell::ApplyOptions(task.grid.common, "grid", cell);
  cell::ApplyOptions(settings, "grid", cell);
  cell::Define(task.arm, cell);
  return cell;
}

// Scores trials. Those that are not stored yet are computed side by side.
class Scorer {
 public:
  Scorer(const TuneTask& task, const std::vector<datasets::Holding>& folds, ScoreStore& store,
         const std::function<void(const std::string&)>& tell)
      : task_(task), folds_(folds), store_(store), tell_(tell) {}

  std::vector<double> operator()(std::span<const Trial> trials) {
    std::vector<double> errors(trials.size());
    const int threads = base::Cores();
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
                           std::string(task_.arm->method->name),
                           cell::SettingsJson(cell),
                           std::nullopt,
                           fold.total_rows,
                           std::ssize(folds_),
                           trial.fold};
    row.scaling = base::NameOf(datasets::FindDataset(task_.dataset).scaling);
    if (external::IsProgram(*task_.arm->method)) row.method_version = task_.arm->method->version;
    if (const auto known = store_.Find(row)) return *known;
    const base::Stopwatch watch;
    const auto error = FoldError(cell, fold);
    if (!error) return kStopped;
    row.error = *error;
    row.seconds = watch.Seconds();
    store_.Add(row);
    const std::lock_guard lock(mutex_);
    tell_(fmt::format("{} {}: {}, fold {}: {:.2f} in {:.1f} s", task_.dataset, task_.arm->name,
                      PointText(task_, trial.point), trial.fold, row.error, row.seconds));
    return *error;
  }

  const TuneTask& task_;
  const std::vector<datasets::Holding>& folds_;
  ScoreStore& store_;
  const std::function<void(const std::string&)>& tell_;
  std::mutex mutex_;
};

}  // namespace

ScoreStore::ScoreStore(const std::filesystem::path& folder) : path_(folder / "tuning.arrow"), lock_(folder / ".lock") {
  for (const results::TuningRow& row : results::ReadRows<results::TuningRow>(path_)) errors_[KeyOf(row)] = row.error;
}

void ScoreStore::Fold() const {
  if (!results::HasStagedRows(path_)) return;
  const auto lock = base::FileLock::IfThereAreLocks(lock_);
  if (lock != nullptr) results::FoldRows<results::TuningRow>(path_);
}

ScoreStore::~ScoreStore() {
  try {
    Fold();
  } catch (const std::exception&) {
    // The rows stay staged, where ReadRows() finds them. The next Fold() tries again.
  }
}

std::optional<double> ScoreStore::Find(const results::TuningRow& wanted) const {
  const std::lock_guard guard(mutex_);
  const auto found = errors_.find(KeyOf(wanted));
  return found == errors_.end() ? std::nullopt : std::optional(found->second);
}

void ScoreStore::Add(const results::TuningRow& row) {
  const std::lock_guard guard(mutex_);
  const bool is_time = results::AppendRows<results::TuningRow>(path_, {&row, 1});
  errors_[KeyOf(row)] = row.error;
  if (is_time) Fold();
}

bool NeedsDistances(const Grid& grid) {
  return std::ranges::any_of(grid.axes, [](const Axis& axis) { return axis.widening && axis.widening->in_distances; });
}

toml::table SettingsAt(const TuneTask& task, const Point& point) {
  toml::table settings = task.grid.SettingsAt(point);
  if (!NeedsDistances(task.grid)) return settings;
  const std::optional<std::string> kernel = cell::DescribeCell(With(task, settings), 0, 0).kernel;
  const double distance = kernel == "laplace" ? task.distances.absolute : task.distances.euclidean;
  FDSKL_REQUIRE(distance > 0);
  for (const Axis& axis : task.grid.axes) {
    if (!axis.widening || !axis.widening->in_distances) continue;
    settings.insert_or_assign(axis.name, Rounded(settings.get(axis.name)->value<double>().value() * distance));
  }
  return settings;
}

cell::Cell CellAt(const TuneTask& task, const Point& point) { return With(task, SettingsAt(task, point)); }

TuneFolds LoadTuneFolds(const datasets::ColumnStore& store, std::span<const float> labels, std::string_view dataset,
                        const SearchRules& rules, datasets::Missing missing) {
  const auto samples = [&](const StepRules& step) {
    return FoldSamples(labels, dataset, step.rows, step.folds, store.info().test_rows);
  };
  const auto search = samples(rules.search);
  TuneFolds folds{LoadFolds(store, search, missing), {}};
  if (rules.final.rows == 0) return folds;
  const auto final = samples(rules.final);
  if (OtherFolds(final, 0).size() > OtherFolds(search, 0).size()) folds.final = LoadFolds(store, final, missing);
  return folds;
}

std::optional<Tuned> TuneOn(const TuneTask& task, const TuneFolds& folds, ScoreStore& store,
                            const std::function<void(const std::string&)>& tell) try {
  Scorer scorer(task, folds.search, store, tell);
  SearchResult found = Search(task.grid, std::ref(scorer));
  Tuned tuned{.points = found.points, .rows = folds.search.front().total_rows};
  TuneTask last = task;  // the task of the step that decides
  if (!folds.final.empty()) {
    if (task.grid.rules.final_finer) {
      last.grid = task.grid.Finer();
      for (ScoredPoint& scored : found.best) scored.point = task.grid.InFiner(std::move(scored.point));
    }
    Scorer final_scorer(last, folds.final, store, tell);
    found = SearchFurther(last.grid, found.best, std::ref(final_scorer));
    tuned.final_points = found.points;
    tuned.final_rows = folds.final.front().total_rows;
  }
  const ScoredPoint& best = found.best.front();
  tuned.settings = SettingsAt(last, best.point);
  tuned.error = best.error;
  tuned.edges = best.edges;
  return tuned;
} catch (const Stopped&) {
  return std::nullopt;
}

}  // namespace fdskl::tune
