// What ranks leave behind when they are killed.
#ifndef FDSKL_RUNNERS_CELL_LEFTOVERS_H_
#define FDSKL_RUNNERS_CELL_LEFTOVERS_H_

#include <filesystem>
#include <vector>

namespace fdskl::cell {

// Open MPI's files of shared memory in `folder` that are of this user and this host, and that no process has open or
// mapped. A rank that ends by itself removes its own; one that is killed with its launcher does not.
std::vector<std::filesystem::path> AbandonedSegments(const std::filesystem::path& folder = "/dev/shm");

// Removes them, and Open MPI's folders of launchers that are dead (/tmp/ompi.HOST.UID/pid.N). What cannot be, stays.
void RemoveLeftovers();

}  // namespace fdskl::cell

#endif  // FDSKL_RUNNERS_CELL_LEFTOVERS_H_
