// The datasets by name: the paper's ten, and those that a user's own catalogue adds. Shapes, class counts, files and
// how to read them stand in datasets/catalogue.toml and nowhere else; catalogue_file.h says how such a file is written.
//
// An edition says which data of a dataset are available: `full`, the paper's, or a user's own; `rebuilt`, the paper's
// shape, made again from what the dataset was made of, with the columns that could not be found again redrawn; `part`,
// real data with fewer rows or columns; `stand-in`, generated data (stand_in.h).
#ifndef FDSKL_DATASETS_CATALOGUE_H_
#define FDSKL_DATASETS_CATALOGUE_H_

#include <array>
#include <cstdint>
#include <filesystem>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/names.h"
#include "datasets/labels.h"
#include "datasets/scaling.h"
#include "datasets/table_format.h"

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

constexpr auto NamesOf(Offer /*value*/) {
  return base::EnumTable<Offer, 3>{
      "offer", {{{Offer::kFile, "file"}, {Offer::kZippedXls, "zipped-xls"}, {Offer::kOpenml, "openml"}}}};
}

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

// The files that one edition of a dataset is read from, one after the other in this order.
struct Source {
  Edition edition = Edition::kFull;
  std::int64_t rows = 0, columns = 0;     // 0: not known before the files are read; a user's own alone
  std::optional<std::int64_t> positives;  // samples of the upper class; unknown where the publisher gives no count
  Reader reader = Reader::kLibsvm;
  TableFormat format;
  std::vector<SourceFile> files;
  std::vector<SourceFile> test_files;  // the test part, where the publisher made it; replaces the random split
  std::string note;                    // what a reader of the results should know
};

// One party that keeps columns of a dataset in a file of its own, on its own host.
struct Party {
  std::string name;
  std::string file;  // its path on the party's host; relative: to the folder of the catalogue
  Reader reader = Reader::kCsv;
  TableFormat format;
};

// How parties find the rows that they have in common.
enum class Ids {
  kPublic,   // ids are compared in the open
  kPrivate,  // by private set intersection
};

constexpr auto NamesOf(Ids /*value*/) {
  return base::EnumTable<Ids, 2>{"ids", {{{Ids::kPublic, "public"}, {Ids::kPrivate, "private"}}}};
}

// The columns of one party by their names.
struct NamedColumns {
  std::string party;
  std::vector<std::string> columns;
};

struct CatalogueEntry {
  std::string name;
  std::int64_t rows = 0, columns = 0;  // as in the paper; 0 where a user's own are not known
  double positive_share = 0.5;
  double density = 1;        // share of entries that are not zero
  double missing_share = 0;  // share of entries that are missing
  Task task = Task::kClassification;
  Scaling scaling = Scaling::kMinMax;  // how every method gets the values, in every edition
  bool unit_rows = false;              // the publisher divided each sample by its length
  std::vector<Source> sources;         // in the order of the editions; the better of two parts first
  bool own = false;                    // a user's own: never a stand-in, nothing to fetch
  std::filesystem::path folder;        // where the files of a user's own dataset are
  std::vector<NamedColumns> dealt;     // which party holds which columns; empty: the partition decides
  std::vector<Party> parties;          // not empty: each has its own file, and there is no source
  Ids ids = Ids::kPrivate;             // how the parties' rows are matched

  bool sparse() const { return density < 0.25; }
};

// All datasets that can be read in one place: the paper's ten in its order, then the user's own.
std::span<const CatalogueEntry> Catalogue();

// Errors: Error with the nearest names when no dataset has this name.
const CatalogueEntry& FindDataset(std::string_view name);
// The same, or null.
const CatalogueEntry* TryFindDataset(std::string_view name);
// A dataset that its parties keep. Errors: as FindDataset().
const CatalogueEntry& FindParties(std::string_view name);

// Adds the datasets of a user's file, or one. What was found before may have moved: to be called first.
// $FDSKL_CATALOGUE names a file that is added without being asked for.
// Errors: Error with file and line; a name that is there already.
void AddCatalogue(const std::filesystem::path& file);
void AddDataset(CatalogueEntry entry);

}  // namespace fdskl::datasets

#endif  // FDSKL_DATASETS_CATALOGUE_H_
