// `fdskl reproduce`: runs every cell that the experiments of a profile need and that has no row yet.
//
// It can be resumed: a cell whose hash has a row in `runs` is not run again, however it ended; a changed cell has
// another hash. Each row is stored as its cell ends, so a kill loses at most the running cells. A launcher that cannot
// start ranks ends the command, without a row. Cells whose time is a result, because an experiment is `timed`, run
// alone. Others run side by side if they keep one core busy (--jobs). Their rows say so, and do not count when a timed
// experiment needs the same cell.
//
// Several drivers may work on one folder: one per host, or one per --shard. Each runs the cells that no other has
// claimed (claims.h).
#ifndef FDSKL_RUNNERS_STUDIES_REPRODUCE_REPRODUCE_COMMAND_H_
#define FDSKL_RUNNERS_STUDIES_REPRODUCE_REPRODUCE_COMMAND_H_

#include <string>
#include <vector>

#include "base/command_line.h"
#include "runners/cell/launcher_options.h"
#include "runners/studies/reproduce/plan.h"

namespace fdskl::reproduce {

struct ReproduceRequest {
  std::string profile = "laptop";
  CellFilter filter;
  std::vector<std::string> only;  // a cell's title must contain one of these texts; empty: all cells
  int jobs = 1;                   // how many cells run side by side, of those that may
  bool redo = false, redo_failed = false;
  std::string shard;  // as ParseShard() reads it; empty: all
  bool dry_run = false;
  bool fetch = false, offline = false;  // fetch missing datasets first, unless offline
  std::string experiments;              // folder of the TOML files
  std::string results;                  // folder of the tables
  cell::LauncherRequest launcher;
};

// Declares the options on `command`; parsing fills `request`, which outlives the command.
void DeclareReproduceCommand(base::Command& command, ReproduceRequest& request);

// The exit status when every chosen cell has run, or belongs to another driver, and not every row is ok.
inline constexpr int kNotAllOkStatus = 2;

// Runs the cells. Returns the exit status: 0 when the newest row of every chosen cell is ok or with --dry-run, else
// kNotAllOkStatus; 130 if interrupted.
// Errors: Error for mistakes that are found before the first cell starts, and those of CellRunner.
int ReproduceCommand(const ReproduceRequest& request);

}  // namespace fdskl::reproduce

#endif  // FDSKL_RUNNERS_STUDIES_REPRODUCE_REPRODUCE_COMMAND_H_
