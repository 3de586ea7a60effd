// Figure 5 and the extra figure on workers: training time against a growing quantity.

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <map>
#include <set>

#include "baselines/methods.h"
#include "baselines/svm/svm_methods.h"
#include "fdskl/fdskl_method.h"
#include "runners/reporting/figures/paper_figures.h"
#include "runners/reporting/stored/stored.h"

namespace fdskl::figures {
namespace {

using results::Experiment;
using stored::Timing;

constexpr std::array kMethods = {&kFdskl, &svm::kPpSvmv};

// The mean training time, with one standard deviation, for each value of run.*key.
Line TimeLine(const std::vector<const results::RunRow*>& rows, std::int64_t results::RunRow::*key, Look look,
              Timing timing) {
  std::map<std::int64_t, std::vector<double>> seconds;
  for (const results::RunRow* run : rows) {
    if (const auto time = stored::TrainSeconds(*run, timing)) seconds[run->*key].push_back(*time);
  }
  if (timing == Timing::kClock) look.dash = Dash::kDashed;
  Line line{.look = look};
  for (const auto& [value, sample] : seconds) AddMean(static_cast<double>(value), sample, line);
  return line;
}

// Notes why there are no runs with more workers than the dataset has columns: each worker holds at least one.
void NoteFewColumns(const stored::Stored& stored, results::Experiment experiment, const std::string& dataset,
                    Panel& panel) {
  for (const results::RunRow* run : stored.Rows(experiment)) {
    if (run->dataset != dataset || !stored::HasTooFewColumns(*run)) continue;
    panel.notes.push_back(fmt::format("{} columns: {} workers at most", run->columns, run->columns));
    return;
  }
}

std::optional<Figure> TimeFigure(const stored::Stored& stored, results::Experiment experiment,
                                 std::int64_t results::RunRow::*key, const Axis& x) {
  if (stored.Rows(experiment).empty()) return std::nullopt;
  Figure figure;
  for (const baselines::MethodRef method : kMethods) {
    figure.legend.push_back({std::string(method->title), LookOf(method)});
  }
  for (const std::string& dataset : stored.Datasets(experiment)) {
    Panel panel = DatasetPanel(stored, experiment, dataset);
    for (std::string& note : AbsenceNotes(stored, experiment, dataset, kMethods))
      panel.notes.push_back(std::move(note));
    panel.notes_left = true;
    NoteFewColumns(stored, experiment, dataset, panel);
    panel.x = x;
    panel.y = {.label = "training time [s]", .logarithmic = true};
    for (const baselines::MethodRef method : kMethods) {
      for (const Timing timing : {Timing::kElapsed, Timing::kClock}) {
        Line line = TimeLine(stored::Good(stored.Rows(experiment, dataset, method)), key, LookOf(method), timing);
        if (!line.x.empty()) panel.lines.push_back(std::move(line));
      }
    }
    figure.panels.push_back(std::move(panel));
  }
  AddClockLegend(figure);
  return figure;
}

}  // namespace

std::optional<Figure> ScalingFigure(const stored::Stored& stored) {
  auto figure = TimeFigure(stored, Experiment::kScaling, &results::RunRow::train_rows, {.label = "training samples"});
  if (!figure) return figure;
  figure->caption =
      "Figure 5. Training time against the number of training samples, mean over splits with one standard deviation. "
      "The title gives the rows of the largest run, test part included. Dashed: with a machine for every party on a "
      "local network, by logical clocks.";
  return figure;
}

std::optional<Figure> WorkersFigure(const stored::Stored& stored) {
  Axis axis{.label = "number of workers", .logarithmic = true};
  std::set<std::int64_t> counts;
  for (const results::RunRow* run : stored.Rows(Experiment::kWorkers)) counts.insert(run->workers);
  for (const std::int64_t count : counts) axis.ticks.emplace_back(static_cast<double>(count), std::to_string(count));
  auto figure = TimeFigure(stored, Experiment::kWorkers, &results::RunRow::workers, axis);
  if (!figure) return figure;
  figure->caption =
      "Training time against the number of workers, all on this machine, mean over splits with one standard deviation. "
      "Dashed: with a machine for every party on a local network, by logical clocks. A dataset with fewer "
      "columns than workers has no run there. The paper has this figure commented out.";
  return figure;
}

}  // namespace fdskl::figures
