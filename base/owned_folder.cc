#include "base/owned_folder.h"

#include <fcntl.h>
#include <sys/file.h>
#include <unistd.h>

#include <cerrno>
#include <system_error>
#include <utility>
#include <vector>

#include "base/error.h"

namespace fdskl::base {
namespace {

constexpr const char* kOwner = ".owner";

}  // namespace

// The file gets its final name after it is locked. If another process finds it unlocked, its owner is dead.
OwnedFolder::OwnedFolder(std::filesystem::path path) : path_(std::move(path)) {
  namespace fs = std::filesystem;
  std::error_code error;
  fs::create_directories(path_, error);
  if (!error) fs::permissions(path_, fs::perms::owner_all, error);
  if (error) Fail("cannot create the folder {}: {}", path_.string(), error.message());
  const fs::path unnamed = path_ / ".owner.new";
  fd_ = open(unnamed.c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0600);
  if (fd_ < 0) {
    const int code = errno;
    fs::remove_all(path_, error);
    Fail("cannot write {}: {}", unnamed.string(), std::generic_category().message(code));
  }
  // Without file locks the file never gets its final name: then only this process removes the folder.
  if (flock(fd_, LOCK_EX | LOCK_NB) == 0) fs::rename(unnamed, path_ / kOwner, error);
}

OwnedFolder::~OwnedFolder() {
  std::error_code ignored;
  std::filesystem::remove_all(path_, ignored);
  close(fd_);
}

void RemoveAbandoned(const std::filesystem::path& parent) {
  std::error_code error;
  std::vector<std::filesystem::path> folders;
  for (std::filesystem::directory_iterator entry(parent, error), end; !error && entry != end; entry.increment(error)) {
    folders.push_back(entry->path());
  }
  for (const std::filesystem::path& folder : folders) {
    const int fd = open((folder / kOwner).c_str(), O_RDWR | O_CLOEXEC);
    if (fd < 0) continue;
    if (flock(fd, LOCK_EX | LOCK_NB) == 0) std::filesystem::remove_all(folder, error);
    close(fd);
  }
}

}  // namespace fdskl::base
