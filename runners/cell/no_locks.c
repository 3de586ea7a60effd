// For tests: a flock() that fails as on a file system without locks. Loaded into the program by LD_PRELOAD.
#include <errno.h>

int flock(int fd, int operation) {
  (void)fd;
  (void)operation;
  errno = ENOLCK;
  return -1;
}
