// Runs a launcher (mpirun, srun) to its end, listens to its ranks, and makes sure that nothing is left running.
//
// Ends it early past a time limit, above the memory limit, and when Interrupted(). The time limit counts from the
// moment when the ranks have started: how long a launcher waits for hosts says nothing about what is launched.
// Afterwards the launcher and every process of this machine that descends from it are gone, however it ended, and so is
// what they had in shared memory.
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
  double start_limit_seconds = 600;  // for all ranks to have started
};

struct LaunchRequest {
  std::vector<std::string> command;
  std::vector<std::string> environment;  // "NAME=value", besides our own
  // The line of standard output by which the ranks say that they have started, which is not handed on. Empty: nobody
  // says so, and what is launched counts as started at once.
  std::string start_line;
  double start_limit_seconds = 600;
  std::optional<double> time_limit_seconds;  // from the start of the ranks
  std::optional<std::int64_t> memory_limit_bytes;
  base::ChildProcess::LineSink on_line;  // gets each line of standard output
};

enum class Ending {
  kFinished,
  kFailed,
  kTimeLimit,
  kMemoryLimit,
  kInterrupted,
  kNotStarted,  // the ranks never started: this says something of the launcher, and nothing of what was launched
};

struct LaunchResult {
  Ending ending = Ending::kFinished;
  std::string reason;  // one line, empty when finished: what a rank said, or what became of the launcher
};

// The words of a launcher command, as base::SplitWords() reads them. An empty command stands for Open MPI's mpirun on
// this machine, with more ranks than cores allowed. Errors: Error when the command is blank or cannot be read.
std::vector<std::string> LauncherWords(std::string_view command);

// For "-n RANKS THIS_PROGRAM WORDS..." behind `launcher`, without limits but that of the start. Open MPI is allowed to
// run as root. REQUIRES: the ranks call MpiWorld::SayStarted().
LaunchRequest RequestRanks(const Launcher& launcher, int ranks, const std::vector<std::string>& words);

// Errors: Error when the command cannot be started.
LaunchResult Launch(const LaunchRequest& request);

// Why a launcher's run failed, in one line, from what it wrote on standard error: a rank's own message, or which rank
// died of what, as Open MPI and Slurm say it; else the first line that is called an error; else the first that is no
// warning. `lines` are those of standard error, oldest first; `status` is that of waitpid(). The result is valid UTF-8.
std::string FailureReason(const std::vector<std::string>& lines, int status);

}  // namespace fdskl::cell

#endif  // FDSKL_RUNNERS_CELL_LAUNCH_H_
