// FDSKL as the paper prints it, compared with ours split by split.

#include <algorithm>
#include <cmath>
#include <map>

#include "fdskl/fdskl_method.h"
#include "runners/reporting/figures/paper_figures.h"
#include "runners/reporting/stored/stored.h"

namespace fdskl::figures {
namespace {

using results::Experiment;
using Runs = std::map<std::int64_t, const results::RunRow*>;  // by split

Runs RunsOf(const stored::Stored& stored, const std::string& dataset, cell::ArmRef arm) {
  Runs runs;
  for (const results::RunRow* run : stored::Good(stored.Rows(Experiment::kErrors, dataset, arm)))
    runs[run->split] = run;
  return runs;
}

enum class Compared { kDifference, kRatio };

// A box for each dataset: the differences, or ratios, of its splits.
template <class Value>
Panel ComparedPanel(const stored::Stored& stored, const std::vector<std::string>& datasets, cell::ArmRef printed,
                    Compared compared, const std::string& title, const std::string& label, const Value& value) {
  Panel panel{.title = title};
  panel.x = {.label = label, .logarithmic = compared == Compared::kRatio};
  panel.sideways = true;
  panel.slots = static_cast<int>(datasets.size());
  panel.baseline = compared == Compared::kRatio ? 1 : 0;
  double position = 0;
  for (const std::string& dataset : datasets) {
    panel.y.ticks.emplace_back(++position, dataset);
    const Runs ours = RunsOf(stored, dataset, cell::OwnArm(&kFdskl));
    std::vector<double> sample;
    for (const auto& [split, run] : RunsOf(stored, dataset, printed)) {
      const auto other = ours.find(split);
      if (other == ours.end() || !value(*run) || !value(*other->second)) continue;
      const auto a = static_cast<double>(*value(*run));
      const auto b = static_cast<double>(*value(*other->second));
      const double result = compared == Compared::kRatio ? a / b : a - b;
      if (std::isfinite(result)) sample.push_back(result);
    }
    if (!sample.empty()) panel.boxes.push_back(BoxOf(sample, position, LookOf(printed)));
  }
  return panel;
}

}  // namespace

std::optional<Figure> PrintedFigure(const stored::Stored& stored) {
  const cell::ArmRef printed = cell::FindArm("fdskl-as-printed");
  std::vector<std::string> datasets = stored.Datasets(Experiment::kErrors);
  std::erase_if(datasets, [&](const std::string& dataset) { return RunsOf(stored, dataset, printed).empty(); });
  if (datasets.empty()) return std::nullopt;
  Figure figure;
  figure.caption =
      "FDSKL as the paper prints it (plain steps, constant rate, `paper` masks, one pass) against ours, on the same "
      "splits: difference of test errors, and ratios of training time and of bytes sent. To the right of the line ours "
      "is better. Quartiles, median and whiskers over splits.";
  figure.columns = 3;
  figure.panels.push_back(ComparedPanel(stored, datasets, printed, Compared::kDifference,
                                        "test error\nas printed − ours", "difference [points]",
                                        [](const results::RunRow& run) { return run.test_error; }));
  figure.panels.push_back(ComparedPanel(stored, datasets, printed, Compared::kRatio, "training time\nas printed / ours",
                                        "ratio", [](const results::RunRow& run) { return run.train_seconds; }));
  figure.panels.push_back(ComparedPanel(stored, datasets, printed, Compared::kRatio, "bytes sent\nas printed / ours",
                                        "ratio", [](const results::RunRow& run) { return run.sent_bytes; }));
  constexpr double kSlotInches = 0.16;
  figure.panel_height_inches = 0.45 + kSlotInches * static_cast<double>(datasets.size());
  figure.share_y = true;
  return figure;
}

}  // namespace fdskl::figures
