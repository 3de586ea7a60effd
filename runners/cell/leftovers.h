// Removes what killed ranks leave behind on this machine.
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

}  // namespace fdskl::cell

#endif  // FDSKL_RUNNERS_CELL_LEFTOVERS_H_
