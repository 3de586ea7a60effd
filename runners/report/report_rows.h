// The end of the report: the rows that its numbers come from.
#ifndef FDSKL_RUNNERS_REPORT_REPORT_ROWS_H_
#define FDSKL_RUNNERS_REPORT_REPORT_ROWS_H_

#include <string>

#include "runners/stored/stored.h"

namespace fdskl {

// The experiments that the plan names, in its order.
std::vector<std::string> ExperimentsOf(const Stored& stored);

// A section for each experiment ("rows-errors"), and in it one for each dataset and method (Stored::RowsAnchor());
// last `comm` and `theory`.
std::string RowsHtml(const Stored& stored);

// The different settings of each method, the machines, and the data with edition, rows, columns and checksum.
std::string SettingsHtml(const Stored& stored);
std::string MachinesHtml(const Stored& stored);
std::string DataHtml(const Stored& stored);

}  // namespace fdskl

#endif  // FDSKL_RUNNERS_REPORT_REPORT_ROWS_H_
