// Runs a function in a child process that can be killed at any moment. The child sends its results through a pipe.
//
// This is a fork without exec: the child runs a function of this program on a copy of its memory. base/process.h starts
// other programs.
//
// The child has one thread, a copy of the caller's, and dies with that thread. It must not use MPI, nor locks that
// another thread may have held at the fork.
// CPU time: the child's time is added to the caller's (cpu_time.h) by WaitForBytes(), and when the child ends.
// Threads:  the thread that makes a ForkedChild is the one that uses it.
// Errors:   Error when the system gives no process or pipe, and when the child ends before it has sent all that
//           Receive() waits for; the message says how it ended.
#ifndef FDSKL_BASE_FORKED_CHILD_H_
#define FDSKL_BASE_FORKED_CHILD_H_

#include <sys/types.h>

#include <cstddef>
#include <functional>
#include <span>
#include <string>
#include <type_traits>

namespace fdskl::base {

// The child's end of the pipe. Send() ends the child when the other end is closed.
class PipeWriter {
 public:
  explicit PipeWriter(int fd) : fd_(fd) {}

  template <class T>
  requires std::is_trivially_copyable_v<T>
  void Send(std::span<const T> values) const { SendBytes(std::as_bytes(values)); }

 private:
  void SendBytes(std::span<const std::byte> bytes) const;

  int fd_;
};

class ForkedChild {
 public:
  // Starts a child that runs `work` and exits. Error messages call it `name`.
  ForkedChild(std::string name, const std::function<void(const PipeWriter&)>& work);
  ForkedChild(const ForkedChild&) = delete;
  ForkedChild& operator=(const ForkedChild&) = delete;
  // Kills the child if it still runs.
  ~ForkedChild();

  // Waits until there is something to receive or the child has ended, but no longer than this. Returns false if neither
  // happened in that time, or if a signal came first.
  bool WaitForBytes(double seconds);

  // Waits until all values have arrived.
  template <class T>
  requires std::is_trivially_copyable_v<T>
  void Receive(std::span<T> values) { ReceiveBytes(std::as_writable_bytes(values)); }

 private:
  void ReceiveBytes(std::span<std::byte> bytes);
  [[noreturn]] void FailAsItEnded();
  // Adds what the child has used since the last call to the caller's CPU time.
  void CountCpuTime();
  int Reap();

  std::string name_;
  int fd_ = -1;
  pid_t pid_ = -1;
  double counted_seconds_ = 0;
};

}  // namespace fdskl::base

#endif  // FDSKL_BASE_FORKED_CHILD_H_
