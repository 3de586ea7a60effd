// A folder that is there, with all that is put into it, while this lives.
#ifndef FDSKL_BASE_SCRATCH_FOLDER_H_
#define FDSKL_BASE_SCRATCH_FOLDER_H_

#include <filesystem>
#include <utility>

#include "base/error.h"

namespace fdskl::base {

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

#endif  // FDSKL_BASE_SCRATCH_FOLDER_H_
