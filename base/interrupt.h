// Notes SIGINT, SIGTERM and SIGHUP instead of dying from them, while it lives.
//
// One at a time in a process: the flag is the one global variable of this program, for a signal handler can reach no
// other. Calls that wait return early (EINTR) when a signal arrives.
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
