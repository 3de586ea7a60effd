// Free space on a disk.
#ifndef FDSKL_BASE_DISK_H_
#define FDSKL_BASE_DISK_H_

#include <filesystem>
#include <string_view>

namespace fdskl::base {

// Checks that `bytes` are free for this user on the disk of `folder`, which need not exist yet. Passes when the file
// system does not tell how much is free.
// Errors: Error names the folder, what is to be written (`what`), how much it takes and how much is free.
void RequireRoom(const std::filesystem::path& folder, double bytes, std::string_view what);

}  // namespace fdskl::base

#endif  // FDSKL_BASE_DISK_H_
