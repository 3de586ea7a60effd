// What launchers and ranks leave behind on this machine, or take away from each other.
#ifndef FDSKL_RUNNERS_CELL_LEFTOVERS_H_
#define FDSKL_RUNNERS_CELL_LEFTOVERS_H_

#include <filesystem>
#include <vector>

namespace fdskl::cell {

// Open MPI's shared-memory files in `folder` that belong to this user and this host, and that no process has open or
// mapped. A rank that ends by itself removes its own; one that is killed with its launcher does not.
std::vector<std::filesystem::path> AbandonedSegments(const std::filesystem::path& folder = "/dev/shm");

// Removes those files, and Open MPI's folders of dead launchers (/tmp/ompi.HOST.UID/pid.N). Ignores failures.
void RemoveLeftovers();

// Keeps Open MPI's folder for this user's launchers (/tmp/ompi.HOST.UID) in place as long as it lives, by a folder
// pid.N of this process. An mpirun that ends removes the folder when it is empty, and one that starts at that moment
// fails: "A call to mkdir was unable to create the desired directory". Does nothing where the folder cannot be made.
class LauncherFolder {
 public:
  LauncherFolder();
  ~LauncherFolder();
  LauncherFolder(const LauncherFolder&) = delete;
  LauncherFolder& operator=(const LauncherFolder&) = delete;

 private:
  std::filesystem::path own_;
};

}  // namespace fdskl::cell

#endif  // FDSKL_RUNNERS_CELL_LEFTOVERS_H_
