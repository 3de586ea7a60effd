// A file that appears whole or not at all: written under a temporary name beside its place, then renamed.
//
//   AtomicFile file("results/runs.arrow");
//   WriteTo(file.temp_path());
//   file.Commit();
//
// Ownership: the temporary file is this object's; without Commit() the destructor removes it and `path` is as before.
// Errors:    Error names `path`.
#ifndef FDSKL_BASE_ATOMIC_FILE_H_
#define FDSKL_BASE_ATOMIC_FILE_H_

#include <filesystem>

namespace fdskl::base {

class AtomicFile {
 public:
  // Creates the folder of `path` where it is missing, and an empty temporary file in it.
  explicit AtomicFile(std::filesystem::path path);
  AtomicFile(const AtomicFile&) = delete;
  AtomicFile& operator=(const AtomicFile&) = delete;
  ~AtomicFile();

  const std::filesystem::path& path() const { return path_; }
  const std::filesystem::path& temp_path() const { return temp_path_; }

  // Puts the temporary file's content on the disk, then in the place of `path`.
  // REQUIRES: not committed yet; whoever wrote the temporary file has closed it.
  void Commit();

 private:
  std::filesystem::path path_, temp_path_;
  bool committed_ = false;
};

}  // namespace fdskl::base

#endif  // FDSKL_BASE_ATOMIC_FILE_H_
