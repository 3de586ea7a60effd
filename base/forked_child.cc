#include "base/forked_child.h"

#include <fcntl.h>
#include <poll.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cmath>
#include <csignal>
#include <cstring>
#include <ctime>
#include <utility>

#include "base/cpu_time.h"
#include "base/error.h"

namespace fdskl::base {
namespace {

// Never returns. Runs no destructors and no exit handlers, for these belong to the parent.
[[noreturn]] void RunChild(pid_t parent, int fd, const std::function<void(const PipeWriter&)>& work) {
  prctl(PR_SET_PDEATHSIG, SIGKILL);
  if (getppid() != parent) _exit(1);  // the parent died before the line above
  try {
    work(PipeWriter(fd));
  } catch (...) {
    _exit(1);
  }
  _exit(0);
}

}  // namespace

void PipeWriter::SendBytes(std::span<const std::byte> bytes) const {
  while (!bytes.empty()) {
    const ssize_t sent = write(fd_, bytes.data(), bytes.size());
    if (sent < 0 && errno == EINTR) continue;
    if (sent <= 0) _exit(1);
    bytes = bytes.subspan(static_cast<std::size_t>(sent));
  }
}

ForkedChild::ForkedChild(std::string name, const std::function<void(const PipeWriter&)>& work)
    : name_(std::move(name)) {
  std::array<int, 2> ends{};
  if (pipe2(ends.data(), O_CLOEXEC) != 0) Fail("no pipe for {}: {}", name_, std::strerror(errno));
  const pid_t parent = getpid();
  pid_ = fork();
  if (pid_ == 0) {
    close(ends[0]);
    RunChild(parent, ends[1], work);
  }
  const int error = errno;
  close(ends[1]);
  fd_ = ends[0];
  if (pid_ > 0) return;
  close(fd_);
  Fail("no process for {}: {}", name_, std::strerror(error));
}

ForkedChild::~ForkedChild() {
  close(fd_);
  if (pid_ < 0) return;
  kill(pid_, SIGKILL);
  Reap();
}

void ForkedChild::CountCpuTime() {
  clockid_t clock{};
  timespec used{};
  if (clock_getcpuclockid(pid_, &clock) != 0 || clock_gettime(clock, &used) != 0) return;
  const double seconds = static_cast<double>(used.tv_sec) + 1e-9 * static_cast<double>(used.tv_nsec);
  AddChildTime(std::max(0.0, seconds - counted_seconds_));
  counted_seconds_ = std::max(counted_seconds_, seconds);
}

int ForkedChild::Reap() {
  // The child's clock is gone after waitpid(), so it is read between its end and that call.
  siginfo_t ended{};
  while (waitid(P_PID, static_cast<id_t>(pid_), &ended, WEXITED | WNOWAIT) < 0 && errno == EINTR) continue;
  CountCpuTime();
  const pid_t pid = std::exchange(pid_, -1);
  int status = 0;
  while (waitpid(pid, &status, 0) < 0 && errno == EINTR) continue;
  return status;
}

bool ForkedChild::WaitForBytes(double seconds) {
  pollfd waited{fd_, POLLIN, 0};
  const int milliseconds = std::max(0, static_cast<int>(std::ceil(seconds * 1000)));
  const bool ready = poll(&waited, 1, milliseconds) > 0;
  CountCpuTime();
  return ready;
}

void ForkedChild::ReceiveBytes(std::span<std::byte> bytes) {
  while (!bytes.empty()) {
    const ssize_t received = read(fd_, bytes.data(), bytes.size());
    if (received < 0 && errno == EINTR) continue;
    if (received <= 0) FailAsItEnded();
    bytes = bytes.subspan(static_cast<std::size_t>(received));
  }
}

void ForkedChild::FailAsItEnded() {
  const int status = Reap();
  if (WIFSIGNALED(status)) {
    Fail("{} died of signal {} ({}); is there memory enough?", name_, WTERMSIG(status), strsignal(WTERMSIG(status)));
  }
  Fail("{} ended with status {} before it was done", name_, WEXITSTATUS(status));
}

}  // namespace fdskl::base
