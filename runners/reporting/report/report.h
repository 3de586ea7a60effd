// `fdskl report`: one self-contained HTML page. The verdicts first, then each claim with its numbers and figure, a
// chart of the curves, the other figures, tables, all runs, and last data, machine and settings. Every number links to
// its rows. It works from a file, without a network and, but for sorting, filtering and the chart, without its script.
#ifndef FDSKL_RUNNERS_REPORTING_REPORT_REPORT_H_
#define FDSKL_RUNNERS_REPORTING_REPORT_REPORT_H_

#include <filesystem>
#include <span>
#include <string>

#include "runners/reporting/figures/paper_figures.h"
#include "runners/reporting/stored/stored.h"

namespace fdskl::report {

// `figures` as DrawFigures() left them in `folder`. No outside resource.
std::string ReportPage(const stored::Stored& stored, std::span<const figures::DrawnFigure> figures,
                       const std::filesystem::path& folder);

// Draws the figures, then writes report.html in `results`.
int ReportCommand(const std::filesystem::path& results, figures::RendererKind renderer);

}  // namespace fdskl::report

#endif  // FDSKL_RUNNERS_REPORTING_REPORT_REPORT_H_
