// Files and folders: small texts, mapped files, files that appear whole or not at all, locks, and temporary folders.
#ifndef FDSKL_BASE_FILES_H_
#define FDSKL_BASE_FILES_H_

#include <cstddef>
#include <filesystem>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <utility>

#include "base/error.h"

namespace fdskl::base {

// Reads or writes a small file.
// Errors: Error names the file.
std::string ReadText(const std::filesystem::path& file);
void WriteText(const std::filesystem::path& file, std::string_view text);

// Like WriteText(), but through an AtomicFile: a kill leaves the old text or the new. Creates a missing folder.
void WriteTextWhole(const std::filesystem::path& file, std::string_view text);

// The file of the running program.
std::filesystem::path ProgramFile();

// The source tree: the one that contains the program's build folder, or else the one that it was built from.
std::filesystem::path SourceFolder();

// A memory-mapped file, read-only. The system reads a page when it is first touched and drops it again when memory is
// short. The file may be replaced by a rename, or removed, while it is mapped.
// Lifetime: bytes() is valid as long as this object.
// Errors:   Error names the file; an empty file is an error.
class MappedFile {
 public:
  explicit MappedFile(const std::filesystem::path& path);
  MappedFile(const MappedFile&) = delete;
  MappedFile& operator=(const MappedFile&) = delete;
  ~MappedFile();

  std::span<const std::byte> bytes() const { return bytes_; }

 private:
  std::span<const std::byte> bytes_;
};

// A file that appears whole or not at all: written under a temporary name beside its place, then renamed.
//
//   AtomicFile file("results/runs.arrow");
//   WriteTo(file.temp_path());
//   file.Commit();
//
// Ownership: this object owns the temporary file; without Commit() the destructor removes it and `path` is as before.
// Errors:    Error names `path`.
class AtomicFile {
 public:
  // Creates the folder of `path` where it is missing, and an empty temporary file in it.
  explicit AtomicFile(std::filesystem::path path);
  AtomicFile(const AtomicFile&) = delete;
  AtomicFile& operator=(const AtomicFile&) = delete;
  ~AtomicFile();

  const std::filesystem::path& path() const { return path_; }
  const std::filesystem::path& temp_path() const { return temp_path_; }

  // Flushes the temporary file to the disk, then renames it to `path`.
  // REQUIRES: not committed yet; the temporary file is closed.
  void Commit();

 private:
  std::filesystem::path path_, temp_path_;
  bool committed_ = false;
};

// Another process has the lock.
class LockBusy : public Error {
 public:
  using Error::Error;
};
// The file system has no locks, as some network file systems.
class NoLocks : public Error {
 public:
  using Error::Error;
};

// Holds an exclusive lock on a file as long as this object lives. The system drops the lock when the process dies,
// however that happens.
//
// The constructor waits for the lock, or fails when it is taken, as `busy` says. It creates a missing lock file with
// its folder; the file stays afterwards.
// Errors: Error names the file; it is a LockBusy or a NoLocks where that is the cause.
class FileLock {
 public:
  enum class Busy { kWait, kFail };

  explicit FileLock(const std::filesystem::path& path, Busy busy = Busy::kWait);
  // Null where the file system has no locks. Other errors are those of the constructor.
  static std::unique_ptr<FileLock> IfThereAreLocks(const std::filesystem::path& path, Busy busy = Busy::kWait);
  FileLock(const FileLock&) = delete;
  FileLock& operator=(const FileLock&) = delete;
  ~FileLock();

 private:
  int fd_;
};

// A folder that exists as long as this object, and is removed with all that it contains.
class ScratchFolder {
 public:
  // Errors: Error names the folder.
  explicit ScratchFolder(std::filesystem::path path) : path_(std::move(path)) {
    std::error_code error;
    std::filesystem::create_directories(path_, error);
    if (error) Fail("cannot create the folder {}: {}", path_.string(), error.message());
  }
  ScratchFolder(const ScratchFolder&) = delete;
  ScratchFolder& operator=(const ScratchFolder&) = delete;
  ~ScratchFolder() {
    std::error_code ignored;
    std::filesystem::remove_all(path_, ignored);
  }

  const std::filesystem::path& path() const { return path_; }

 private:
  std::filesystem::path path_;
};

}  // namespace fdskl::base

#endif  // FDSKL_BASE_FILES_H_
