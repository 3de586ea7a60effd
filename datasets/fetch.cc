#include <fmt/ostream.h>
#include <fmt/ranges.h>
#include <sys/wait.h>

#include "base/error.h"
#include "base/process.h"
#include "datasets/source_reader.h"
#include "datasets/status.h"

namespace fdskl::datasets {
namespace {

using std::filesystem::path;

// Runs curl, which shows its progress, and returns its exit status. Errors: Error when it cannot be started.
int Curl(std::vector<std::string> arguments) {
  arguments.insert(arguments.begin(), "curl");
  const auto ignore = [](std::string_view) {};
  const int status = base::ChildProcess(arguments, {}, base::ChildProcess::Errors::kShow).Wait(ignore, ignore);
  return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
}

// Fetches `address` into `part`, after the bytes that are already there. Errors: Error; the bytes so far stay.
void Download(const std::string& address, const path& part) {
  const std::vector<std::string> arguments = {
      "--fail",        "--location", "--progress-bar", "--connect-timeout", "20",   "--retry", "2",
      "--continue-at", "-",          "--output",       part.string(),       address};
  int status = Curl(arguments);
  constexpr int kHttpError = 22, kRangeError = 33, kBadResume = 36;
  const bool cannot_resume = status == kHttpError || status == kRangeError || status == kBadResume;
  if (cannot_resume && std::filesystem::remove(part)) status = Curl(arguments);
  if (status != 0) base::Fail("{}: curl ended with status {}; is this machine offline?", address, status);
}

// Fetches the files of `source` into `raw`, checks them and gives them their names.
void FetchSource(const CatalogueEntry& entry, const Source& source, std::span<const path> places, const path& raw) {
  std::filesystem::create_directories(raw);
  Located fetched{&entry, &source, source.edition, {}, {}, source.rows, source.columns};
  std::vector<path> names;
  for (const SourceFile& file : source.files) {
    std::vector<std::string> missing;
    const Source alone{.edition = source.edition, .files = {file}};
    if (const auto here = LocateSource(entry, alone, places, &missing)) {
      fetched.files.push_back(here->files.front());
      names.push_back(here->files.front());
      continue;
    }
    names.push_back(raw / path(file.address).filename());
    fetched.files.push_back(path(names.back()) += ".part");
    Download(file.address, fetched.files.back());
  }
  try {
    ReadSource(fetched, [](const RowBlock&) {});
  } catch (const base::Error& error) {
    for (std::size_t i = 0; i < names.size(); ++i) {
      if (fetched.files[i] != names[i]) std::filesystem::remove(fetched.files[i]);
    }
    base::Fail("what was fetched is not the dataset, and was removed: {}", error.what());
  }
  for (std::size_t i = 0; i < names.size(); ++i) std::filesystem::rename(fetched.files[i], names[i]);
}

}  // namespace

bool FetchDatasets(std::ostream& out, std::span<const CatalogueEntry> entries, std::span<const path> places,
                   const path& raw) {
  bool all_fetched = true;
  for (const CatalogueEntry& entry : entries) {
    const Source& full = entry.sources.front();
    std::vector<std::string> missing;
    if (LocateSource(entry, full, places, &missing)) {
      fmt::print(out, "{}: here already\n", entry.name);
      continue;
    }
    if (const SourceFile& file = full.files.front(); !file.by_hand.empty()) {
      fmt::print(out, "{}: cannot be fetched, for {}. From {}, put it at {}\n", entry.name, file.by_hand, file.address,
                 (raw / file.name).string());
      continue;
    }
    fmt::print(out, "{}: fetching {}\n", entry.name, fmt::join(missing, ", "));
    out.flush();
    try {
      FetchSource(entry, full, places, raw);
      fmt::print(out, "{}: fetched into {} and verified\n", entry.name, raw.string());
    } catch (const std::exception& error) {
      fmt::print(out, "{}: FAILED: {}\n", entry.name, error.what());
      all_fetched = false;
    }
  }
  return all_fetched;
}

}  // namespace fdskl::datasets
