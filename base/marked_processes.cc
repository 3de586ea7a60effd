#include "base/marked_processes.h"

#include <fmt/format.h>
#include <sys/wait.h>
#include <unistd.h>

#include <charconv>
#include <chrono>
#include <csignal>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <thread>

namespace fdskl::base {
namespace {

// Empty when the process is gone, is somebody else's, or has ended and waits for its parent.
std::string Environment(pid_t pid) {
  std::ostringstream text;
  text << std::ifstream(fmt::format("/proc/{}/environ", pid), std::ios::binary).rdbuf();
  return text.str();
}

}  // namespace

std::vector<pid_t> MarkedProcesses(const std::string& mark) {
  const std::string entry = '\0' + mark + '\0';
  std::vector<pid_t> marked;
  for (const auto& folder : std::filesystem::directory_iterator("/proc")) {
    const std::string name = folder.path().filename().string();
    pid_t pid = 0;
    const auto [end, error] = std::from_chars(name.data(), name.data() + name.size(), pid);
    if (error != std::errc() || end != name.data() + name.size()) continue;
    if (('\0' + Environment(pid) + '\0').find(entry) != std::string::npos) marked.push_back(pid);
  }
  return marked;
}

std::int64_t ResidentBytes(const std::vector<pid_t>& processes) {
  std::int64_t kilobytes = 0;
  for (const pid_t pid : processes) {
    std::ifstream rollup(fmt::format("/proc/{}/smaps_rollup", pid));
    for (std::string name; rollup >> name;) {
      std::int64_t value = 0;
      if ((name == "Pss_Anon:" || name == "Pss_Shmem:") && rollup >> value) kilobytes += value;
      std::getline(rollup, name);
    }
  }
  return kilobytes * 1024;
}

void KillMarked(const std::string& mark) {
  for (auto marked = MarkedProcesses(mark); !marked.empty(); marked = MarkedProcesses(mark)) {
    for (const pid_t pid : marked) kill(pid, SIGKILL);
    std::this_thread::sleep_for(std::chrono::milliseconds(5));
  }
}

}  // namespace fdskl::base
