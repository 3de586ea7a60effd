// A library for LD_PRELOAD that makes system calls fail, for scripts/torture.mjs.
//
//   FAULT_CALL   the call that fails: write, open, sync or rename. `open` means to open for writing
//   FAULT_PATH   the call fails only on files whose path begins with this
//   FAULT_AFTER  in each process, this many calls succeed first
//   FAULT_ERRNO  the number of the error
//   FAULT_CLOCK  instead of all these: the time of day jumps by up to this many seconds, either way, at each reading
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/uio.h>
#include <time.h>
#include <unistd.h>

static atomic_long calls;

static int Fails(const char* call, const char* path) {
  const char* wanted = getenv("FAULT_CALL");
  const char* begin = getenv("FAULT_PATH");
  const char* after = getenv("FAULT_AFTER");
  const char* number = getenv("FAULT_ERRNO");
  if (!wanted || !begin || !after || !number || strcmp(wanted, call) != 0) return 0;
  if (strncmp(path, begin, strlen(begin)) != 0) return 0;
  if (atomic_fetch_add(&calls, 1) < atol(after)) return 0;
  errno = atoi(number);
  return 1;
}

static int FailsOn(const char* call, int fd) {
  if (!getenv("FAULT_CALL")) return 0;
  char link[64];
  char path[PATH_MAX];
  snprintf(link, sizeof link, "/proc/self/fd/%d", fd);
  const ssize_t length = readlink(link, path, sizeof path - 1);
  if (length < 0) return 0;
  path[length] = '\0';
  return Fails(call, path);
}

#define REAL(type, name, ...) ((type(*)(__VA_ARGS__))dlsym(RTLD_NEXT, name))

ssize_t write(int fd, const void* bytes, size_t size) {
  return FailsOn("write", fd) ? -1 : REAL(ssize_t, "write", int, const void*, size_t)(fd, bytes, size);
}
ssize_t writev(int fd, const struct iovec* parts, int count) {
  return FailsOn("write", fd) ? -1 : REAL(ssize_t, "writev", int, const struct iovec*, int)(fd, parts, count);
}
int fsync(int fd) { return FailsOn("sync", fd) ? -1 : REAL(int, "fsync", int)(fd); }

static int Open(const char* name, const char* path, int flags, va_list rest) {
  const mode_t mode = (flags & O_CREAT) ? va_arg(rest, mode_t) : 0;
  char whole[PATH_MAX];
  if (path[0] != '/' && getcwd(whole, sizeof whole / 2)) {
    strncat(whole, "/", 2);
    strncat(whole, path, sizeof whole / 2 - 2);
  } else {
    snprintf(whole, sizeof whole, "%s", path);
  }
  if ((flags & (O_WRONLY | O_RDWR)) && Fails("open", whole)) return -1;
  return REAL(int, name, const char*, int, mode_t)(path, flags, mode);
}
int open(const char* path, int flags, ...) {
  va_list rest;
  va_start(rest, flags);
  const int fd = Open("open", path, flags, rest);
  va_end(rest);
  return fd;
}
int open64(const char* path, int flags, ...) {
  va_list rest;
  va_start(rest, flags);
  const int fd = Open("open64", path, flags, rest);
  va_end(rest);
  return fd;
}
FILE* fopen(const char* path, const char* mode) {
  if (strpbrk(mode, "wa+") && Fails("open", path)) return NULL;
  return REAL(FILE*, "fopen", const char*, const char*)(path, mode);
}
FILE* fopen64(const char* path, const char* mode) {
  if (strpbrk(mode, "wa+") && Fails("open", path)) return NULL;
  return REAL(FILE*, "fopen64", const char*, const char*)(path, mode);
}
int rename(const char* from, const char* to) {
  return Fails("rename", to) ? -1 : REAL(int, "rename", const char*, const char*)(from, to);
}

static time_t Jump(void) {
  const char* most = getenv("FAULT_CLOCK");
  return most ? random() % (2 * atol(most) + 1) - atol(most) : 0;
}
int clock_gettime(clockid_t clock, struct timespec* now) {
  const int code = REAL(int, "clock_gettime", clockid_t, struct timespec*)(clock, now);
  if (code == 0 && clock == CLOCK_REALTIME) now->tv_sec += Jump();
  return code;
}
time_t time(time_t* out) {
  const time_t now = REAL(time_t, "time", time_t*)(NULL) + Jump();
  if (out) *out = now;
  return now;
}
