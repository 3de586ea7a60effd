// Scratch folders that do not pile up when their owners are killed.
#ifndef FDSKL_BASE_OWNED_FOLDER_H_
#define FDSKL_BASE_OWNED_FOLDER_H_

#include <filesystem>

namespace fdskl::base {

// A folder that exists as long as this object, for this user alone (mode 0700), and is removed with all that it
// contains. Its file `.owner` is locked as long as the process lives, so that others can tell whether it does.
class OwnedFolder {
 public:
  // Errors: Error names the folder.
  explicit OwnedFolder(std::filesystem::path path);
  OwnedFolder(const OwnedFolder&) = delete;
  OwnedFolder& operator=(const OwnedFolder&) = delete;
  ~OwnedFolder();

  const std::filesystem::path& path() const { return path_; }

 private:
  std::filesystem::path path_;
  int fd_ = -1;
};

// Removes the folders within `parent` that were made by OwnedFolder and whose owner is dead. What cannot be removed
// stays. Nothing happens when there is no such folder.
void RemoveAbandoned(const std::filesystem::path& parent);

}  // namespace fdskl::base

#endif  // FDSKL_BASE_OWNED_FOLDER_H_
