// Runs a launcher (mpirun, srun) to its end, listens to its ranks, and makes sure that nothing is left running.
//
// Ends it early past the time limit, above the memory limit, and when Interrupted().
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

struct LaunchRequest {
  std::vector<std::string> command;
  std::vector<std::string> environment;  // "NAME=value", besides our own
  std::optional<double> time_limit_seconds;
  std::optional<std::int64_t> memory_limit_bytes;
  base::ChildProcess::LineSink on_line;  // gets each line of standard output
};

enum class Ending { kFinished, kFailed, kTimeLimit, kMemoryLimit, kInterrupted };

struct LaunchResult {
  Ending ending = Ending::kFinished;
  std::string reason;  // one line, empty when finished: what a rank said, or what became of the launcher
};

// The words of a launcher command, as base::SplitWords() reads them. An empty command stands for Open MPI's mpirun on
// this machine, with more ranks than cores allowed. Errors: Error when the command is blank or cannot be read.
std::vector<std::string> LauncherWords(std::string_view command);

// For "-n RANKS THIS_PROGRAM WORDS..." behind `launcher`, without limits. Open MPI is allowed to run as root.
LaunchRequest RequestRanks(const std::vector<std::string>& launcher, int ranks, const std::vector<std::string>& words);

// Errors: Error when the command cannot be started.
LaunchResult Launch(const LaunchRequest& request);

// Why a launcher's run failed, in one line, from what it wrote on standard error: a rank's own message, or which rank
// died of what; never the launcher's paragraphs.
// `lines` are those of standard error, oldest first; `status` is that of waitpid(). The result is valid UTF-8.
std::string FailureReason(const std::vector<std::string>& lines, int status);

}  // namespace fdskl::cell

#endif  // FDSKL_RUNNERS_CELL_LAUNCH_H_
