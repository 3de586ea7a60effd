// `fdskl reproduce`: runs every cell that the experiments of a profile need and that has no row yet.
//
// It can be resumed: a cell whose hash has a row in `runs` is not run again, however it ended; a changed cell has
// another hash. Each row is stored as its cell ends, so a kill loses at most what is running. A launcher that can start
// nothing ends the command, without a row. Cells whose time is a result, because an experiment is `timed`, run alone.
// Others run side by side when they keep one core busy (--jobs); their rows say so, and do not count where a timed
// experiment needs the same cell.
//
// Several drivers may work on one folder, one on each host, or one for each --shard: each takes the cells that no other
// has taken (claims.h).
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
  int jobs = 1;                   // cells side by side, of those that may
  bool redo = false, redo_failed = false;
  std::string shard;  // as ParseShard() reads it; empty: all
  bool dry_run = false;
  bool fetch = false, offline = false;  // fetch missing datasets first, unless offline
  std::string experiments;              // folder of the TOML files
  std::string results;                  // folder of the tables
  cell::LauncherRequest launcher;
};

// Declares the options on `command`, which fill `request` when parsed; it outlives the command.
void DeclareReproduceCommand(base::Command& command, ReproduceRequest& request);

// The exit status where every chosen cell has run, or is another driver's, and not every row is ok.
inline constexpr int kNotAllOkStatus = 2;

// Returns the exit status: 0 when the newest row of every chosen cell is ok, else kNotAllOkStatus; 130 if interrupted.
// Errors: Error for mistakes that are found before the first cell starts, or for tables that cannot be read or written.
int ReproduceCommand(const ReproduceRequest& request);

}  // namespace fdskl::reproduce

#endif  // FDSKL_RUNNERS_STUDIES_REPRODUCE_REPRODUCE_COMMAND_H_
