// Finds the files of a dataset, and hence the edition that is available.
//
// The places searched are, in order, $FDSKL_DATA, datasets/raw/ of the source tree, and shared/datasets/ beside it. All
// places are searched for `full` before any is searched for `rebuilt`, and so on to `part`; a stand-in needs no files.
// A user's own files are searched for only in the folder of their catalogue, and have no stand-in.
#ifndef FDSKL_DATASETS_LOCATE_H_
#define FDSKL_DATASETS_LOCATE_H_

#include <array>
#include <cstdint>
#include <filesystem>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "datasets/catalogue.h"

namespace fdskl::datasets {

// Suffixes that may be appended to a source file's name.
inline constexpr std::array<std::string_view, 4> kSuffixes = {"", ".xz", ".bz2", ".gz"};

// The folder that `make datasets` fetches files into.
std::filesystem::path RawFolder();

// The folders that are searched, in order. $FDSKL_DATA is among them only when it is set.
std::vector<std::filesystem::path> DataPlaces();

struct Located {
  const CatalogueEntry* entry = nullptr;
  const Source* source = nullptr;  // null for the stand-in
  Edition edition = Edition::kStandIn;
  std::vector<std::filesystem::path> files;  // those of the test part last
  std::string why;                           // why it is this edition, in one sentence
  std::int64_t rows = 0, columns = 0;
  bool asked_for = false;  // true when the user asked for this edition; false when it is the best available
};

// Finds the files of one source of `entry`; none if any is missing. Adds the names of missing files to `missing`.
// Lifetime: the result points to `entry` and `source`.
std::optional<Located> LocateSource(const CatalogueEntry& entry, const Source& source,
                                    std::span<const std::filesystem::path> places, std::vector<std::string>* missing);

// The best edition available, or the one wanted. `entry` must outlive the result.
// Errors: Error names the missing files of a wanted edition, or of a user's own dataset, and the places searched.
Located Locate(const CatalogueEntry& entry, std::optional<Edition> wanted = {},
               std::span<const std::filesystem::path> places = DataPlaces());

}  // namespace fdskl::datasets

#endif  // FDSKL_DATASETS_LOCATE_H_
