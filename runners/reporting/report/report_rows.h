// The end of the report: the rows that its numbers come from.
#ifndef FDSKL_RUNNERS_REPORTING_REPORT_REPORT_ROWS_H_
#define FDSKL_RUNNERS_REPORTING_REPORT_REPORT_ROWS_H_

#include <string>

#include "runners/reporting/stored/stored.h"

namespace fdskl::report {

// The experiments that the plan names, in its order.
std::vector<std::string> ExperimentsOf(const stored::Stored& stored);

// A section for each experiment ("rows-errors"), and in it one for each dataset and method (Stored::RowsAnchor());
// last `comm` and `theory`.
std::string RowsHtml(const stored::Stored& stored);

// The different settings of each method, the machines, and the data with edition, rows, columns and checksum.
std::string SettingsHtml(const stored::Stored& stored);
std::string MachinesHtml(const stored::Stored& stored);
std::string DataHtml(const stored::Stored& stored);

}  // namespace fdskl::report

#endif  // FDSKL_RUNNERS_REPORTING_REPORT_REPORT_ROWS_H_
