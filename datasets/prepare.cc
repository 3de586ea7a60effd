#include "datasets/prepare.h"

#include <fmt/ranges.h>

#include <algorithm>
#include <cstdlib>

#include "base/disk.h"
#include "base/error.h"
#include "base/files.h"
#include "base/sha256.h"
#include "datasets/column_store.h"
#include "datasets/column_writer.h"
#include "datasets/source_reader.h"
#include "datasets/stand_in.h"

namespace fdskl::datasets {
namespace {

using std::filesystem::path;

const char* Environment(const char* name) {
  const char* const value = std::getenv(name);
  return value != nullptr && *value != '\0' ? value : nullptr;
}

// For a user's own dataset, what else determines the content: how the files are read, and the numbers that its
// catalogue checks, because only data that passed the check have a store. Empty for other datasets.
std::string OwnText(const Located& located) {
  if (!located.entry->own) return "";
  const Source& source = *located.source;
  std::string text =
      fmt::format(" {} scaling {} rows {} columns {} positives {}", FormatText(located),
                  base::NameOf(located.entry->scaling), source.rows, source.columns, source.positives.value_or(-1));
  for (const auto* files : {&source.files, &source.test_files}) {
    for (const SourceFile& file : *files) text += " " + file.text_sha256;
  }
  return text;
}

// The file in the cache for this content.
path StoreFile(const Located& located, std::int64_t rows, const path& cache) {
  const std::string content = located.source == nullptr
                                  ? fmt::format("rows {} generator {}", rows, kStandInVersion)
                                  : fmt::format("files {}{}", fmt::join(FileChecksums(located), " "), OwnText(located));
  const std::string key = base::Sha256OfText(fmt::format("store {} {}", kStoreVersion, content));
  return cache / fmt::format("{}-{}-{}.arrow", located.entry->name, base::NameOf(located.edition), key.substr(0, 16));
}

// The shape of the data: that of the source's files, or of a stand-in with this many rows.
SourceShape ShapeFor(const Located& located, std::int64_t rows) {
  if (located.source == nullptr) return {rows, located.columns, located.entry->sparse(), {}};
  return ShapeOf(located);
}

// The least size of the file. For a user's own sparse source only the labels' part is known in advance.
double StoreBytes(const CatalogueEntry& entry, const SourceShape& shape) {
  constexpr double kEntryBytes = sizeof(float) + sizeof(std::int32_t);
  constexpr double kSure = 0.8;  // a margin: a part of the dataset may be sparser than the whole
  const auto rows = static_cast<double>(shape.rows);
  const auto columns = static_cast<double>(shape.columns);
  if (!shape.sparse) return rows * (columns + 1) * sizeof(float);
  const double entries = entry.own || !entry.sparse() ? 0 : kSure * entry.density * rows * columns;
  return rows * sizeof(float) + entries * kEntryBytes;
}

void Make(const Located& located, std::int64_t rows, const path& file) {
  const SourceShape shape = ShapeFor(located, rows);
  StoreInfo info{.dataset = located.entry->name,
                 .edition = located.edition,
                 .task = located.entry->task,
                 .sparse = shape.sparse,
                 .rows = shape.rows,
                 .columns = shape.columns};
  if (located.entry->own) {
    info.scaling = located.entry->scaling;
    info.names = shape.coding.ColumnNames();
  }
  base::RequireRoom(file.parent_path(), StoreBytes(*located.entry, shape),
                    fmt::format("the prepared file of {}", located.entry->name));
  ColumnWriter writer(file, info.columns, info.sparse);
  const RowSink sink = [&](const RowBlock& block) { writer.Append(block); };
  if (located.source == nullptr) {
    info.checksum = MakeStandIn(*located.entry, rows, sink);
    info.verified = "made by us, not the dataset itself";
  } else {
    SourceCheck check = ReadSource(located, shape, sink);
    info.checksum = std::move(check.checksum);
    info.verified = std::move(check.verified);
    info.test_rows = check.test_rows;
  }
  writer.Finish(info);
}

// What is wrong with the prepared file; empty when nothing is.
std::string DamageOf(const path& file) try {
  ColumnStore::Open(file).Check();
  return "";
} catch (const base::Error& error) {
  return error.what();
}

// Makes the file if it is missing or damaged. Returns what was wrong with a damaged file, else an empty text.
std::string MakeWhereNeeded(const Located& located, std::int64_t rows, const path& file) {
  if (std::filesystem::exists(file) && DamageOf(file).empty()) return "";
  // Without locks two processes may both make it. Each writes a temporary file of its own, and the last rename stays.
  const auto lock = base::FileLock::IfThereAreLocks(path(file) += ".lock");
  const bool exists = std::filesystem::exists(file);
  std::string damage = exists ? DamageOf(file) : "";
  if (exists && damage.empty()) return "";  // another process has made it meanwhile
  try {
    Make(located, rows, file);
  } catch (const base::Error& error) {
    if (damage.empty()) throw;
    base::Fail("{}; it cannot be made again: {}", damage, error.what());
  }
  return damage;
}

}  // namespace

path DatasetCache() {
  if (const char* const own = Environment("FDSKL_CACHE")) return path(own) / "datasets";
  if (const char* const xdg = Environment("XDG_CACHE_HOME")) return path(xdg) / "fdskl" / "datasets";
  if (const char* const home = Environment("HOME")) return path(home) / ".cache" / "fdskl" / "datasets";
  base::Fail("no place for the cache: none of FDSKL_CACHE, XDG_CACHE_HOME and HOME is set");
}

Prepared Prepare(const Located& located, std::optional<std::int64_t> standin_rows, const path& cache) {
  std::int64_t rows = located.source == nullptr ? standin_rows.value_or(located.rows) : located.rows;
  if (!located.asked_for) rows = std::min(rows, located.rows);
  if (rows < 4 && !located.entry->own)
    base::Fail("a stand-in for {} with {} rows is too small; at least 4", located.entry->name, rows);
  const path file = StoreFile(located, rows, cache);
  const std::string damage = MakeWhereNeeded(located, rows, file);
  const ColumnStore store = ColumnStore::Open(file);
  const StoreInfo& info = store.info();
  std::string why = located.why.empty() ? info.verified : fmt::format("{}; {}", info.verified, located.why);
  if (!damage.empty()) why += fmt::format("; the prepared file was damaged, and has been made again ({})", damage);
  return {.file = file,
          .edition = located.edition,
          .rows = info.rows,
          .columns = info.columns,
          .checksum = info.checksum,
          .why = why,
          .test_rows = info.test_rows,
          .sparse = info.sparse,
          .entries = store.EntriesOfASample()};
}

Prepared Prepare(std::string_view name, std::optional<Edition> wanted, std::optional<std::int64_t> standin_rows) {
  return Prepare(Locate(FindDataset(name), wanted), standin_rows, DatasetCache());
}

}  // namespace fdskl::datasets
