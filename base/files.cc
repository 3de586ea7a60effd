#include "base/files.h"

#include <fcntl.h>
#include <sys/file.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <fstream>
#include <sstream>
#include <system_error>

#include "base/build_info.h"
#include "base/error.h"

namespace fdskl::base {
namespace {

[[noreturn]] void FailToWrite(const std::filesystem::path& path) {
  Fail("cannot write {}: {}", path.string(), std::generic_category().message(errno));
}

// Flushes `path`, a file or a folder, to the disk. An error names `blame`.
void Sync(const std::filesystem::path& path, const std::filesystem::path& blame) {
  const int fd = open(path.c_str(), O_RDONLY | O_CLOEXEC);
  if (fd < 0) FailToWrite(blame);
  const bool synced = fsync(fd) == 0 || errno == EINVAL;  // EINVAL: the file system has no fsync()
  close(fd);
  if (!synced) FailToWrite(blame);
}

std::filesystem::path FolderOf(const std::filesystem::path& path) {
  return path.has_parent_path() ? path.parent_path() : std::filesystem::path(".");
}

}  // namespace

std::string ReadText(const std::filesystem::path& file) {
  std::ifstream stream(file);
  std::ostringstream text;
  if (stream.peek() != std::ifstream::traits_type::eof()) text << stream.rdbuf();
  if (!stream.is_open() || stream.bad()) Fail("cannot read {}", file.string());
  return text.str();
}

void WriteText(const std::filesystem::path& file, std::string_view text) {
  std::ofstream stream(file);
  stream << text << std::flush;
  if (!stream) Fail("cannot write {}", file.string());
}

void WriteTextWhole(const std::filesystem::path& file, std::string_view text) {
  AtomicFile whole(file);
  WriteText(whole.temp_path(), text);
  whole.Commit();
}

MappedFile::MappedFile(const std::filesystem::path& path) {
  const int fd = open(path.c_str(), O_RDONLY | O_CLOEXEC);
  struct stat status {};
  void* memory = MAP_FAILED;
  if (fd >= 0 && fstat(fd, &status) == 0 && status.st_size > 0)
    memory = mmap(nullptr, static_cast<std::size_t>(status.st_size), PROT_READ, MAP_SHARED, fd, 0);
  const int error = status.st_size == 0 && fd >= 0 ? ENODATA : errno;
  if (fd >= 0) close(fd);
  if (memory == MAP_FAILED) Fail("cannot map {}: {}", path.string(), std::generic_category().message(error));
  bytes_ = {static_cast<const std::byte*>(memory), static_cast<std::size_t>(status.st_size)};
}

MappedFile::~MappedFile() { munmap(const_cast<std::byte*>(bytes_.data()), bytes_.size()); }

std::filesystem::path ProgramFile() { return std::filesystem::read_symlink("/proc/self/exe"); }

std::filesystem::path SourceFolder() {
  std::filesystem::path beside = ProgramFile().parent_path().parent_path();
  return std::filesystem::exists(beside / "runners/experiments") ? beside : std::filesystem::path(kSourceFolder);
}

AtomicFile::AtomicFile(std::filesystem::path path) : path_(std::move(path)) {
  constexpr int kAttempts = 100;
  std::error_code error;
  const std::filesystem::path folder = FolderOf(path_);
  const bool created = std::filesystem::create_directories(folder, error);
  if (error) Fail("cannot create the folder of {}: {}", path_.string(), error.message());
  if (created) Sync(FolderOf(folder), path_);
  for (int attempt = 0;; ++attempt) {
    temp_path_ = FolderOf(path_) / fmt::format(".{}.{}-{}.tmp", path_.filename().string(), getpid(), attempt);
    const int fd = open(temp_path_.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
    if (fd >= 0) {
      close(fd);
      return;
    }
    // Another process may have removed the folder, which was empty, in the meantime.
    if (errno == ENOENT && attempt < kAttempts && (std::filesystem::create_directories(folder, error), !error))
      continue;
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

FileLock::FileLock(const std::filesystem::path& path, Busy busy) {
  std::error_code ignored;  // open() reports it
  std::filesystem::create_directories(path.parent_path(), ignored);
  fd_ = open(path.c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0666);
  if (fd_ < 0) Fail("cannot open the lock {}: {}", path.string(), std::generic_category().message(errno));
  while (flock(fd_, busy == Busy::kWait ? LOCK_EX : LOCK_EX | LOCK_NB) != 0) {
    if (errno == EINTR) continue;
    const int error = errno;
    close(fd_);
    if (error == EWOULDBLOCK) {
      throw LockBusy(fmt::format("{} is locked: another process is at work there", path.string()));
    }
    const std::string text = fmt::format("cannot lock {}: {}", path.string(), std::generic_category().message(error));
    if (error == ENOLCK || error == ENOSYS || error == EOPNOTSUPP || error == EINVAL) throw NoLocks(text);
    throw Error(text);
  }
}

std::unique_ptr<FileLock> FileLock::IfThereAreLocks(const std::filesystem::path& path, Busy busy) try {
  return std::make_unique<FileLock>(path, busy);
} catch (const NoLocks&) {
  return nullptr;
}

FileLock::~FileLock() { close(fd_); }

}  // namespace fdskl::base
