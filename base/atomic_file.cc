#include "base/atomic_file.h"

#include <fcntl.h>
#include <unistd.h>

#include <cerrno>
#include <system_error>

#include "base/error.h"

namespace fdskl::base {
namespace {

[[noreturn]] void FailToWrite(const std::filesystem::path& path) {
  Fail("cannot write {}: {}", path.string(), std::generic_category().message(errno));
}

// Waits until what `path` (a file or a folder) holds is on the disk.
void Sync(const std::filesystem::path& path, const std::filesystem::path& blame) {
  const int fd = open(path.c_str(), O_RDONLY | O_CLOEXEC);
  if (fd < 0) FailToWrite(blame);
  const bool synced = fsync(fd) == 0 || errno == EINVAL;  // EINVAL: a file system without it
  close(fd);
  if (!synced) FailToWrite(blame);
}

std::filesystem::path FolderOf(const std::filesystem::path& path) {
  return path.has_parent_path() ? path.parent_path() : std::filesystem::path(".");
}

}  // namespace

AtomicFile::AtomicFile(std::filesystem::path path) : path_(std::move(path)) {
  std::error_code error;
  std::filesystem::create_directories(FolderOf(path_), error);
  if (error) Fail("cannot create the folder of {}: {}", path_.string(), error.message());
  for (int attempt = 0;; ++attempt) {
    temp_path_ = FolderOf(path_) / fmt::format(".{}.{}-{}.tmp", path_.filename().string(), getpid(), attempt);
    const int fd = open(temp_path_.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
    if (fd >= 0) {
      close(fd);
      return;
    }
    if (errno != EEXIST) FailToWrite(path_);
  }
}

AtomicFile::~AtomicFile() {
  if (!committed_) unlink(temp_path_.c_str());
}

void AtomicFile::Commit() {
  FDSKL_REQUIRE(!committed_);
  Sync(temp_path_, path_);
  if (rename(temp_path_.c_str(), path_.c_str()) != 0) FailToWrite(path_);
  committed_ = true;
  Sync(FolderOf(path_), path_);
}

}  // namespace fdskl::base
