// `fdskl report`: one self-contained HTML page. It has the verdicts, each claim with its numbers and figure, a chart of
// the curves, the other figures, tables, all runs, and then data, machine and settings. Every number links to its rows.
// The page works from a file, without a network. Without its script, only sorting, filtering and the chart are missing.
#ifndef FDSKL_RUNNERS_REPORTING_REPORT_REPORT_H_
#define FDSKL_RUNNERS_REPORTING_REPORT_REPORT_H_

#include <filesystem>
#include <span>
#include <string>

#include "runners/reporting/figures/paper_figures.h"
#include "runners/reporting/stored/stored.h"

namespace fdskl::report {

// The page. `figures` are what DrawFigures() returned; it left their files in `folder`.
std::string ReportPage(const stored::Stored& stored, std::span<const figures::DrawnFigure> figures,
                       const std::filesystem::path& folder);

// Draws the figures, then writes report.html in `results`. Returns the exit status, 0.
// Errors: as figures::MakeRenderer() and figures::DrawFigures(); Error names a table that cannot be read.
int ReportCommand(const std::filesystem::path& results, figures::RendererKind renderer);

}  // namespace fdskl::report

#endif  // FDSKL_RUNNERS_REPORTING_REPORT_REPORT_H_
