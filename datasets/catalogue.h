// The datasets by name: the paper's ten, and those that a user's own catalogue adds. datasets/catalogue.toml is the
// only place for the shapes, class counts, files and formats of the ten; catalogue_file.h describes such a file.
//
// The edition says which data of a dataset are available:
//   full      the paper's data, or a user's own
//   rebuilt   data of the paper's shape, made again from the dataset's own sources; columns that could not be
//             recovered are drawn at random
//   part      real data with fewer rows or columns
//   stand-in  generated data (stand_in.h)
//
// Lifetime: entries stay valid until the next AddCatalogue() or AddDataset().
// Threads:  lookups are thread-safe, additions are not.
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

// The form in which a publisher offers a file at its address.
enum class Offer {
  kFile,       // the file itself, plain or compressed
  kZippedXls,  // a zip archive of one spreadsheet, whose table begins below a row of other names
  kOpenml,     // OpenML's description of a dataset, which names its ARFF file
};

constexpr auto NamesOf(Offer /*value*/) {
  return base::EnumTable<Offer, 3>{
      "offer", {{{Offer::kFile, "file"}, {Offer::kZippedXls, "zipped-xls"}, {Offer::kOpenml, "openml"}}}};
}

// A source file. It is searched for under its name, plain or with .xz, .bz2 or .gz appended.
struct SourceFile {
  std::string name;
  std::string sha256;       // SHA-256 of the known .xz file; empty when none is known
  std::string text_sha256;  // SHA-256 of the decompressed text
  std::string address;      // where the publisher offers it; only `full` editions have one
  Offer offer = Offer::kFile;
  std::string offered_sha256;  // SHA-256 of the file at the address; empty when none is known
  std::string by_hand;         // how a user can get the file when fetching it fails
};

// The files of one edition of a dataset. They are read one after the other, in this order.
struct Source {
  Edition edition = Edition::kFull;
  std::int64_t rows = 0, columns = 0;     // 0: not known before the files are read (a user's own dataset)
  std::optional<std::int64_t> positives;  // samples of the upper class; unknown where the publisher gives no count
  Reader reader = Reader::kLibsvm;
  TableFormat format;
  std::vector<SourceFile> files;
  std::vector<SourceFile> test_files;  // the test part, if the publisher made one; it replaces the random split
  std::string note;                    // what a reader of the results should know
};

// One party that keeps columns of a dataset in a file of its own, on its own host.
struct Party {
  std::string name;
  std::string file;  // path on the party's host; a relative one starts at the folder of the catalogue
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
  std::int64_t rows = 0, columns = 0;  // as in the paper; 0 where unknown (a user's own dataset)
  double positive_share = 0.5;
  double density = 1;        // share of entries that are not zero
  double missing_share = 0;  // share of entries that are missing
  Task task = Task::kClassification;
  Scaling scaling = Scaling::kMinMax;  // how values are scaled, for every method and in every edition
  bool unit_rows = false;              // the publisher divided each sample by its length
  std::vector<Source> sources;         // in the order of the editions; the better of two parts first
  bool own = false;                    // a user's own dataset: it has no stand-in and is never fetched
  std::filesystem::path folder;        // where the files of a user's own dataset are
  std::vector<NamedColumns> dealt;     // which party holds which columns; if empty, the partition decides
  std::vector<Party> parties;          // if not empty, each party has a file of its own and there is no source
  Ids ids = Ids::kPrivate;             // how the parties' rows are matched

  bool sparse() const { return density < 0.25; }
};

// The datasets without parties: the paper's ten in its order, then the user's own.
std::span<const CatalogueEntry> Catalogue();

// Errors: Error with the nearest names when no dataset has this name.
const CatalogueEntry& FindDataset(std::string_view name);
// Like FindDataset(), but null when no dataset has this name.
const CatalogueEntry* TryFindDataset(std::string_view name);
// A dataset whose parties keep it, each in a file of its own.
// Errors: Error with the nearest names when there is none.
const CatalogueEntry& FindParties(std::string_view name);

// Adds the datasets of a user's file, or one dataset. References and spans that were returned before become invalid, so
// call these first. The file that $FDSKL_CATALOGUE names is always added.
// Errors: Error with file and line for a bad file, and when a dataset of the same name exists.
void AddCatalogue(const std::filesystem::path& file);
void AddDataset(CatalogueEntry entry);

}  // namespace fdskl::datasets

#endif  // FDSKL_DATASETS_CATALOGUE_H_
