// Where the files of a dataset are, and hence which edition is at hand.
//
// Places, in order: $FDSKL_DATA, datasets/raw/ of the source tree, and shared/datasets/ beside it. `full` is looked for
// in all of them before `part`; the stand-in needs no files.
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

// What may stand behind a source file's name.
inline constexpr std::array<std::string_view, 4> kSuffixes = {"", ".xz", ".bz2", ".gz"};

// Where `make datasets` puts what it fetches.
std::filesystem::path RawFolder();

// $FDSKL_DATA only when it is set.
std::vector<std::filesystem::path> DataPlaces();

struct Located {
  const CatalogueEntry* entry = nullptr;
  const Source* source = nullptr;  // none for the stand-in
  Edition edition = Edition::kStandIn;
  std::vector<std::filesystem::path> files;
  std::string why;  // this edition, in one sentence
  std::int64_t rows = 0, columns = 0;
  bool asked_for = false;  // this very edition; false when it is only the best at hand
};

// The given source of `entry`, if all of its files are here. The names of those that are not are added to `missing`.
std::optional<Located> LocateSource(const CatalogueEntry& entry, const Source& source,
                                    std::span<const std::filesystem::path> places, std::vector<std::string>* missing);

// The best edition at hand, or the one wanted. `entry` must outlive the result.
// Errors: Error names the files of a wanted edition that is not here and the places searched.
Located Locate(const CatalogueEntry& entry, std::optional<Edition> wanted = {},
               std::span<const std::filesystem::path> places = DataPlaces());

}  // namespace fdskl::datasets

#endif  // FDSKL_DATASETS_LOCATE_H_
