// Makes the column store of a dataset in the user's cache, unless it is there already.
//
// Cache:     the folder datasets/ in $FDSKL_CACHE, else $XDG_CACHE_HOME/fdskl, else ~/.cache/fdskl. A file's name has
//            the dataset, the edition and a key of all that determines the content (the source files' checksums, a
//            stand-in's rows, the formats' versions), so that a stale file is never read.
// Damage:    a file that ColumnStore::Check() rejects is made again, and `why` says so. The new file replaces it by a
//            rename, so that a process that has the damaged file mapped is not disturbed.
// Checks:    the source files' checksums, rows, columns and class counts. A file with the right shape and counts but an
//            unknown checksum is accepted, and `why` says so.
// Processes: several may call this at once. One makes the file, the others wait for it; where the file system has no
//            locks, several may make it and the last one stays.
// Errors:    Error when a source file is malformed (with its line), damaged or of the wrong shape, and when the cache
//            is not writable or the disk is full. The free space is checked first, where the size is known. No partial
//            file is left.
#ifndef FDSKL_DATASETS_PREPARE_H_
#define FDSKL_DATASETS_PREPARE_H_

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>

#include "datasets/catalogue.h"
#include "datasets/locate.h"

namespace fdskl::datasets {

struct Prepared {
  std::filesystem::path file;  // for ColumnStore::Open
  Edition edition = Edition::kFull;
  std::int64_t rows = 0, columns = 0;
  // SHA-256 of the source's text; with several files, of the digests of their texts; for a stand-in, of its values; for
  // a user's own dataset, of the digests and of how the files are read.
  std::string checksum;
  std::string why;             // why it is this edition, and how it was checked
  std::int64_t test_rows = 0;  // number of rows at the end that are the test part; 0 if the dataset has none
  bool sparse = false;
  double entries = 0;  // mean number of stored entries per sample: `columns` when dense
};

// The folder of the cache.
// Errors: Error when none of the three variables is set.
std::filesystem::path DatasetCache();

// Prepares the best edition available, or the wanted one. `standin_rows` is the number of rows of a stand-in, by
// default the published number. Only a stand-in that the user asked for may have more rows than published.
Prepared Prepare(std::string_view name, std::optional<Edition> wanted = {},
                 std::optional<std::int64_t> standin_rows = {});

// Prepares the files that Locate() found, in the given cache.
Prepared Prepare(const Located& located, std::optional<std::int64_t> standin_rows, const std::filesystem::path& cache);

}  // namespace fdskl::datasets

#endif  // FDSKL_DATASETS_PREPARE_H_
