// The ten datasets of the paper, as data: shapes, class counts, source files and how to read them. The table itself is
// in catalogue.cc and nowhere else.
//
// An edition says which data of a dataset are available: `full`, the paper's; `rebuilt`, the paper's shape, made again
// from what the dataset was made of, with the columns that could not be found again redrawn; `part`, real data with
// fewer rows or columns; `stand-in`, generated data (stand_in.h).
#ifndef FDSKL_DATASETS_CATALOGUE_H_
#define FDSKL_DATASETS_CATALOGUE_H_

#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/names.h"
#include "datasets/labels.h"
#include "datasets/scaling.h"

namespace fdskl::datasets {

enum class Edition { kFull, kRebuilt, kPart, kStandIn };

constexpr auto NamesOf(Edition /*value*/) {
  return base::EnumTable<Edition, 4>{"edition",
                                     {{{Edition::kFull, "full"},
                                       {Edition::kRebuilt, "rebuilt"},
                                       {Edition::kPart, "part"},
                                       {Edition::kStandIn, "stand-in"}}}};
}

// What an address offers.
enum class Offer {
  kFile,       // the file itself, plain or compressed
  kZippedXls,  // an archive of one spreadsheet; its table begins below a row of other names
  kOpenml,     // OpenML's description of a dataset, which names its ARFF file
};

// A file that is looked for under this name, plain or with .xz, .bz2 or .gz appended.
struct SourceFile {
  std::string name;
  std::string sha256;       // SHA-256 of the .xz file that we know; empty when we know none
  std::string text_sha256;  // SHA-256 of the decompressed text
  std::string address;      // where the publisher offers it; empty unless `full`: nobody publishes the rest as such
  Offer offer = Offer::kFile;
  std::string offered_sha256;  // SHA-256 of what the address offers; empty when we know none
  std::string by_hand;         // how a user can get the file otherwise, when fetching it fails
};

struct CsvFormat {
  std::string label;                   // name of the label's column
  std::vector<std::string> dropped;    // names of columns that are not features
  std::optional<std::string> missing;  // text that marks a missing value
};

// The files that one edition of a dataset is read from, one after the other in this order.
struct Source {
  Edition edition = Edition::kFull;
  std::int64_t rows = 0, columns = 0;
  std::optional<std::int64_t> positives;  // samples of the upper class; unknown where the publisher gives no count
  std::optional<CsvFormat> csv;           // LIBSVM text when absent
  std::vector<SourceFile> files;
  std::string note;  // what a reader of the results should know
};

struct CatalogueEntry {
  std::string_view name;
  std::int64_t rows = 0, columns = 0;  // as in the paper
  double positive_share = 0.5;
  double density = 1;        // share of entries that are not zero
  double missing_share = 0;  // share of entries that are missing
  Task task = Task::kClassification;
  Scaling scaling = Scaling::kMinMax;  // how every method gets the values, in every edition
  bool unit_rows = false;              // the publisher divided each sample by its length
  std::vector<Source> sources;         // in the order of the editions; the better of two parts first

  bool sparse() const { return density < 0.25; }
};

std::span<const CatalogueEntry> Catalogue();

// Errors: Error with the nearest names when no dataset has this name.
const CatalogueEntry& FindDataset(std::string_view name);

}  // namespace fdskl::datasets

#endif  // FDSKL_DATASETS_CATALOGUE_H_
