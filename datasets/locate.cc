#include "datasets/locate.h"

#include <fmt/ranges.h>

#include <cstdlib>

#include "base/error.h"

namespace fdskl::datasets {
namespace {

using std::filesystem::path;

std::optional<path> FindFile(const SourceFile& file, std::span<const path> places) {
  for (const path& place : places) {
    for (const std::string_view suffix : kSuffixes) {
      path candidate = place / (file.name + std::string(suffix));
      std::error_code ignored;
      if (std::filesystem::is_regular_file(candidate, ignored)) return candidate;
    }
  }
  return std::nullopt;
}

std::string Listed(std::span<const path> places) {
  std::vector<std::string> names;
  for (const path& place : places) names.push_back(place.string());
  return fmt::format("{}", fmt::join(names, ", "));
}

}  // namespace

path RawFolder() { return path(FDSKL_SOURCE_DIR) / "datasets" / "raw"; }

std::vector<path> DataPlaces() {
  std::vector<path> places = {RawFolder(), (path(FDSKL_SOURCE_DIR) / ".." / "shared" / "datasets").lexically_normal()};
  const char* const own = std::getenv("FDSKL_DATA");
  if (own != nullptr && *own != '\0') places.insert(places.begin(), own);
  return places;
}

std::optional<Located> LocateSource(const CatalogueEntry& entry, const Source& source, std::span<const path> places,
                                    std::vector<std::string>* missing) {
  Located located{&entry, &source, source.edition, {}, source.note, source.rows, source.columns};
  if (entry.own) places = {&entry.folder, 1};
  bool all = true;
  for (const auto* files : {&source.files, &source.test_files}) {
    for (const SourceFile& file : *files) {
      if (auto found = FindFile(file, places)) {
        located.files.push_back(*std::move(found));
      } else {
        missing->push_back(file.name);
        all = false;
      }
    }
  }
  return all ? std::optional(std::move(located)) : std::nullopt;
}

Located Locate(const CatalogueEntry& entry, std::optional<Edition> wanted, std::span<const path> places) {
  std::vector<std::string> missing;
  for (const Source& source : entry.sources) {
    if (wanted && *wanted != source.edition) continue;
    auto located = LocateSource(entry, source, places, &missing);
    if (!located) continue;
    located->asked_for = wanted.has_value();
    if (!missing.empty()) located->why += fmt::format("; not found: {}", fmt::join(missing, ", "));
    return *std::move(located);
  }
  if (entry.own && !missing.empty()) {
    base::Fail("{}: {} (plain, .xz, .bz2 or .gz) not found in {}", entry.name, fmt::join(missing, ", "),
               entry.folder.string());
  }
  if (!entry.own && wanted.value_or(Edition::kStandIn) == Edition::kStandIn) {
    const std::string why = wanted ? "asked for" : fmt::format("not found: {}", fmt::join(missing, ", "));
    return {&entry, nullptr, Edition::kStandIn, {}, why, entry.rows, entry.columns, wanted.has_value()};
  }
  if (missing.empty()) base::Fail("{} has no edition '{}' in the catalogue", entry.name, base::NameOf(*wanted));
  base::Fail("{}: the edition '{}' is not here: {} (plain, .xz, .bz2 or .gz) not found in {}", entry.name,
             base::NameOf(*wanted), fmt::join(missing, ", "), Listed(places));
}

}  // namespace fdskl::datasets
