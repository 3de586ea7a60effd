#include "base/memory.h"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <limits>
#include <optional>
#include <string>

#include "base/error.h"

namespace fdskl::base {
namespace {

namespace fs = std::filesystem;

constexpr std::int64_t kNoLimit = std::numeric_limits<std::int64_t>::max();

// How a version of control groups names its files. A limit's file may say "max".
struct GroupFiles {
  const char *folder, *limit, *used, *reclaimable;
};
constexpr GroupFiles kVersion1 = {"memory", "memory.limit_in_bytes", "memory.usage_in_bytes", "total_inactive_file"};
constexpr GroupFiles kVersion2 = {"", "memory.max", "memory.current", "inactive_file"};

std::optional<std::int64_t> NumberIn(const fs::path& file) {
  std::ifstream stream(file);
  std::int64_t number = 0;
  return stream >> number ? std::optional(number) : std::nullopt;
}

// The number behind a name in a file with lines "name number"; 0 if there is none.
std::int64_t NumberNamed(const std::string& wanted, const fs::path& file) {
  std::ifstream stream(file);
  std::int64_t number = 0;
  for (std::string name; stream >> name >> number;) {
    if (name == wanted) return number;
  }
  return 0;
}

// What is left of the least limit of this group and those above it, up to `root`.
std::int64_t LeftOf(const GroupFiles& files, const fs::path& root, fs::path group) {
  std::int64_t left = kNoLimit;
  for (group = group.relative_path();; group = group.parent_path()) {
    const fs::path folder = root / files.folder / group;
    const auto limit = NumberIn(folder / files.limit);
    const auto used = NumberIn(folder / files.used);
    if (limit && used) {
      // Pages of files that nobody uses count as used, but are given up when memory is short.
      const std::int64_t kept = *used - NumberNamed(files.reclaimable, folder / "memory.stat");
      left = std::min(left, std::max<std::int64_t>(0, *limit - kept));
    }
    if (group.empty()) return left;
  }
}

}  // namespace

std::int64_t LeftOfGroups(const fs::path& groups, const fs::path& root) {
  std::ifstream stream(groups);
  std::int64_t left = kNoLimit;
  for (std::string line; std::getline(stream, line);) {  // "4:cpu,memory:/job/step"; version 2: "0::/job/step"
    const std::size_t first = line.find(':');
    const std::size_t second = first == std::string::npos ? first : line.find(':', first + 1);
    if (second == std::string::npos) continue;
    const std::string kinds = fmt::format(",{},", line.substr(first + 1, second - first - 1));
    const std::string group = line.substr(second + 1);
    if (kinds == ",,") left = std::min(left, LeftOf(kVersion2, root, group));
    if (kinds.find(",memory,") != std::string::npos) left = std::min(left, LeftOf(kVersion1, root, group));
  }
  return left;
}

std::int64_t AvailableMemoryBytes() {
  std::ifstream file("/proc/meminfo");
  for (std::string name, unit; file >> name;) {
    std::int64_t kibibytes = 0;
    if (name != "MemAvailable:") continue;
    if (!(file >> kibibytes)) break;
    return std::min(kibibytes << 10, LeftOfGroups());
  }
  Fail("/proc/meminfo does not say how much memory is available");
}

}  // namespace fdskl::base
