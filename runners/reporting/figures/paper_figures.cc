#include "runners/reporting/figures/paper_figures.h"

#include <fmt/format.h>

#include <array>

#include "runners/reporting/stored/absence.h"

namespace fdskl::figures {

using results::Experiment;

std::span<const FigureMaker> PaperFigures() {
  static constexpr std::array<FigureMaker, 9> kFigures = {
      {{"figure2_trees", std::nullopt, [](const stored::Stored&) -> std::optional<Figure> { return TreesFigure(); }},
       {"figure3_curves", Experiment::kCurves, CurvesFigure},
       {"figure4_communication", Experiment::kComm, CommFigure},
       {"figure5_scaling", Experiment::kScaling, ScalingFigure},
       {"figure6_errors", Experiment::kErrors, ErrorsFigure},
       {"extra_workers", Experiment::kWorkers, WorkersFigure},
       {"extra_links", Experiment::kComm, LinksFigure},
       {"extra_masking", Experiment::kMasking, MaskingFigure},
       {"extra_audit", Experiment::kAudit, AuditFigure}}};
  return kFigures;
}

Panel DatasetPanel(const stored::Stored& stored, results::Experiment experiment, const std::string& dataset) {
  Panel panel;
  panel.title = fmt::format("{}\n{}", dataset, stored::DataText(stored, experiment, dataset));
  panel.notes = stored::OtherDataNotes(stored, experiment, dataset);
  return panel;
}

std::vector<std::string> AbsenceNotes(const stored::Stored& stored, results::Experiment experiment,
                                      std::string_view dataset, std::span<const cell::MethodKind> methods) {
  std::vector<std::string> notes;
  for (const cell::MethodKind method : methods) {
    const std::string absence = stored::Absence(stored, experiment, dataset, method);
    if (!absence.empty() && absence != "not planned")
      notes.push_back(fmt::format("{}: {}", stored::TitleOf(method), absence));
  }
  return notes;
}

}  // namespace fdskl::figures
