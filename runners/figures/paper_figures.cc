#include "runners/figures/paper_figures.h"

#include <fmt/format.h>

#include <array>
#include <map>

#include "runners/stored/absence.h"

namespace fdskl {

std::span<const FigureMaker> PaperFigures() {
  static constexpr std::array<FigureMaker, 8> kFigures = {
      {{"figure2_trees", "", [](const Stored&) -> std::optional<Figure> { return TreesFigure(); }},
       {"figure3_curves", "curves", CurvesFigure},
       {"figure4_communication", "comm", CommFigure},
       {"figure5_scaling", "scaling", ScalingFigure},
       {"figure6_errors", "errors", ErrorsFigure},
       {"extra_workers", "workers", WorkersFigure},
       {"extra_links", "comm", LinksFigure},
       {"extra_masking", "masking", MaskingFigure}}};
  return kFigures;
}

Panel DatasetPanel(const Stored& stored, std::string_view experiment, const std::string& dataset) {
  Panel panel;
  panel.title = fmt::format("{}\nnot run yet", dataset);
  std::map<MethodKind, const RunRow*> largest;
  for (const RunRow* run : stored.Rows(experiment)) {
    if (run->dataset != dataset) continue;
    const RunRow*& most = largest[ParseName<MethodKind>(run->method)];
    if (most == nullptr || run->rows > most->rows) most = run;
  }
  if (largest.empty()) return panel;
  const RunRow& first = *largest.begin()->second;
  panel.title = PanelTitle(dataset, first.edition, first.rows);
  for (const auto& [method, run] : largest) {
    if (run->rows == first.rows && run->edition == first.edition) continue;
    panel.notes.push_back(fmt::format("{}: {}, {} rows", TitleOf(method), run->edition, Thousands(run->rows)));
  }
  return panel;
}

std::vector<std::string> AbsenceNotes(const Stored& stored, std::string_view experiment, std::string_view dataset,
                                      std::span<const MethodKind> methods) {
  std::vector<std::string> notes;
  for (const MethodKind method : methods) {
    const std::string absence = Absence(stored, experiment, dataset, method);
    if (!absence.empty() && absence != "not planned") notes.push_back(fmt::format("{}: {}", TitleOf(method), absence));
  }
  return notes;
}

}  // namespace fdskl
