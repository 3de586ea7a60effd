#include "results/staged.h"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <chrono>
#include <csignal>
#include <cstdlib>
#include <optional>
#include <random>
#include <sstream>
#include <tuple>

#include "base/process.h"

namespace fdskl::results {
namespace {

std::uint64_t Number(const std::string& text) { return std::strtoull(text.c_str(), nullptr, 10); }

// The name of this process as a writer: its process id, a random tag that tells it from later processes with the same
// id, and its host.
std::string ThisWriter() {
  static const auto kTag = std::random_device()();
  return fmt::format("{}-{:08x}-{}", getpid(), kTag, base::HostName());
}

// The parts of a staged file's name; none if the file is not one of the table's.
std::optional<StagedFile> ParseStaged(const std::filesystem::path& table, const std::filesystem::path& file) {
  const std::string name = file.filename().string();
  const std::string begin = table.stem().string() + "-";
  if (!name.starts_with(begin) || file.extension() != ".arrow") return std::nullopt;
  const std::string rest = file.stem().string().substr(begin.size());
  const std::size_t digits = std::min(rest.find_first_not_of("0123456789"), rest.size());
  if (digits == 0 || (digits < rest.size() && rest[digits] != '-')) return std::nullopt;
  return StagedFile{Number(rest), digits < rest.size() ? rest.substr(digits + 1) : "", file};
}

// Whether the writer of a temporary file is gone: a process of this host that no longer exists, or any writer that has
// not written to the file for an hour.
bool IsLeftover(const std::filesystem::directory_entry& temporary, const std::string& staged) {
  const std::size_t dash = staged.find('-', staged.find('-') + 1);  // the dash after the time
  const auto pid = dash == std::string::npos ? 0 : static_cast<pid_t>(Number(staged.substr(dash + 1)));
  const bool here = staged.find(fmt::format("-{}.arrow", base::HostName())) != std::string::npos;
  if (pid > 0 && here && kill(pid, 0) != 0 && errno == ESRCH) return true;
  std::error_code gone;
  const auto written = temporary.last_write_time(gone);
  return !gone && std::filesystem::file_time_type::clock::now() - written > std::chrono::hours(1);
}

}  // namespace

Folded ParseFolded(const std::string& text) {
  Folded folded;
  std::istringstream words(text);
  for (std::string word; words >> word;) {
    const std::size_t dash = word.find('-');
    folded[dash == std::string::npos ? "" : word.substr(dash + 1)] = Number(word);
  }
  return folded;
}

std::string FoldedText(const Folded& folded) {
  std::string text;
  for (const auto& [writer, number] : folded) {
    text += fmt::format("{}{}{}{}", text.empty() ? "" : " ", number, writer.empty() ? "" : "-", writer);
  }
  return text;
}

bool StagedFile::IsIn(const Folded& folded) const {
  const auto last = folded.find(writer);
  return last != folded.end() && number <= last->second;
}

std::filesystem::path StagedFolder(const std::filesystem::path& table) { return table.parent_path() / "staged"; }

std::vector<StagedFile> StagedFiles(const std::filesystem::path& table) {
  std::vector<StagedFile> files;
  std::error_code missing;
  for (const auto& entry : std::filesystem::directory_iterator(StagedFolder(table), missing)) {
    if (auto staged = ParseStaged(table, entry.path())) files.push_back(std::move(*staged));
  }
  std::ranges::sort(files, {}, [](const StagedFile& file) { return std::tie(file.number, file.writer); });
  return files;
}

std::filesystem::path NextStagedPath(const std::filesystem::path& table) {
  static std::uint64_t last = 0;
  const auto now =
      static_cast<std::uint64_t>(std::chrono::system_clock::now().time_since_epoch() / std::chrono::nanoseconds(1));
  last = std::max(now, last + 1);
  return StagedFolder(table) / fmt::format("{}-{:020}-{}.arrow", table.stem().string(), last, ThisWriter());
}

void RemoveLeftovers(const std::filesystem::path& table) {
  std::error_code ignored;
  for (const auto& entry : std::filesystem::directory_iterator(table.parent_path(), ignored)) {
    const std::string name = entry.path().filename().string();
    const bool own = name.starts_with(fmt::format(".{}.", table.filename().string())) && name.ends_with(".tmp");
    if (own) std::filesystem::remove(entry.path(), ignored);
  }
  for (const auto& entry : std::filesystem::directory_iterator(StagedFolder(table), ignored)) {
    const std::string name = entry.path().filename().string();
    const bool own = name.starts_with(fmt::format(".{}-", table.stem().string())) && name.ends_with(".tmp");
    if (own && IsLeftover(entry, name)) std::filesystem::remove(entry.path(), ignored);
  }
}

}  // namespace fdskl::results
