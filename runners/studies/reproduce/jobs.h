// Which cells of a plan are to be run now, how long they take, and how the others ended.
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

// How each cell ended last, by hash. A cell without a row has no entry.
using Statuses = std::map<std::string, std::string>;

// REQUIRES: `runs` has the oldest row first.
Statuses NewestStatuses(std::span<const results::RunRow> runs);

// Cells of a plan, which outlives them.
using PlannedCells = std::vector<const PlannedCell*>;

// Forgets the statuses of timed cells whose newest row was measured beside other cells: its time is no result.
void ForgetBeside(const PlannedCells& cells, std::span<const results::RunRow> runs, Statuses& statuses);

// The cells whose title contains one of the texts; all when there are no texts.
PlannedCells WithTitle(const std::vector<PlannedCell>& plan, const std::vector<std::string>& texts);

// Estimates how long a cell takes: a rough count of its work, corrected by the times in stored rows of the same arm, on
// the same dataset if there are any.
class Estimator {
 public:
  // `looks_at_memory`: cells that this machine has no memory for end at once.
  explicit Estimator(std::span<const results::RunRow> stored, bool looks_at_memory = false);

  // From the start of the ranks to their end; at most what the cell's time limit allows.
  double Seconds(const PlannedCell& planned) const;
  // What the cell lacks in memory, as cell::Shortage() says it; empty when it lacks none, or is not looked at.
  std::string Lack(const PlannedCell& planned) const;

 private:
  struct Seen {
    double seconds = 0, rough_seconds = 0;
  };
  std::map<std::pair<std::string, std::string>, Seen> seen_;  // by arm and dataset; dataset "" stands for all
  bool looks_at_memory_;
};

// Seconds of training and evaluation on two cores, from the settings alone. `run` is DescribeCell()'s or a stored row.
double RoughSeconds(const results::RunRow& run);

// "40 s", "12 min", "3 h 20 min"
std::string DurationText(double seconds);

struct Job {
  const PlannedCell* planned;
  double seconds;    // estimated
  std::string lack;  // Estimator::Lack()
};

// Which cells run again that have a row.
enum class Redo {
  kNone,    // and those without a row run
  kFailed,  // those whose newest row is `failed` or `timeout`, and nothing else; but none that cannot be started
  kAll,     // and those without a row run
};

// The cells to run, in the order of `cells`.
std::vector<Job> Jobs(const PlannedCells& cells, Redo redo, const Statuses& statuses, const Estimator& estimator);

// One of several equal shares of a plan: number K of N, from 1.
struct Shard {
  int number = 1, of = 1;
};
// Reads "K/N". Errors: Error when it is none.
Shard ParseShard(const std::string& text);
// The shard's cells, in the order of `cells`: each cell is in one shard. The largest are dealt first, each to the shard
// that has least, by a rough count of work that does not depend on what has run: every driver deals alike.
PlannedCells CellsOf(const Shard& shard, const PlannedCells& cells);

// The jobs in the order in which they run `side_by_side` at a time: within a split, first those that run alone. The
// order stays as it is for one at a time.
std::vector<Job> InOrderOfRunning(std::vector<Job> jobs, int side_by_side);

// From the first to the last, with up to `side_by_side` at a time of those that may.
double TotalSeconds(const std::vector<Job>& jobs, int side_by_side);

// One line for each cell: hash, status or -, estimated time if it is to be run, title, experiments, what it lacks.
std::string ListText(const PlannedCells& cells, const std::vector<Job>& jobs, const Statuses& statuses);

// Whether every cell's newest row is ok.
bool AllOk(const PlannedCells& cells, const Statuses& statuses);

// "of 12 cells: 10 ok, 2 timeout"
std::string CountText(const PlannedCells& cells, const Statuses& statuses);

}  // namespace fdskl::reproduce

#endif  // FDSKL_RUNNERS_STUDIES_REPRODUCE_JOBS_H_
