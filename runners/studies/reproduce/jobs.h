// What of a plan is to be run now, and what became of the rest.
#ifndef FDSKL_RUNNERS_STUDIES_REPRODUCE_JOBS_H_
#define FDSKL_RUNNERS_STUDIES_REPRODUCE_JOBS_H_

#include <map>
#include <span>
#include <string>
#include <vector>

#include "results/run_row.h"
#include "runners/studies/reproduce/estimate.h"
#include "runners/studies/reproduce/plan.h"

namespace fdskl::reproduce {

// How each cell ended last, by hash; no entry for one that has no row.
using Statuses = std::map<std::string, std::string>;

// `runs` are oldest first.
Statuses NewestStatuses(std::span<const results::RunRow> runs);

// Cells of a plan, which outlives this.
using PlannedCells = std::vector<const PlannedCell*>;

// Those whose title has one of the texts; all when there is none.
PlannedCells WithTitle(const std::vector<PlannedCell>& plan, const std::vector<std::string>& texts);

struct Job {
  const PlannedCell* planned;
  double seconds;  // estimated
};

// In the order of `cells`: those that have no row yet, or all of them.
std::vector<Job> Jobs(const PlannedCells& cells, bool redo, const Statuses& statuses, const Estimator& estimator);

double TotalSeconds(const std::vector<Job>& jobs);

// A line for each cell: hash, how it ended or -, how long it will take when it is to be run, title, experiments.
std::string ListText(const PlannedCells& cells, const std::vector<Job>& jobs, const Statuses& statuses);

// "of 12 cells: 10 ok, 2 timeout"
std::string CountText(const PlannedCells& cells, const Statuses& statuses);

}  // namespace fdskl::reproduce

#endif  // FDSKL_RUNNERS_STUDIES_REPRODUCE_JOBS_H_
