// Chooses which cells of a plan to run now, estimates how long they take, and says how the others ended.
#ifndef FDSKL_RUNNERS_STUDIES_REPRODUCE_JOBS_H_
#define FDSKL_RUNNERS_STUDIES_REPRODUCE_JOBS_H_

#include <map>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "results/run_row.h"
#include "runners/studies/reproduce/plan.h"

namespace fdskl::reproduce {

// The newest status of each cell, by hash. A cell without a row has no entry.
using Statuses = std::map<std::string, std::string>;

// REQUIRES: `runs` has the oldest row first.
Statuses NewestStatuses(std::span<const results::RunRow> runs);

// Points to cells of a plan. Lifetime: the plan outlives it.
using PlannedCells = std::vector<const PlannedCell*>;

// Removes the statuses of cells that their newest row does not settle, so that they run again: timed cells that were
// measured beside other cells, and cells that ended as they did by limits of time or memory that are not the planned
// ones. So a larger profile goes on from the rows of a smaller one.
void ForgetUnsettled(const PlannedCells& cells, std::span<const results::RunRow> runs, Statuses& statuses);

// The cells whose title contains one of the texts; all when there are no texts.
PlannedCells WithTitle(const std::vector<PlannedCell>& plan, const std::vector<std::string>& texts);

// Estimates how long a cell takes: a rough count of its work, corrected by the times of stored rows of the same arm, on
// the same dataset if there are such rows. Rows that a limit ended do not count, nor those of datasets and methods that
// the program does not know.
class Estimator {
 public:
  // `looks_at_memory`: compare cells with this machine's memory; those that do not fit end at once.
  explicit Estimator(std::span<const results::RunRow> stored, bool looks_at_memory = false);

  // The seconds from the start of the ranks to their end; at most about the cell's time limit.
  double Seconds(const PlannedCell& planned) const;
  // How much memory the cell lacks, as cell::Shortage() says it; empty when it fits or memory is not looked at.
  std::string Lack(const PlannedCell& planned) const;

 private:
  struct Seen {
    double seconds = 0, rough_seconds = 0;
  };
  std::map<std::pair<std::string, std::string>, Seen> seen_;  // by arm and dataset; "" stands for all datasets
  bool looks_at_memory_;
};

// Seconds of training and evaluation on two cores, from the settings only. `run` is from DescribeCell(), or stored.
double RoughSeconds(const results::RunRow& run);

// "40 s", "12 min", "3 h 20 min"
std::string DurationText(double seconds);

struct Job {
  const PlannedCell* planned;
  double seconds;    // estimated
  std::string lack;  // Estimator::Lack()
};

// Which cells run again although they have a row.
enum class Redo {
  kNone,    // none; cells without a row run
  kFailed,  // those whose newest row is `failed` or `timeout` and that can be started; no other cell runs
  kAll,     // all; cells without a row run too
};

// The cells to run, in the order of `cells`.
std::vector<Job> Jobs(const PlannedCells& cells, Redo redo, const Statuses& statuses, const Estimator& estimator);

// One of several equal shares of a plan: number K of N, from 1.
struct Shard {
  int number = 1, of = 1;
};
// Reads "K/N". Errors: Error when the text is not of this form.
Shard ParseShard(const std::string& text);
// The shard's cells, in the order of `cells`. Each cell is in exactly one shard. The largest are dealt first, each to
// the shard with the least work so far. Work is a rough count that does not depend on what has run, so that every
// driver deals alike.
PlannedCells CellsOf(const Shard& shard, const PlannedCells& cells);

// The number of the group of splits that a job belongs to when `side_by_side` cells may run at a time. Split 0 is a
// group of its own; after it, so many splits are one that a cell which takes long has a counterpart to run beside.
int GroupOf(const Job& job, int side_by_side);

// The jobs in the order in which they run when `side_by_side` may run at a time: within a group, first those that run
// alone, split by split, then the others, the longest first. With one at a time, the order does not change.
std::vector<Job> InOrderOfRunning(std::vector<Job> jobs, int side_by_side);

// The time of all jobs, when up to `side_by_side` run at a time of those that may.
double TotalSeconds(const std::vector<Job>& jobs, int side_by_side);

// One line for each cell: hash, status or -, estimated time if it is to be run, title, experiments, memory it lacks.
std::string ListText(const PlannedCells& cells, const std::vector<Job>& jobs, const Statuses& statuses);

// Whether every cell's newest row is ok.
bool AllOk(const PlannedCells& cells, const Statuses& statuses);

// "of 12 cells: 10 ok, 2 timeout"
std::string CountText(const PlannedCells& cells, const Statuses& statuses);

}  // namespace fdskl::reproduce

#endif  // FDSKL_RUNNERS_STUDIES_REPRODUCE_JOBS_H_
