// The end of `fdskl run`, for a person: one line per row, and mean and standard deviation over those that are ok.
#ifndef FDSKL_RUNNERS_CELL_SUMMARY_H_
#define FDSKL_RUNNERS_CELL_SUMMARY_H_

#include <span>
#include <string>

#include "results/run_row.h"

namespace fdskl::cell {

std::string Summary(std::span<const results::RunRow> runs);

}  // namespace fdskl::cell

#endif  // FDSKL_RUNNERS_CELL_SUMMARY_H_
