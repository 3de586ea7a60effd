// A child process in a group of its own, whose standard output and error are read line by line.
//
// Ownership: the destructor ends the child and all its descendants on this machine, and waits for them to be gone.
// If this process dies first, by whatever cause, the child gets SIGTERM.
#ifndef FDSKL_BASE_CHILD_PROCESS_H_
#define FDSKL_BASE_CHILD_PROCESS_H_

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

class ChildProcess {
 public:
  using LineSink = std::function<void(std::string_view line)>;  // without the end of line

  // `environment` ("NAME=value") is added to this process's own. Standard input is empty.
  // REQUIRES: the command is not empty. Errors: Error when it cannot be started.
  ChildProcess(const std::vector<std::string>& command, const std::vector<std::string>& environment);
  ChildProcess(const ChildProcess&) = delete;
  ChildProcess& operator=(const ChildProcess&) = delete;
  ~ChildProcess();

  // Waits for output, no longer than `timeout` and not past a signal; hands on the lines that are complete.
  // Returns false when both streams are at their end.
  bool Read(std::chrono::milliseconds timeout, const LineSink& on_output, const LineSink& on_error);

  // Reads both streams to their end and waits for the child's. Returns what waitpid() said.
  int Wait(const LineSink& on_output, const LineSink& on_error);

  // What waitpid() said, once the child has ended. Does not wait.
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

}  // namespace fdskl::base

#endif  // FDSKL_BASE_CHILD_PROCESS_H_
