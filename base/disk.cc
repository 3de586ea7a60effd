#include "base/disk.h"

#include <system_error>

#include "base/error.h"
#include "base/text.h"

namespace fdskl::base {

void RequireRoom(const std::filesystem::path& folder, double bytes, std::string_view what) {
  std::error_code error;
  std::filesystem::path there = std::filesystem::absolute(folder);
  while (!std::filesystem::exists(there, error) && there != there.parent_path()) there = there.parent_path();
  const std::filesystem::space_info space = std::filesystem::space(there, error);
  // Some file systems do not tell; then the caller may try.
  if (error || static_cast<double>(space.available) >= bytes) return;
  Fail("not enough room for {} in {}: at least {} are needed, {} are free", what, folder.string(), ByteText(bytes),
       ByteText(static_cast<double>(space.available)));
}

}  // namespace fdskl::base
