// `fdskl reproduce`: runs every cell that the experiments of a profile need and that has no row yet.
//
// Resumable: a cell whose hash has a row in `runs` is not run again, however it ended; a cell that was changed has
// another hash. Each is stored as it ends, so a kill loses at most the running one. No two run side by side: the time
// of every cell is a result.
#ifndef FDSKL_RUNNERS_STUDIES_REPRODUCE_REPRODUCE_COMMAND_H_
#define FDSKL_RUNNERS_STUDIES_REPRODUCE_REPRODUCE_COMMAND_H_

#include <string>
#include <vector>

#include "base/command_line.h"
#include "runners/studies/reproduce/choice.h"

namespace fdskl::reproduce {

struct ReproduceRequest {
  std::string profile = "laptop";
  Choice choice;
  std::vector<std::string> only;  // texts, of which a cell's title must have one
  bool redo = false;
  bool dry_run = false;
  std::string experiments;  // folder of the TOML files
  std::string results;      // folder of the tables
  std::string launcher;     // empty: DefaultLauncher()
};

// Declares the options on `command`, which fill `request` when parsed; it outlives the command.
void DeclareReproduceCommand(base::Command& command, ReproduceRequest& request);

// Returns the exit status: 0 when every chosen cell has a row, whatever it says; 130 when interrupted.
// Errors: Error for what is wrong before the first cell starts, or with the tables.
int ReproduceCommand(const ReproduceRequest& request);

}  // namespace fdskl::reproduce

#endif  // FDSKL_RUNNERS_STUDIES_REPRODUCE_REPRODUCE_COMMAND_H_
