// Starts other programs as child processes. All of the project does so through this header. (base/forked_child.h runs a
// function of this program in a copy of this process.)
//
//   const Finished git = RunToEnd({"git", "rev-parse", "HEAD"});
//
// ChildProcess is for callers that read the output while the program runs.
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
//            If this process, or the thread that started the child, dies first, the child gets SIGTERM.
// Threads:   one thread at a time uses a ChildProcess.
class ChildProcess {
 public:
  using LineSink = std::function<void(std::string_view line)>;  // without the end of line

  // kRead: Read() hands on standard error line by line. kShow: it goes where this process's standard error goes, which
  // a progress bar needs.
  enum class Errors { kRead, kShow };

  // `environment` ("NAME=value") is added to this process's own. Standard input is empty.
  // REQUIRES: the command is not empty.
  // Errors:   Error when it cannot be started.
  explicit ChildProcess(const std::vector<std::string>& command, const std::vector<std::string>& environment = {},
                        Errors errors = Errors::kRead);
  ChildProcess(const ChildProcess&) = delete;
  ChildProcess& operator=(const ChildProcess&) = delete;
  ~ChildProcess();

  // Waits for output until `timeout` or a signal, and hands on the lines that are complete. Returns false when both
  // streams are at their end.
  bool Read(std::chrono::milliseconds timeout, const LineSink& on_output, const LineSink& on_error);

  // Reads both streams to their end and waits for the child to end. Returns the status that waitpid() gave.
  int Wait(const LineSink& on_output, const LineSink& on_error);

  // The status that waitpid() gave, once the child has ended. Does not wait.
  std::optional<int> Status();

  // Sends SIGTERM to the child alone. Does not wait.
  void Terminate();
  // Kills the child and its descendants on this machine, and waits until they are gone.
  void Kill();

  // Whether the child has descendants on this machine that have not ended.
  bool HasDescendants() const;

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

// Runs a command, waits for its end and returns what it wrote. Calls `on_error_line` with each line of standard error
// as it comes. Has the requirements and errors of ChildProcess.
Finished RunToEnd(const std::vector<std::string>& command, const std::vector<std::string>& environment = {},
                  const std::function<void(std::string_view)>& on_error_line = {});

// The name of this machine.
std::string HostName();

// The processes on this machine that have a mark, "NAME=value", in their environment. A child inherits it from its
// parent. A launcher such as mpirun puts its ranks into process groups and sessions of their own, where they outlive it
// when it is killed; the mark still finds them.
std::vector<pid_t> MarkedProcesses(const std::string& mark);

// Resident memory of these processes without pages of mapped files: anonymous pages and shared memory. A page that
// several processes share counts once in all.
std::int64_t ResidentBytes(const std::vector<pid_t>& processes);

// Kills the marked processes and those that they start meanwhile; returns when none is left.
void KillMarked(const std::string& mark);

}  // namespace fdskl::base

#endif  // FDSKL_BASE_PROCESS_H_
