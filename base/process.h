// Other programs, started as child processes: the one way that this project starts them. (base/forked_child.h is for
// work of this program's own in a copy of this process, without another program.)
//
//   const Finished git = RunToEnd({"git", "rev-parse", "HEAD"});
//
// ChildProcess is for callers that follow the program while it runs.
#ifndef FDSKL_BASE_PROCESS_H_
#define FDSKL_BASE_PROCESS_H_

#include <sys/types.h>

#include <array>
#include <chrono>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace fdskl::base {

// A child process in a group of its own, whose standard output and error are read line by line.
//
// Ownership: the destructor ends the child and all its descendants on this machine, and waits for them to be gone.
//            If this process dies first, by whatever cause, the child gets SIGTERM.
class ChildProcess {
 public:
  using LineSink = std::function<void(std::string_view line)>;  // without the end of line

  // Standard error is read as lines, or goes where that of this process goes, as a progress bar wants it.
  enum class Errors { kRead, kShow };

  // `environment` ("NAME=value") is added to this process's own. Standard input is empty.
  // REQUIRES: the command is not empty. Errors: Error when it cannot be started.
  explicit ChildProcess(const std::vector<std::string>& command, const std::vector<std::string>& environment = {},
                        Errors errors = Errors::kRead);
  ChildProcess(const ChildProcess&) = delete;
  ChildProcess& operator=(const ChildProcess&) = delete;
  ~ChildProcess();

  // Waits for output, no longer than `timeout` and not past a signal; hands on the lines that are complete.
  // Returns false when both streams are at their end.
  bool Read(std::chrono::milliseconds timeout, const LineSink& on_output, const LineSink& on_error);

  // Reads both streams to their end and waits for the child to end. Returns the status that waitpid() gave.
  int Wait(const LineSink& on_output, const LineSink& on_error);

  // The status that waitpid() gave, once the child has ended. Does not wait.
  std::optional<int> Status();

  // Asks the child to end.
  void Terminate();
  // Ends the child and its descendants at once.
  void Kill();

  // Memory of the child and its descendants on this machine; see ResidentBytes().
  std::int64_t MemoryBytes() const;

 private:
  struct Stream {
    int fd = -1;  // -1 at the end
    std::string text;
    void Take(const LineSink& on_line);
  };

  std::string mark_;
  pid_t pid_ = -1;
  std::optional<int> status_;
  std::array<Stream, 2> streams_;  // standard output, standard error
};

struct Finished {
  int exit_status = -1;  // -1 when a signal ended it
  std::string output, error;
};

// Runs a command, waits for its end and returns what it wrote. `on_error_line` sees each line of standard error as it
// comes. REQUIRES and Errors: as ChildProcess.
Finished RunToEnd(const std::vector<std::string>& command, const std::vector<std::string>& environment = {},
                  const std::function<void(std::string_view)>& on_error_line = {});

// The name of this machine.
std::string HostName();

// Marked processes: all that inherited a mark in their environment, a "NAME=value", however they were started. A
// launcher puts its ranks into groups and sessions of their own, where they outlive it when it is killed; the mark
// still finds them.
std::vector<pid_t> MarkedProcesses(const std::string& mark);

// Memory of these processes that is not merely a file's: private and shared pages in use. A page that several of them
// share counts once.
std::int64_t ResidentBytes(const std::vector<pid_t>& processes);

// Ends the marked processes at once, and those that they start meanwhile; returns when none is left.
void KillMarked(const std::string& mark);

}  // namespace fdskl::base

#endif  // FDSKL_BASE_PROCESS_H_
