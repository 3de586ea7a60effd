// For tests: makes flock() fail, as on a file system without locks.
//
// Defines flock() for the whole program: include this in one file of a test program only.
#ifndef FDSKL_BASE_TESTING_LOCKS_H_
#define FDSKL_BASE_TESTING_LOCKS_H_

#include <sys/file.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <cerrno>

namespace fdskl::base::testing {

inline int flock_error = 0;  // the errno that flock() fails with; 0: the system's flock() is called

// As long as this lives, flock() fails.
class WithoutLocks {
 public:
  explicit WithoutLocks(int error = ENOLCK) { flock_error = error; }
  WithoutLocks(const WithoutLocks&) = delete;
  WithoutLocks& operator=(const WithoutLocks&) = delete;
  ~WithoutLocks() { flock_error = 0; }
};

}  // namespace fdskl::base::testing

extern "C" int flock(int fd, int operation) noexcept {
  if (fdskl::base::testing::flock_error == 0) return static_cast<int>(syscall(SYS_flock, fd, operation));
  errno = fdskl::base::testing::flock_error;
  return -1;
}

#endif  // FDSKL_BASE_TESTING_LOCKS_H_
