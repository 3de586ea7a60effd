// `fdskl compare A B`: what changed between two results folders, cell by cell.
//
// Cells are the same when dataset, edition, rows, method and all settings agree; where one variant of a method on a
// dataset is left on either side, those two are compared, and what differs in their settings is said. The splits of a
// variant are pairs: errors by Nadeau and Bengio's corrected t (base/split_tests.h), times by a t-test of the
// logarithms of their ratios, each kind with Holm's correction over all variants. Times are compared only where
// processor, compiler and flags agree, the ranks were on as many hosts, and no other cell ran beside.
//
// B is worse where
//   a cell was ok and is not, or is missing;
//   the mean error rose by more than the margin, with p < 0.05 where there are three splits or more;
//   the mean time rose by more than the factor, likewise.
#ifndef FDSKL_RUNNERS_REPORTING_COMPARE_COMPARE_H_
#define FDSKL_RUNNERS_REPORTING_COMPARE_COMPARE_H_

#include <filesystem>
#include <span>
#include <string>

#include "results/run_row.h"

namespace fdskl::compare {

struct Rules {
  double margin = 0.1;   // points of error (in regression: units of its error)
  double slower = 1.25;  // a factor of time
};

struct Comparison {
  std::string text;  // a Markdown table of what changed, and one line on all
  bool worse = false;
};

// REQUIRES: the oldest row comes first; of a cell, the newest counts.
Comparison Compare(std::span<const results::RunRow> a, std::span<const results::RunRow> b, const Rules& rules);

// The exit status when B is worse.
inline constexpr int kWorseStatus = 2;

// Prints the comparison. Returns 0, or kWorseStatus. Errors: Error when a folder has no rows.
int CompareCommand(const std::filesystem::path& a, const std::filesystem::path& b, const Rules& rules);

}  // namespace fdskl::compare

#endif  // FDSKL_RUNNERS_REPORTING_COMPARE_COMPARE_H_
