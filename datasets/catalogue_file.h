// A catalogue as TOML: a table for each dataset.
//
//   [people]                          # letters, digits, - and _
//   files = ["people.csv.xz"]         # plain, .xz, .bz2 or .gz; relative to the folder of this file
//   reader = "csv"                    # libsvm|csv|arrow; without it, as the file's name says
//   label = "default"                 # csv, arrow: the label's column; all others are features ...
//   id = "customer"                   # ... but the ids
//   drop = ["name", "street"]         # ... and these
//   positive = "yes"                  # the upper class; without it the classes must be -1/+1, 0/1 or 1/2
//   missing = ["", "NA"]              # texts that mark a missing value
//   categories = "one-hot"            # refuse|one-hot: columns of text
//   task = "classification"           # classification|regression
//   scaling = "minmax"                # minmax|max-abs|none
//   test_files = ["later.csv"]        # these rows test and those of `files` train; without it, random splits of 3:1
//   rows = 1000                       # rows, columns and positives are checked where they are given
//   holds = { bank = ["age", "debt"], shop = ["basket"] }   # who holds which columns; without it, as --partition says
//
// Instead of its name, a file may have a table: {name = "people.csv", text_sha256 = "..."}; see SourceFile. A dataset
// with several editions has a [[people.source]] for each instead of `files`.
//
//   [clients]                         # kept by its parties: each has a file of its own, on its own host
//   ids = "private"                   # public|private: how rows are matched
//   id = "customer"                   # a key here is the default of every party
//   [clients.party.bank]
//   file = "/data/bank.csv"
//   label = "default"
//   [clients.party.shop]
//   file = "/data/shop.csv"
//
// Errors: Error with file and line for a value that cannot be read, an unknown key, a missing key, and keys that
//         contradict each other.
#ifndef FDSKL_DATASETS_CATALOGUE_FILE_H_
#define FDSKL_DATASETS_CATALOGUE_FILE_H_

#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include "datasets/catalogue.h"

namespace fdskl::datasets {

// The datasets in the text of a catalogue, in its order. Errors name `file`; its folder becomes the datasets' folder.
std::vector<CatalogueEntry> ReadCatalogue(std::string_view text, const std::filesystem::path& file);

// The text from which ReadCatalogue() reads this dataset of parties again. Files are written with their folder.
std::string PartiesText(const CatalogueEntry& entry);

// The reader for a file of this name: CSV (.csv), Arrow IPC (.arrow, .feather, .ipc), else LIBSVM. A further .xz, .bz2
// or .gz is ignored.
Reader ReaderOf(std::string_view file);

}  // namespace fdskl::datasets

#endif  // FDSKL_DATASETS_CATALOGUE_FILE_H_
