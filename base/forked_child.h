// Work in a child process that can be ended at any moment, and what it sends back through a pipe.
//
// A fork without exec: the child runs a function of this program on a copy of its memory. Other programs are started
// by base/process.h.
//
// The child is a copy of this process with one thread, the caller's; it dies with that thread. It must not touch MPI,
// nor locks that another thread may have held when it was made.
// The CPU time that it uses counts as the caller's (cpu_time.h), as far as it is known when the caller comes here.
// Errors: Error when the system gives no process or pipe; when the child ends before it has sent what is waited for,
//         with how it ended.
#ifndef FDSKL_BASE_FORKED_CHILD_H_
#define FDSKL_BASE_FORKED_CHILD_H_

#include <sys/types.h>

#include <cstddef>
#include <functional>
#include <span>
#include <string>
#include <type_traits>

namespace fdskl::base {

// The child's end. When nobody reads any more, the child ends.
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
  // Starts a child that runs `work` and ends. `name` is what messages call it.
  ForkedChild(std::string name, const std::function<void(const PipeWriter&)>& work);
  ForkedChild(const ForkedChild&) = delete;
  ForkedChild& operator=(const ForkedChild&) = delete;
  // Kills the child where it still runs.
  ~ForkedChild();

  // Whether there is something to receive, or the child has ended, within that time.
  bool WaitForBytes(double seconds);

  // Waits for it.
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
