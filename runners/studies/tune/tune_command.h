// `fdskl tune [METHOD...]`: finds the settings of methods on datasets again, and writes the settings file.
//
// Two points are trained side by side, one on each core. Each score goes to tuning.arrow in the results folder at once,
// and what is there is not computed again. The settings file is written after each method and dataset.
#ifndef FDSKL_RUNNERS_STUDIES_TUNE_TUNE_COMMAND_H_
#define FDSKL_RUNNERS_STUDIES_TUNE_TUNE_COMMAND_H_

#include <string>
#include <vector>

#include "base/command_line.h"

namespace fdskl::tune {

struct TuneRequest {
  std::vector<std::string> methods;   // empty: all that the grid file has
  std::vector<std::string> datasets;  // empty: all
  std::string grids, settings, results;
};

// Declares the options on `command`, which fill `request` when parsed; it outlives the command.
void DeclareTuneCommand(base::Command& command, TuneRequest& request);

// Returns the exit status: 130 when interrupted. Errors: Error.
int TuneCommand(const TuneRequest& request);

}  // namespace fdskl::tune

#endif  // FDSKL_RUNNERS_STUDIES_TUNE_TUNE_COMMAND_H_
