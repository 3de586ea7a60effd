// The end of `fdskl run`, for a person: one line per row, and mean and standard deviation over those that are ok.
#ifndef FDSKL_RUNNERS_SUMMARY_H_
#define FDSKL_RUNNERS_SUMMARY_H_

#include <span>
#include <string>

#include "results/schema.h"

namespace fdskl {

std::string Summary(std::span<const RunRow> runs);

}  // namespace fdskl

#endif  // FDSKL_RUNNERS_SUMMARY_H_
