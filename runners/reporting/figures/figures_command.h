// `fdskl figures`: every figure whose experiment has rows, as SVG, PNG and PDF.
#ifndef FDSKL_RUNNERS_REPORTING_FIGURES_FIGURES_COMMAND_H_
#define FDSKL_RUNNERS_REPORTING_FIGURES_FIGURES_COMMAND_H_

#include <filesystem>
#include <string>
#include <vector>

#include "runners/reporting/figures/renderer.h"
#include "runners/reporting/stored/stored.h"

namespace fdskl::figures {

struct DrawnFigure {
  std::string name, caption;
  std::string missing;  // what to run, where there is nothing to draw; then there are no files
};

// Draws into `folder`; a file of an earlier time whose figure has no rows any more is removed.
// Errors: as Renderer::Render().
std::vector<DrawnFigure> DrawFigures(const stored::Stored& stored, const std::filesystem::path& folder,
                                     Renderer& renderer);

// Prints a line for each figure. Returns the exit status: 0 also when some have nothing to draw.
int FiguresCommand(const std::filesystem::path& results, const std::filesystem::path& output, RendererKind renderer);

}  // namespace fdskl::figures

#endif  // FDSKL_RUNNERS_REPORTING_FIGURES_FIGURES_COMMAND_H_
