// For tests: a flock() that fails, as on a file system without locks. LD_PRELOAD loads it into the program.
#include <errno.h>

int flock(int fd, int operation) {
  (void)fd;
  (void)operation;
  errno = ENOLCK;
  return -1;
}
