#include "runners/reporting/figures/figures_command.h"

#include <fmt/format.h>

#include <cstdio>

#include "runners/reporting/figures/paper_figures.h"

namespace fdskl::figures {

std::vector<DrawnFigure> DrawFigures(const stored::Stored& stored, const std::filesystem::path& folder,
                                     Renderer& renderer) {
  std::vector<DrawnFigure> drawn;
  for (const FigureMaker& maker : PaperFigures()) {
    DrawnFigure entry{std::string(maker.name), "", ""};
    if (const std::optional<Figure> figure = maker.make(stored)) {
      renderer.Render(Draw(*figure), folder, figure->name);
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

}  // namespace fdskl::figures
