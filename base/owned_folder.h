// Scratch folders that later processes can remove when their owner was killed.
#ifndef FDSKL_BASE_OWNED_FOLDER_H_
#define FDSKL_BASE_OWNED_FOLDER_H_

#include <filesystem>

namespace fdskl::base {

// A folder that only this user can enter (mode 0700). The destructor removes it with all that it contains. Its file
// `.owner` stays locked as long as this object lives, so that other processes can tell whether its owner is alive.
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

// Removes the folders in `parent` that an OwnedFolder made and whose owner is dead. Does nothing when `parent` does not
// exist, and leaves what it cannot remove.
void RemoveAbandoned(const std::filesystem::path& parent);

}  // namespace fdskl::base

#endif  // FDSKL_BASE_OWNED_FOLDER_H_
