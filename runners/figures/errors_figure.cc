#include <fmt/format.h>

#include "runners/figures/look.h"
#include "runners/figures/paper_figures.h"
#include "runners/stored/absence.h"

namespace fdskl {

std::optional<Figure> ErrorsFigure(const Stored& stored) {
  if (stored.Rows("errors").empty()) return std::nullopt;
  Figure figure;
  figure.name = "figure6_errors";
  figure.caption =
      "Figure 6. Test errors over splits: quartiles, median, whiskers to the furthest value within 1.5 box lengths, "
      "and "
      "the values beyond. A method that could not run is named.";
  for (const auto& [method, name] : EnumNames<MethodKind>::table) {
    figure.legend.push_back({std::string(TitleOf(method)), LookOf(method)});
  }
  for (const std::string& dataset : stored.Datasets("errors")) {
    Panel panel = DatasetPanel(stored, "errors", dataset);
    panel.x = {.label = "method", .ticks = {{0, ""}}};  // the legend names them
    panel.y = {.label = "test error [%]"};
    panel.slots = static_cast<int>(EnumNames<MethodKind>::table.size());
    panel.notes_left = true;
    double position = 0;
    for (const auto& [method, name] : EnumNames<MethodKind>::table) {
      std::vector<double> errors;
      for (const RunRow* run : Good(stored.Rows("errors", dataset, method))) {
        if (run->test_error) errors.push_back(*run->test_error);
      }
      ++position;
      if (!errors.empty()) panel.boxes.push_back(BoxOf(errors, position, LookOf(method)));
      const std::string absence = Absence(stored, "errors", dataset, method);
      if (!absence.empty()) panel.notes.push_back(fmt::format("{}: {}", TitleOf(method), absence));
    }
    figure.panels.push_back(std::move(panel));
  }
  return figure;
}

}  // namespace fdskl
