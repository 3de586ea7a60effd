// `fdskl comm`: the experiment behind Figure 4. Measures the cost of summing local linear-kernel matrices by tree, ring
// and star, by pipelined tree and ring, and by MPI's own reduction, for several numbers of workers and links.
//
// The link `bare` is measured with real ranks: one launch for each dataset and number of workers (comm_worker.h). Other
// links are timed by logical clocks, with one thread per party and at most one party per column (comm_clocks.h). Rows
// go to comm.arrow in the results folder, one for each (dataset, structure, workers, link). A row that exists for the
// same data is made again only with --redo; a row for other data is replaced. For numbers of workers from 32 to 1,024
// that were not run, rows of the closed form are added, with is_prediction.
#ifndef FDSKL_RUNNERS_STUDIES_COMM_COMM_COMMAND_H_
#define FDSKL_RUNNERS_STUDIES_COMM_COMM_COMMAND_H_

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "base/command_line.h"
#include "runners/cell/launcher_options.h"

namespace fdskl::comm {

struct CommRequest {
  std::vector<std::string> datasets = {"gisette", "phishing", "a9a", "ijcnn1"};
  std::vector<int> workers = {2, 4, 8, 16};
  std::vector<int> clock_workers = {2, 4, 8, 16, 32, 64, 128};
  std::vector<std::string> links = {"bare", "lan", "wan", "intercontinental"};
  std::optional<std::int64_t> rows;
  std::string edition;   // empty: the best one available
  double seconds = 0.5;  // least time for which each case is measured
  std::optional<double> time_limit_seconds;
  cell::LauncherRequest launcher;
  std::string results;  // folder of the table
  bool redo = false;
};

// Declares the options on `command`; parsing fills `request`, which outlives the command.
void DeclareCommCommand(base::Command& command, CommRequest& request);

// Runs the experiment and prints the table as Markdown. Returns the exit status: 0 when the table has every row, 1 when
// a launch failed, 130 when interrupted. Errors: Error for mistakes that are found before the first launch.
int CommCommand(const CommRequest& request);

}  // namespace fdskl::comm

#endif  // FDSKL_RUNNERS_STUDIES_COMM_COMM_COMMAND_H_
