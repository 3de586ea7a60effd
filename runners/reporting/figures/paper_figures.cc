#include "runners/reporting/figures/paper_figures.h"

#include <fmt/format.h>

#include <array>

#include "baselines/methods.h"
#include "runners/reporting/stored/absence.h"

namespace fdskl::figures {

std::span<const FigureMaker> PaperFigures() {
  static constexpr std::array<FigureMaker, 9> kFigures = {
      {{"figure2_trees", "", [](const stored::Stored&) -> std::optional<Figure> { return TreesFigure(); }},
       {"figure3_curves", "curves", CurvesFigure},
       {"figure4_communication", "comm", CommFigure},
       {"figure5_scaling", "scaling", ScalingFigure},
       {"figure6_errors", "errors", ErrorsFigure},
       {"extra_workers", "workers", WorkersFigure},
       {"extra_links", "comm", LinksFigure},
       {"extra_masking", "masking", MaskingFigure},
       {"extra_audit", "audit", AuditFigure}}};
  return kFigures;
}

Panel DatasetPanel(const stored::Stored& stored, std::string_view experiment, const std::string& dataset) {
  Panel panel;
  panel.title = fmt::format("{}\n{}", dataset, stored::DataText(stored, experiment, dataset));
  panel.notes = stored::OtherDataNotes(stored, experiment, dataset);
  return panel;
}

std::vector<std::string> AbsenceNotes(const stored::Stored& stored, std::string_view experiment,
                                      std::string_view dataset, std::span<const baselines::MethodRef> methods) {
  std::vector<std::string> notes;
  for (const baselines::MethodRef method : methods) {
    const std::string absence = stored::Absence(stored, experiment, dataset, method);
    if (!absence.empty() && absence != "not planned") notes.push_back(fmt::format("{}: {}", method->title, absence));
  }
  return notes;
}

}  // namespace fdskl::figures
