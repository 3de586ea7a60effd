// From a name to a column store in the per-user cache, which is made once and then only opened.
//
// Cache:   $FDSKL_CACHE, else $XDG_CACHE_HOME/fdskl, else ~/.cache/fdskl; in it, datasets/. A file's name holds the
//          dataset, the edition and a key of all that determines the content (the source files' checksums, the number
//          of rows of a stand-in, the formats' versions), so a stale file is never read.
// Checks:  the source files' checksums, rows, columns and class counts. A file of the user's own that has the right
//          shape and counts but an unknown checksum is accepted, and `why` says so.
// Safe for several processes at once: one makes the file, the others wait for it.
// Errors:  Error: a source file malformed (with its line), of the wrong shape, damaged; the cache not writable, or the
//          disk full. No partial file is left.
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
  // SHA-256 of the source's text; of the digests of the texts, when there are several files; of the values, of a
  // stand-in.
  std::string checksum;
  std::string why;  // this edition, and how it was checked
};

std::filesystem::path DatasetCache();

// The best edition at hand, or the one wanted; `standin_rows` counts only for a stand-in, which has the published
// number of rows otherwise. A stand-in that is asked for may have more than those; one that only fills a gap has not.
Prepared Prepare(std::string_view name, std::optional<Edition> wanted = {},
                 std::optional<std::int64_t> standin_rows = {});

// The same for what Locate() found, into the given cache.
Prepared Prepare(const Located& located, std::optional<std::int64_t> standin_rows, const std::filesystem::path& cache);

}  // namespace fdskl::datasets

#endif  // FDSKL_DATASETS_PREPARE_H_
