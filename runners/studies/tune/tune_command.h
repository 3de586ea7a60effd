// `fdskl tune [METHOD...]`: searches settings of methods and arms on datasets, and writes them to the settings file.
//
// Points are trained side by side, one per core. Each score is stored in tuning.arrow at once, and stored scores are
// not computed again. The settings file is written after each method and dataset.
#ifndef FDSKL_RUNNERS_STUDIES_TUNE_TUNE_COMMAND_H_
#define FDSKL_RUNNERS_STUDIES_TUNE_TUNE_COMMAND_H_

#include <string>
#include <vector>

#include "base/command_line.h"

namespace fdskl::tune {

struct TuneRequest {
  std::vector<std::string> methods;   // methods or arms; empty: all in the grid file
  std::vector<std::string> datasets;  // empty: all
  std::string grids, settings;        // files
  std::string results;                // folder of tuning.arrow
};

// Declares the options on `command`; parsing fills `request`, which outlives the command.
void DeclareTuneCommand(base::Command& command, TuneRequest& request);

// Runs the searches. Returns the exit status: 0, or 130 when interrupted. Errors: Error for a wrong file or name.
int TuneCommand(const TuneRequest& request);

}  // namespace fdskl::tune

#endif  // FDSKL_RUNNERS_STUDIES_TUNE_TUNE_COMMAND_H_
