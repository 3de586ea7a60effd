// Makes the column store of a dataset in the per-user cache, or finds it there: it is made once.
//
// Cache:   $FDSKL_CACHE, else $XDG_CACHE_HOME/fdskl, else ~/.cache/fdskl; in it, datasets/. A file's name holds the
//          dataset, the edition and a key of all that determines the content (the source files' checksums, a
//          stand-in's rows, the formats' versions), so a stale file is never read.
// Damage:  a file there that ColumnStore::Check() refuses is made again, and `why` says so. Whoever has the damaged one
//          open keeps it: the new one takes its name.
// Checks:  the source files' checksums, rows, columns and class counts. A file of the user's own that has the right
//          shape and counts but an unknown checksum is accepted, and `why` says so.
// Safe for several processes at once: one makes the file, the others wait for it.
// Errors:  Error: a source file malformed (with its line), of the wrong shape, damaged; the cache not writable, or the
//          disk full, which is told before the file is begun where its size is known. No partial file is left.
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
  // SHA-256 of the source's text. With several files: that of the digests of their texts. For a stand-in: that of its
  // values. For a user's own: that of the digests and of how the files are read.
  std::string checksum;
  std::string why;             // why it is this edition, and how it was checked
  std::int64_t test_rows = 0;  // the last so many rows are the test part, where the dataset comes with one
  bool sparse = false;
  double entries = 0;  // entries of a sample that are stored: `columns` when dense
};

std::filesystem::path DatasetCache();

// Prepares the best edition available, or the one wanted. `standin_rows` is the number of rows of a stand-in; without
// it a stand-in has the published number. Only a stand-in that was asked for may have more rows than published.
Prepared Prepare(std::string_view name, std::optional<Edition> wanted = {},
                 std::optional<std::int64_t> standin_rows = {});

// The same for what Locate() found, in the given cache.
Prepared Prepare(const Located& located, std::optional<std::int64_t> standin_rows, const std::filesystem::path& cache);

}  // namespace fdskl::datasets

#endif  // FDSKL_DATASETS_PREPARE_H_
