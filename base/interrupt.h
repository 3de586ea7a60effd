// While an InterruptGuard lives, SIGINT, SIGTERM and SIGHUP set a flag instead of ending the process.
//
// At most one guard at a time in a process. The flag is a global variable, because a signal handler can reach nothing
// else. Calls that wait return early (EINTR) when a signal arrives.
#ifndef FDSKL_BASE_INTERRUPT_H_
#define FDSKL_BASE_INTERRUPT_H_

#include <array>
#include <csignal>

namespace fdskl::base {

class InterruptGuard {
 public:
  InterruptGuard();
  InterruptGuard(const InterruptGuard&) = delete;
  InterruptGuard& operator=(const InterruptGuard&) = delete;
  ~InterruptGuard();

 private:
  static constexpr std::array<int, 3> kSignals = {SIGINT, SIGTERM, SIGHUP};
  std::array<struct sigaction, 3> before_{};
};

// Exit status of a command that was interrupted.
inline constexpr int kInterruptedStatus = 130;

// Whether a signal has arrived since the guard was made.
bool Interrupted();

}  // namespace fdskl::base

#endif  // FDSKL_BASE_INTERRUPT_H_
