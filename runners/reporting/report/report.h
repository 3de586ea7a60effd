// `fdskl report`: one self-contained HTML page. The verdicts first, then figures, tables, settings, machine and data,
// and last all rows that the experiments rest on, each number above linking to its own.
#ifndef FDSKL_RUNNERS_REPORTING_REPORT_REPORT_H_
#define FDSKL_RUNNERS_REPORTING_REPORT_REPORT_H_

#include <filesystem>
#include <span>
#include <string>

#include "runners/reporting/figures/paper_figures.h"
#include "runners/reporting/stored/stored.h"

namespace fdskl::report {

// `figures` as DrawFigures() left them in `folder`. No outside resource, no script.
std::string ReportPage(const stored::Stored& stored, std::span<const figures::DrawnFigure> figures,
                       const std::filesystem::path& folder);

// Draws the figures, then writes report.html in `results`.
int ReportCommand(const std::filesystem::path& results, figures::RendererKind renderer);

}  // namespace fdskl::report

#endif  // FDSKL_RUNNERS_REPORTING_REPORT_REPORT_H_
