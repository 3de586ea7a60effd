// Which cells of a plan are to be run now, and how the others ended.
#ifndef FDSKL_RUNNERS_STUDIES_REPRODUCE_JOBS_H_
#define FDSKL_RUNNERS_STUDIES_REPRODUCE_JOBS_H_

#include <map>
#include <span>
#include <string>
#include <vector>

#include "results/schema.h"
#include "runners/studies/reproduce/estimate.h"
#include "runners/studies/reproduce/plan.h"

namespace fdskl::reproduce {

// How each cell ended last, by hash. A cell without a row has no entry.
using Statuses = std::map<std::string, std::string>;

// REQUIRES: `runs` has the oldest row first.
Statuses NewestStatuses(std::span<const results::RunRow> runs);

// Cells of a plan, which outlives them.
using PlannedCells = std::vector<const PlannedCell*>;

// The cells whose title contains one of the texts; all when there are no texts.
PlannedCells WithTitle(const std::vector<PlannedCell>& plan, const std::vector<std::string>& texts);

struct Job {
  const PlannedCell* planned;
  double seconds;  // estimated
};

// The cells that have no row yet, or all of them with `redo`; in the order of `cells`.
std::vector<Job> Jobs(const PlannedCells& cells, bool redo, const Statuses& statuses, const Estimator& estimator);

double TotalSeconds(const std::vector<Job>& jobs);

// One line for each cell: hash, status or -, estimated time if it is to be run, title, experiments.
std::string ListText(const PlannedCells& cells, const std::vector<Job>& jobs, const Statuses& statuses);

// "of 12 cells: 10 ok, 2 timeout"
std::string CountText(const PlannedCells& cells, const Statuses& statuses);

}  // namespace fdskl::reproduce

#endif  // FDSKL_RUNNERS_STUDIES_REPRODUCE_JOBS_H_
