// `fdskl tune [METHOD...]`: searches the settings of methods and arms on datasets, and writes them to the settings
// file.
//
// Points are trained side by side, one on each core. Each score is stored in tuning.arrow at once, and stored scores
// are not computed again. The settings file is written after each method and dataset.
#ifndef FDSKL_RUNNERS_STUDIES_TUNE_TUNE_COMMAND_H_
#define FDSKL_RUNNERS_STUDIES_TUNE_TUNE_COMMAND_H_

#include <string>
#include <vector>

#include "base/command_line.h"

namespace fdskl::tune {

struct TuneRequest {
  std::vector<std::string> methods;   // or arms; empty: all that the grid file has
  std::vector<std::string> datasets;  // empty: all
  std::string grids, settings;        // files
  std::string results;                // folder of tuning.arrow
};

// Declares the options on `command`, which fill `request` when parsed; it outlives the command.
void DeclareTuneCommand(base::Command& command, TuneRequest& request);

// Returns the exit status: 130 when interrupted. Errors: Error.
int TuneCommand(const TuneRequest& request);

}  // namespace fdskl::tune

#endif  // FDSKL_RUNNERS_STUDIES_TUNE_TUNE_COMMAND_H_
