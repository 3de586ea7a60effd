#include "runners/reporting/figures/paper_figures.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cstdio>

#include "baselines/methods.h"
#include "runners/reporting/stored/stored.h"

namespace fdskl::figures {

std::span<const FigureMaker> PaperFigures() {
#define FDSKL_LIST_FIGURE(function, name, experiment) FigureMaker{name, experiment, function},
  static constexpr std::array kFigures = {FDSKL_PAPER_FIGURES(FDSKL_LIST_FIGURE)};
#undef FDSKL_LIST_FIGURE
  return kFigures;
}

std::vector<DrawnFigure> DrawFigures(const stored::Stored& stored, const std::filesystem::path& folder,
                                     Renderer& renderer) {
  std::vector<DrawnFigure> drawn;
  for (const FigureMaker& maker : PaperFigures()) {
    DrawnFigure entry{std::string(maker.name), "", ""};
    if (const std::optional<Figure> figure = maker.make(stored)) {
      const Drawing page = Draw(*figure);
      for (const char* end : {".svg", ".png", ".pdf"}) renderer.Render(page, folder / (entry.name + end));
      renderer.Render(Draw(*figure, PageWidth::kColumn), folder / (entry.name + std::string(kColumnEnd)));
      entry.caption = figure->caption;
      if (const std::string data = maker.experiment ? stored::ProvenanceText(stored, *maker.experiment) : "";
          !data.empty()) {
        entry.caption += " " + data;
      }
    } else {
      const bool has_rows = results::IsPlanned(maker.experiment.value()) && !stored.Rows(*maker.experiment).empty();
      entry.missing = has_rows ? fmt::format("the rows of experiment {} have not what this figure shows",
                                             base::NameOf(*maker.experiment))
                               : stored::NoRows(*maker.experiment);
      for (const std::string_view end :
           {std::string_view(".svg"), std::string_view(".png"), std::string_view(".pdf"), kColumnEnd}) {
        std::filesystem::remove(folder / fmt::format("{}{}", maker.name, end));
      }
    }
    drawn.push_back(std::move(entry));
  }
  return drawn;
}

int FiguresCommand(const std::filesystem::path& results, const std::filesystem::path& output, RendererKind renderer) {
  const stored::Stored stored(results);
  for (const DrawnFigure& figure : DrawFigures(stored, output, *MakeRenderer(renderer))) {
    fmt::print("{}: {}\n", figure.name,
               figure.missing.empty() ? fmt::format("{}/{}.svg, .png, .pdf, _column.pdf", output.string(), figure.name)
                                      : figure.missing);
  }
  return 0;
}

Panel DatasetPanel(const stored::Stored& stored, results::Experiment experiment, const std::string& dataset) {
  Panel panel;
  panel.title = fmt::format("{}\n{}", dataset, stored::DataText(stored, experiment, dataset));
  panel.notes = stored::OtherDataNotes(stored, experiment, dataset);
  return panel;
}

void AddClockLegend(Figure& figure) {
  for (const Panel& panel : figure.panels) {
    const auto is_dashed = [](const Line& line) { return line.look.dash == Dash::kDashed; };
    if (!std::ranges::any_of(panel.lines, is_dashed)) continue;
    figure.legend.push_back(
        {.name = std::string(stored::kClockText), .look = {.dash = Dash::kDashed}, .without_markers = true});
    return;
  }
}

namespace {

// `all` are methods or arms.
template <class MethodOrArm>
std::vector<std::string> NotesOf(const stored::Stored& stored, results::Experiment experiment, std::string_view dataset,
                                 std::span<const MethodOrArm> all) {
  std::vector<std::string> notes;
  for (const MethodOrArm one : all) {
    const std::string absence = stored::Absence(stored, experiment, dataset, one);
    if (!absence.empty() && absence != "not planned") notes.push_back(fmt::format("{}: {}", one->title, absence));
  }
  return notes;
}

}  // namespace

std::vector<std::string> AbsenceNotes(const stored::Stored& stored, results::Experiment experiment,
                                      std::string_view dataset, std::span<const baselines::MethodRef> methods) {
  return NotesOf(stored, experiment, dataset, methods);
}

std::vector<std::string> AbsenceNotes(const stored::Stored& stored, results::Experiment experiment,
                                      std::string_view dataset, std::span<const cell::ArmRef> arms) {
  return NotesOf(stored, experiment, dataset, arms);
}

}  // namespace fdskl::figures
