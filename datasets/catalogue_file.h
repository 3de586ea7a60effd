// A catalogue as TOML: a table for each dataset.
//
//   [people]                          # letters, digits, - and _
//   files = ["people.csv.xz"]         # plain, .xz, .bz2 or .gz; relative to the folder of this file
//   reader = "csv"                    # libsvm|csv|arrow; else by the file's name
//   label = "default"                 # csv, arrow: the label's column; all others are features ...
//   id = "customer"                   # ... but the ids
//   drop = ["name", "street"]         # ... and these
//   positive = "yes"                  # the upper class; without it two classes are written -1/+1, 0/1 or 1/2
//   missing = ["", "NA"]              # texts that mark a missing value
//   categories = "one-hot"            # refuse|one-hot: columns of text
//   task = "classification"           # classification|regression
//   scaling = "minmax"                # minmax|max-abs|none
//   test_files = ["later.csv"]        # these rows test, those of `files` train; else splits are drawn 3:1
//   rows = 1000                       # with columns and positives: checked where they are given
//   holds = { bank = ["age", "debt"], shop = ["basket"] }      # who holds which columns; else --partition decides
//
// A file may be a table that says more of it: {name = "people.csv", text_sha256 = "..."}; see SourceFile. A dataset
// with several editions has a [[people.source]] for each instead of `files`.
//
//   [clients]                         # kept by its parties: each has a file of its own, on its own host
//   ids = "private"                   # public|private: how rows are matched
//   id = "customer"                   # what stands here holds for every party that does not say otherwise
//   [clients.party.bank]
//   file = "/data/bank.csv"
//   label = "default"
//   [clients.party.shop]
//   file = "/data/shop.csv"
//
// Errors: Error with file and line: what cannot be read, an unknown key, what is missing or does not fit together.
#ifndef FDSKL_DATASETS_CATALOGUE_FILE_H_
#define FDSKL_DATASETS_CATALOGUE_FILE_H_

#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include "datasets/catalogue.h"

namespace fdskl::datasets {

// The datasets of a catalogue's text, in its order. `file` is its file: errors name it, and its folder is theirs.
std::vector<CatalogueEntry> ReadCatalogue(std::string_view text, const std::filesystem::path& file);

// The text of a dataset that parties keep, for ReadCatalogue(). Files are written with their folder.
std::string PartiesText(const CatalogueEntry& entry);

// The reader that a file's name tells: CSV (.csv), Arrow IPC (.arrow, .feather, .ipc), else LIBSVM; .xz, .bz2 and .gz
// behind it are passed over.
Reader ReaderOf(std::string_view file);

}  // namespace fdskl::datasets

#endif  // FDSKL_DATASETS_CATALOGUE_FILE_H_
