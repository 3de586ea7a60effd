// Runs a launcher (mpirun, srun) to its end, reads what its ranks print, and leaves nothing running.
//
// Launch() ends the launcher early past the time limit, above the memory limit, and when Interrupted(). The time limit
// counts from the moment when the ranks have started, so that waiting for hosts does not count. A launcher that goes on
// when its ranks have ended is ended too, and what they left counts. However the launcher ended, it is then gone, and
// so are all its descendants on this machine and their shared memory.
#ifndef FDSKL_RUNNERS_CELL_LAUNCH_H_
#define FDSKL_RUNNERS_CELL_LAUNCH_H_

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/process.h"

namespace fdskl::cell {

// How ranks are started.
struct Launcher {
  std::vector<std::string> words;    // the command, to which "-n RANKS PROGRAM ..." is added
  double start_limit_seconds = 600;  // in which all ranks must start
};

// What to run, its limits, and who gets its output.
struct LaunchRequest {
  std::vector<std::string> command;
  std::vector<std::string> environment;  // "NAME=value", added to our own
  // The line of standard output that says that the ranks have started; on_line does not get it. Empty: there is no such
  // line, and the launch counts as started at once.
  std::string start_line;
  double start_limit_seconds = 600;
  std::optional<double> time_limit_seconds;  // counted from the start of the ranks
  std::optional<std::int64_t> memory_limit_bytes;
  // How long the launcher may go on when all that ran below it on this machine, once the ranks had started, has ended.
  // (Open MPI 4 sometimes waits forever for itself when a rank fails.)
  double alone_limit_seconds = 10;
  base::ChildProcess::LineSink on_line;  // gets each line of standard output
};

// Why a launch ended.
enum class Ending {
  kFinished,
  kFailed,
  kTimeLimit,
  kMemoryLimit,
  kInterrupted,
  kNotStarted,  // the ranks never started: the launcher is at fault, not what it launched
};

struct LaunchResult {
  Ending ending = Ending::kFinished;
  std::string reason;  // one line: a rank's message, or how the launcher ended; empty when it ended well
};

// The words of a launcher command, as base::SplitWords() reads them. An empty command stands for Open MPI's mpirun on
// this machine, with more ranks than cores allowed. Errors: Error when the command is blank or cannot be read.
std::vector<std::string> LauncherWords(std::string_view command);

// The request for `launcher -n RANKS THIS_PROGRAM WORDS...`, without limits but that of the start. Open MPI is allowed
// to run as root. REQUIRES: the ranks call MpiWorld::SayStarted().
LaunchRequest RequestRanks(const Launcher& launcher, int ranks, const std::vector<std::string>& words);

// Runs the command and waits for its end. Errors: Error when the command cannot be started.
LaunchResult Launch(const LaunchRequest& request);

// Why a launch failed, in one line of valid UTF-8. `lines` are those of standard error, oldest first; `status` is from
// waitpid(). The reason is a rank's own message; else which rank died and how, as Open MPI or Slurm reports it; else
// the launcher's exit status with the first line that has " error: " in it, or the first that is not a warning.
std::string FailureReason(const std::vector<std::string>& lines, int status);

}  // namespace fdskl::cell

#endif  // FDSKL_RUNNERS_CELL_LAUNCH_H_
