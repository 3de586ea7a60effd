#include "runners/cell/leftovers.h"

#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <charconv>
#include <csignal>
#include <fstream>
#include <set>
#include <string>
#include <system_error>

#include "base/process.h"

namespace fdskl::cell {
namespace {

namespace fs = std::filesystem;

// Calls `visit` for each entry of a folder. A folder that cannot be read has none.
template <class Visit>
void ForEntries(const fs::path& folder, const Visit& visit) {
  std::error_code error;
  for (fs::directory_iterator entry(folder, error), end; !error && entry != end; entry.increment(error)) {
    visit(entry->path());
  }
}

bool IsOwn(const fs::path& path) {
  struct stat status {};
  return lstat(path.c_str(), &status) == 0 && status.st_uid == geteuid();
}

// The files in `folder` that a process has open or mapped.
std::set<std::string> InUse(const fs::path& folder) {
  std::set<std::string> used;
  const std::string begin = (folder / "").string();
  std::vector<fs::path> processes;
  ForEntries("/proc", [&](const fs::path& path) {
    if (path.filename().string().find_first_not_of("0123456789") == std::string::npos) processes.push_back(path);
  });
  // Open files come first, so that a file that is mapped and then closed meanwhile is seen as one of the two.
  for (const fs::path& process : processes) {
    ForEntries(process / "fd", [&](const fs::path& link) {
      std::error_code gone;
      used.insert(fs::read_symlink(link, gone).string());
    });
  }
  for (const fs::path& process : processes) {
    std::ifstream maps(process / "maps");
    for (std::string line; std::getline(maps, line);) {
      if (const auto at = line.find(begin); at != std::string::npos) used.insert(line.substr(at));
    }
  }
  return used;
}

// Where Open MPI keeps a folder pid.N for each running launcher.
fs::path FolderOfLaunchers() {
  std::error_code ignored;
  return fs::temp_directory_path(ignored) / fmt::format("ompi.{}.{}", base::HostName(), geteuid());
}

}  // namespace

std::vector<fs::path> AbandonedSegments(const fs::path& folder) {
  // "vader_segment.HOST.UID.JOB.RANK"; Open MPI 5 calls them sm_segment.
  const std::string middle = fmt::format("_segment.{}.{}.", base::HostName(), geteuid());
  std::vector<fs::path> segments;
  ForEntries(folder, [&](const fs::path& path) {
    const std::string name = path.filename().string();
    if ((name.starts_with("vader" + middle) || name.starts_with("sm" + middle)) && IsOwn(path))
      segments.push_back(path);
  });
  if (segments.empty()) return segments;
  const std::set<std::string> used = InUse(folder);
  std::erase_if(segments, [&](const fs::path& path) { return used.contains(path.string()); });
  return segments;
}

void RemoveLeftovers() {
  std::error_code ignored;
  for (const fs::path& segment : AbandonedSegments()) fs::remove(segment, ignored);
  ForEntries(FolderOfLaunchers(), [&](const fs::path& path) {
    const std::string name = path.filename().string();
    pid_t pid = 0;
    if (!name.starts_with("pid.") || !IsOwn(path)) return;
    const auto [end, error] = std::from_chars(name.data() + 4, name.data() + name.size(), pid);
    if (error != std::errc() || end != name.data() + name.size() || pid <= 0) return;
    if (kill(pid, 0) != 0 && errno == ESRCH) fs::remove_all(path, ignored);
  });
}

LauncherFolder::LauncherFolder() : own_(FolderOfLaunchers() / fmt::format("pid.{}", getpid())) {
  constexpr int kTries = 100;  // an mpirun may remove the outer folder just after it was made
  for (int i = 0; i < kTries; ++i) {
    mkdir(own_.parent_path().c_str(), S_IRWXU);
    if (mkdir(own_.c_str(), S_IRWXU) == 0 || errno != ENOENT) return;
  }
}

LauncherFolder::~LauncherFolder() {
  rmdir(own_.c_str());
  rmdir(own_.parent_path().c_str());  // fails, as it should, unless it is empty
}

}  // namespace fdskl::cell
