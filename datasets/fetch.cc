#include "datasets/fetch.h"

#include <fmt/ostream.h>
#include <fmt/ranges.h>

#include <chrono>
#include <cstdlib>
#include <set>

#include "base/error.h"
#include "base/files.h"
#include "base/sha256.h"
#include "datasets/convert.h"
#include "datasets/source_reader.h"

namespace fdskl::datasets {
namespace {

using std::filesystem::path;

constexpr std::string_view kVerified = "verified by checksum";

path WithSuffix(path file, std::string_view suffix) { return file += suffix; }

// A file that is being fetched: the download, the file to read, and its final name.
struct Fetched {
  path downloaded, readable, name;
};

// Downloads a file as the publisher offers it, without converting it. Sets `resumed` when a part was there already.
Fetched Offered(const SourceFile& file, const path& raw, const DownloadLimits& limits, bool& resumed) {
  Fetched fetched;
  std::string address = file.address;
  switch (file.offer) {
    case Offer::kFile:
      fetched.name = raw / path(file.address).filename();
      fetched.downloaded = WithSuffix(fetched.name, ".part");
      fetched.readable = fetched.downloaded;
      break;
    case Offer::kZippedXls:
      fetched.name = raw / file.name;
      fetched.downloaded = WithSuffix(fetched.name, ".zip.part");
      fetched.readable = WithSuffix(fetched.name, ".part");
      break;
    case Offer::kOpenml: {
      fetched.name = raw / file.name;
      fetched.downloaded = WithSuffix(fetched.name, ".arff.part");
      fetched.readable = WithSuffix(fetched.name, ".part");
      const path description = WithSuffix(fetched.name, ".json.part");
      std::filesystem::remove(description);
      Download(address, description, limits);
      address = OpenmlFileAddress(description);
      std::filesystem::remove(description);
      break;
    }
  }
  resumed = resumed || std::filesystem::exists(fetched.downloaded);
  Download(address, fetched.downloaded, limits);
  return fetched;
}

void Convert(const SourceFile& file, const Source& source, const Fetched& fetched) {
  if (file.offer == Offer::kFile) return;
  FDSKL_REQUIRE(source.reader == Reader::kCsv);
  if (file.offer == Offer::kZippedXls) ConvertZippedXls(fetched.downloaded, source.format, fetched.readable);
  if (file.offer == Offer::kOpenml) ConvertArff(fetched.downloaded, source.format, fetched.readable);
}

// Errors: Error when an offered file has another checksum than the known one, unless the texts are the known ones.
void CheckOffered(const Source& source, const std::vector<Fetched>& fetched, const SourceCheck& check) {
  if (check.verified == kVerified) return;
  for (std::size_t i = 0; i < fetched.size(); ++i) {
    const std::string& known = source.files[i].offered_sha256;
    if (known.empty() || fetched[i].downloaded.empty()) continue;
    const std::string found = base::Sha256OfFile(fetched[i].downloaded);
    if (found != known) base::Fail("the checksum of {} is {}, not {}", source.files[i].address, found, known);
  }
}

void Remove(const std::vector<Fetched>& fetched) {
  for (const Fetched& file : fetched) {
    if (file.downloaded.empty()) continue;
    std::filesystem::remove(file.downloaded);
    std::filesystem::remove(file.readable);
  }
}

// Fetches the files of `source` into `raw`, checks them and renames them. Returns how they were checked.
std::string FetchSource(const CatalogueEntry& entry, const Source& source, std::span<const path> places,
                        const path& raw, const DownloadLimits& limits) {
  std::filesystem::create_directories(raw);
  std::vector<Fetched> fetched;  // one for each file; `downloaded` is empty for files that were here already
  bool resumed = false;
  for (const SourceFile& file : source.files) {
    std::vector<std::string> missing;
    const Source alone{.edition = source.edition, .files = {file}};
    if (const auto here = LocateSource(entry, alone, places, &missing)) {
      fetched.push_back({{}, here->files.front(), here->files.front()});
    } else {
      fetched.push_back(Offered(file, raw, limits, resumed));
    }
  }
  std::string verified;
  try {
    Located located{&entry, &source, source.edition, {}, {}, source.rows, source.columns};
    for (std::size_t i = 0; i < fetched.size(); ++i) {
      if (!fetched[i].downloaded.empty()) Convert(source.files[i], source, fetched[i]);
      located.files.push_back(fetched[i].readable);
    }
    const SourceCheck check = ReadSource(located, [](const RowBlock&) {});
    CheckOffered(source, fetched, check);
    verified = check.verified;
  } catch (const base::Error& error) {
    Remove(fetched);
    // The part that was there may belong to another file; a fresh download may still be right.
    if (resumed) return FetchSource(entry, source, places, raw, limits);
    base::Fail("what was fetched is not the dataset, and was removed: {}", error.what());
  }
  for (const Fetched& file : fetched) {
    if (file.downloaded.empty()) continue;
    std::filesystem::rename(file.readable, file.name);
    std::filesystem::remove(file.downloaded);
  }
  return verified;
}

// "put a9a into DIR", or the catalogue's advice on how to get the files.
std::string HowToPlace(const Source& full, std::span<const std::string> missing, const path& raw) {
  std::string text = fmt::format("put {} (plain, .xz, .bz2 or .gz) into {}", fmt::join(missing, " and "), raw.string());
  for (const SourceFile& file : full.files) {
    if (!file.by_hand.empty()) text += fmt::format(": {}", file.by_hand);
  }
  return text;
}

bool IsSet(const char* variable) {
  const char* const value = std::getenv(variable);
  return value != nullptr && *value != '\0';
}

// The file in `raw` that marks a failed attempt; its age tells how long ago that was.
path FailureMark(const path& raw) { return raw / ".fetch-failed"; }

bool FailedLately(const path& raw) {
  std::error_code none;
  const auto time = std::filesystem::last_write_time(FailureMark(raw), none);
  return !none && std::filesystem::file_time_type::clock::now() - time < std::chrono::hours(24);
}

// "gisette is rebuilt, epsilon is stand-in": the datasets that are not full; empty when all are.
std::vector<std::string> NotFull(std::span<const CatalogueEntry> entries, std::span<const path> places) {
  std::vector<std::string> texts;
  for (const CatalogueEntry& entry : entries) {
    const Located located = Locate(entry, {}, places);
    if (located.edition != Edition::kFull) {
      texts.push_back(fmt::format("{} ({})", entry.name, base::NameOf(located.edition)));
    }
  }
  return texts;
}

}  // namespace

bool FetchDatasets(std::ostream& out, std::span<const CatalogueEntry> entries, std::span<const path> places,
                   const path& raw, const DownloadLimits& limits) {
  constexpr std::size_t kOfflineHosts = 2;
  std::set<std::string> unreachable;
  bool all_fetched = true;
  for (const CatalogueEntry& entry : entries) {
    if (entry.own) continue;
    const Source& full = entry.sources.front();
    std::vector<std::string> missing;
    if (LocateSource(entry, full, places, &missing)) {
      fmt::print(out, "{}: here already\n", entry.name);
      continue;
    }
    const std::string host = HostOf(full.files.front().address);
    try {
      if (unreachable.contains(host)) throw Unreachable(fmt::format("{} cannot be reached", host));
      if (unreachable.size() >= kOfflineHosts) throw Unreachable("this machine is offline");
      fmt::print(out, "{}: fetching {}\n", entry.name, fmt::join(missing, ", "));
      out.flush();
      const std::string verified = FetchSource(entry, full, places, raw, limits);
      fmt::print(out, "{}: fetched into {}, {}\n", entry.name, raw.string(), verified);
      continue;
    } catch (const Unreachable& error) {
      unreachable.insert(host);
      fmt::print(out, "{}: FAILED: {}; {}\n", entry.name, error.what(), HowToPlace(full, missing, raw));
    } catch (const std::exception& error) {
      fmt::print(out, "{}: FAILED: {}; {}\n", entry.name, error.what(), HowToPlace(full, missing, raw));
    }
    all_fetched = false;
  }
  return all_fetched;
}

void FetchMissing(std::ostream& out, std::span<const CatalogueEntry> entries, std::span<const path> places,
                  const path& raw, const DownloadLimits& limits) {
  std::vector<CatalogueEntry> missing;
  for (const CatalogueEntry& entry : entries) {
    std::vector<std::string> files;
    if (entry.own) continue;
    if (!LocateSource(entry, entry.sources.front(), places, &files)) missing.push_back(entry);
  }
  if (missing.empty()) return;
  if (!IsSet("FDSKL_OFFLINE") && !IsSet("CI") && !FailedLately(raw)) {
    const bool all = FetchDatasets(out, missing, places, raw, limits);
    std::error_code ignored;
    std::filesystem::remove(FailureMark(raw), ignored);
    if (!all) base::WriteTextWhole(FailureMark(raw), "a download failed; `make datasets` tries again\n");
  }
  const std::vector<std::string> texts = NotFull(missing, places);
  if (texts.empty()) return;
  fmt::print(
      out,
      "not the full datasets: {}. Place their files in {} or $FDSKL_DATA (`build/fdskl datasets` names them), or "
      "run `make datasets` where there is a network\n",
      fmt::join(texts, ", "), raw.string());
  out.flush();
}

std::vector<CatalogueEntry> EntriesNamed(std::span<const std::string> names) {
  if (names.empty()) return {Catalogue().begin(), Catalogue().end()};
  std::vector<CatalogueEntry> entries;
  for (const std::string& name : names) entries.push_back(FindDataset(name));
  return entries;
}

}  // namespace fdskl::datasets
