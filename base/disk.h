// How much room there is on a disk.
#ifndef FDSKL_BASE_DISK_H_
#define FDSKL_BASE_DISK_H_

#include <filesystem>
#include <string_view>

namespace fdskl::base {

// Looks whether so much can be written below `folder`, which need not exist yet.
// Errors: Error names the folder, what is to be written there, how much it takes, and how much is free for this user.
void RequireRoom(const std::filesystem::path& folder, double bytes, std::string_view what);

}  // namespace fdskl::base

#endif  // FDSKL_BASE_DISK_H_
