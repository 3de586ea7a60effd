// `fdskl report`: one self-contained HTML page. The verdicts first, then figures, tables, settings, machine and data,
// and last all rows that the experiments rest on, each number above linking to its own.
#ifndef FDSKL_RUNNERS_REPORT_REPORT_H_
#define FDSKL_RUNNERS_REPORT_REPORT_H_

#include <filesystem>
#include <span>
#include <string>

#include "runners/figures/figures_command.h"
#include "runners/stored/stored.h"

namespace fdskl {

// `figures` as DrawFigures() left them in `folder`. No outside resource, no script.
std::string ReportPage(const Stored& stored, std::span<const DrawnFigure> figures, const std::filesystem::path& folder);

// Draws the figures, then writes report.html in `results`.
int ReportCommand(const std::filesystem::path& results, RendererKind renderer);

}  // namespace fdskl

#endif  // FDSKL_RUNNERS_REPORT_REPORT_H_
