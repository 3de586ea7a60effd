// The end of the report: the rows that its numbers come from.
#ifndef FDSKL_RUNNERS_REPORTING_REPORT_REPORT_ROWS_H_
#define FDSKL_RUNNERS_REPORTING_REPORT_REPORT_ROWS_H_

#include <string>

#include "runners/reporting/stored/stored.h"

namespace fdskl::report {

// A section for each planned experiment ("rows-errors"), and in it a table for each dataset and method; then the rows
// of `comm`, of each check of `theory`, and of `audit`. Their places are named as Stored::RowsAnchor() does.
std::string RowsHtml(const stored::Stored& stored);

// The different settings of each method, the machines, and the data with edition, rows, columns and checksum.
std::string SettingsHtml(const stored::Stored& stored);
std::string MachinesHtml(const stored::Stored& stored);
std::string DataHtml(const stored::Stored& stored);

}  // namespace fdskl::report

#endif  // FDSKL_RUNNERS_REPORTING_REPORT_REPORT_ROWS_H_
