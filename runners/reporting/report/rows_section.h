// The rows that the report's numbers link to: a table of all runs that can be sorted and filtered, then those of the
// tables that are not made of runs.
#ifndef FDSKL_RUNNERS_REPORTING_REPORT_ROWS_SECTION_H_
#define FDSKL_RUNNERS_REPORTING_REPORT_ROWS_SECTION_H_

#include <string>

#include "runners/reporting/stored/stored.h"

namespace fdskl::report {

// All runs: a heading for each planned experiment ("rows-errors"), and below it a group for each dataset and method.
// Anchors are those of Stored::RowsAnchor(). A run that several experiments share is listed once for each.
std::string RunsHtml(const stored::Stored& stored);

// The rows of `comm`, of each check of `theory`, of `audit` and of `traffic`. Columns without any value are left out.
std::string OtherRowsHtml(const stored::Stored& stored);

// What all runs share: their data, machines and programs, settings.
std::string DataHtml(const stored::Stored& stored);
std::string MachinesHtml(const stored::Stored& stored);
std::string SettingsHtml(const stored::Stored& stored);

// The curves as JSON, for the page's chart: for each dataset and arm, the curve of the first split.
std::string CurvesJson(const stored::Stored& stored);

}  // namespace fdskl::report

#endif  // FDSKL_RUNNERS_REPORTING_REPORT_ROWS_SECTION_H_
