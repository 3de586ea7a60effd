// The options that say how ranks are started. Every command that starts ranks has them.
#ifndef FDSKL_RUNNERS_CELL_LAUNCHER_OPTIONS_H_
#define FDSKL_RUNNERS_CELL_LAUNCHER_OPTIONS_H_

#include <string>

#include "base/command_line.h"
#include "base/option.h"
#include "runners/cell/launch.h"

namespace fdskl::cell {

struct LauncherRequest {
  std::string command;  // as LauncherWords() reads it
  double start_limit_seconds = Launcher().start_limit_seconds;

  // Errors: Error when the command cannot be read or the limit is not positive.
  Launcher Make() const {
    base::RequirePositive("--start-limit", start_limit_seconds);
    return {LauncherWords(command), start_limit_seconds};
  }
};

// Declares the options on `command`; parsing fills `request`, which outlives the command.
inline void DeclareLauncher(base::Command& command, LauncherRequest& request) {
  command
      .Option("--launcher", request.command,
              "command that starts the ranks, as in \"mpirun --hostfile hosts\" or srun; \"-n RANKS PROGRAM\" is added",
              "COMMAND")
      .Option("--start-limit", request.start_limit_seconds,
              "seconds that the launcher may take to start all ranks; --time-limit counts from then [600]", "X");
}

}  // namespace fdskl::cell

#endif  // FDSKL_RUNNERS_CELL_LAUNCHER_OPTIONS_H_
