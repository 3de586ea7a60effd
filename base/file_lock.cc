#include "base/file_lock.h"

#include <fcntl.h>
#include <sys/file.h>
#include <unistd.h>

#include <cerrno>
#include <system_error>

#include "base/error.h"

namespace fdskl::base {

FileLock::FileLock(const std::filesystem::path& path, Busy busy) {
  std::error_code ignored;  // open() says what is wrong
  std::filesystem::create_directories(path.parent_path(), ignored);
  fd_ = open(path.c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0666);
  if (fd_ < 0) Fail("cannot open the lock {}: {}", path.string(), std::generic_category().message(errno));
  while (flock(fd_, busy == Busy::kWait ? LOCK_EX : LOCK_EX | LOCK_NB) != 0) {
    if (errno == EINTR) continue;
    const int error = errno;
    close(fd_);
    if (error == EWOULDBLOCK) Fail("{} is locked: another process is at work there", path.string());
    Fail("cannot lock {}: {}", path.string(), std::generic_category().message(error));
  }
}

FileLock::~FileLock() { close(fd_); }

}  // namespace fdskl::base
