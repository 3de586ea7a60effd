// Seconds of a steady clock.
#ifndef FDSKL_BASE_STOPWATCH_H_
#define FDSKL_BASE_STOPWATCH_H_

#include <chrono>

namespace fdskl::base {

class Stopwatch {
 public:
  // Seconds since construction or the last Lap().
  double Seconds() const { return std::chrono::duration<double>(Clock::now() - start_).count(); }

  // Returns Seconds() and starts again from zero.
  double Lap() {
    const Clock::time_point now = Clock::now();
    const double seconds = std::chrono::duration<double>(now - start_).count();
    start_ = now;
    return seconds;
  }

 private:
  using Clock = std::chrono::steady_clock;
  Clock::time_point start_ = Clock::now();
};

}  // namespace fdskl::base

#endif  // FDSKL_BASE_STOPWATCH_H_
