#include <fmt/format.h>

#include <algorithm>

#include "baselines/methods.h"
#include "runners/reporting/figures/paper_figures.h"
#include "runners/reporting/stored/stored.h"

namespace fdskl::figures {

using results::Experiment;

std::optional<Figure> ErrorsFigure(const stored::Stored& stored) {
  if (stored.Rows(Experiment::kErrors).empty()) return std::nullopt;
  Figure figure;
  figure.caption =
      "Figure 6. Test errors over splits: quartiles, median, whiskers to the furthest value within 1.5 box lengths, "
      "and the values beyond. A method that could not run is named.";
  // A method that was not planned keeps its place, and is named as absent.
  std::vector<cell::ArmRef> arms = cell::Arms();
  const std::vector<cell::ArmRef> planned = stored.Arms(Experiment::kErrors);
  std::erase_if(arms,
                [&](cell::ArmRef arm) { return !arm->is_own() && std::ranges::find(planned, arm) == planned.end(); });
  for (const cell::ArmRef arm : arms) figure.legend.push_back({arm->title, LookOf(arm)});
  for (const std::string& dataset : stored.Datasets(Experiment::kErrors)) {
    Panel panel = DatasetPanel(stored, Experiment::kErrors, dataset);
    panel.x = {.label = "method", .ticks = {{0, ""}}};  // the legend names them
    panel.y = {.label = "test error [%]"};
    panel.slots = static_cast<int>(arms.size());
    panel.notes_left = true;
    double position = 0;
    for (const cell::ArmRef arm : arms) {
      std::vector<double> errors;
      for (const results::RunRow* run : stored::Good(stored.Rows(Experiment::kErrors, dataset, arm))) {
        if (run->test_error) errors.push_back(*run->test_error);
      }
      ++position;
      if (!errors.empty()) panel.boxes.push_back(BoxOf(errors, position, LookOf(arm)));
      const std::string absence = stored::Absence(stored, Experiment::kErrors, dataset, arm);
      if (!absence.empty()) panel.notes.push_back(fmt::format("{}: {}", arm->title, absence));
    }
    figure.panels.push_back(std::move(panel));
  }
  return figure;
}

}  // namespace fdskl::figures
