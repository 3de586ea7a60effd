#include "base/memory.h"

#include <algorithm>
#include <fstream>
#include <limits>
#include <optional>
#include <string>

#include "base/error.h"

namespace fdskl::base {
namespace {

std::optional<std::int64_t> NumberIn(const char* file) {
  std::ifstream stream(file);
  std::int64_t number = 0;
  return stream >> number ? std::optional(number) : std::nullopt;  // without a limit the file says "max"
}

std::int64_t LeftOfGroup() {
  const auto limit = NumberIn("/sys/fs/cgroup/memory.max");
  const auto used = NumberIn("/sys/fs/cgroup/memory.current");
  return limit && used ? *limit - *used : std::numeric_limits<std::int64_t>::max();
}

}  // namespace

std::int64_t AvailableMemoryBytes() {
  std::ifstream file("/proc/meminfo");
  for (std::string name, unit; file >> name;) {
    std::int64_t kibibytes = 0;
    if (name != "MemAvailable:") continue;
    if (!(file >> kibibytes)) break;
    return std::min(kibibytes << 10, LeftOfGroup());
  }
  Fail("/proc/meminfo does not say how much memory is available");
}

}  // namespace fdskl::base
