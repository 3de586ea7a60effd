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
      renderer.Render(Draw(*figure), folder, std::string(maker.name));
      entry.caption = figure->caption;
    } else {
      entry.missing = stored::NoRows(maker.experiment.value());
      for (const char* extension : {"svg", "png", "pdf"}) {
        std::filesystem::remove(folder / fmt::format("{}.{}", maker.name, extension));
      }
    }
    drawn.push_back(std::move(entry));
  }
  return drawn;
}

int FiguresCommand(const std::filesystem::path& results, const std::filesystem::path& output, RendererKind renderer) {
  const stored::Stored stored(results);
  for (const DrawnFigure& figure : DrawFigures(stored, output, *MakeRenderer(renderer))) {
    fmt::print(
        "{}: {}\n", figure.name,
        figure.missing.empty() ? fmt::format("{}/{}.svg, .png, .pdf", output.string(), figure.name) : figure.missing);
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
    const auto is_dashed = [](const Line& line) { return line.look.dashed; };
    if (!std::ranges::any_of(panel.lines, is_dashed)) continue;
    figure.legend.push_back({std::string(stored::kClockText), {.dashed = true}});
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
