// Holds an exclusive lock on a file for as long as it lives; the system drops it when the process dies, however it
// does.
//
// The constructor waits for its turn, or fails when somebody else has it, as the caller wants. The lock file is created
// where it is missing, with its folder, and left in place. Errors: Error names the file.
#ifndef FDSKL_BASE_FILE_LOCK_H_
#define FDSKL_BASE_FILE_LOCK_H_

#include <filesystem>

namespace fdskl::base {

class FileLock {
 public:
  enum class Busy { kWait, kFail };

  explicit FileLock(const std::filesystem::path& path, Busy busy = Busy::kWait);
  FileLock(const FileLock&) = delete;
  FileLock& operator=(const FileLock&) = delete;
  ~FileLock();

 private:
  int fd_;
};

}  // namespace fdskl::base

#endif  // FDSKL_BASE_FILE_LOCK_H_
