// The comparison of two results folders as one self-contained HTML page, in the report's style. What changed comes
// first, the worst on top; then the verdicts of both folders, every variant that both have, and the rows' origin.
#ifndef FDSKL_RUNNERS_REPORTING_COMPARE_COMPARE_PAGE_H_
#define FDSKL_RUNNERS_REPORTING_COMPARE_COMPARE_PAGE_H_

#include <string>

#include "runners/reporting/compare/compare.h"
#include "runners/reporting/stored/stored.h"

namespace fdskl::compare {

// Lifetime: `stored` outlives it.
struct Folder {
  std::string name;
  const stored::Stored& stored;
};

// `comparison` is the result of Compare() for the folders' runs and these rules.
std::string ComparePage(const Folder& a, const Folder& b, const Comparison& comparison, const Rules& rules);

}  // namespace fdskl::compare

#endif  // FDSKL_RUNNERS_REPORTING_COMPARE_COMPARE_PAGE_H_
