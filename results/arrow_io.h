// Turns Arrow's errors into base::Error; reads and writes whole tables as Arrow IPC files.
#ifndef FDSKL_RESULTS_ARROW_IO_H_
#define FDSKL_RESULTS_ARROW_IO_H_

#include <arrow/result.h>
#include <arrow/status.h>
#include <arrow/type_fwd.h>

#include <filesystem>
#include <memory>
#include <utility>

namespace fdskl::results {

// The one place where Arrow's Status becomes an Error.
void ThrowIfError(const arrow::Status& status);

template <class T>
T ValueOrThrow(arrow::Result<T> result) {
  ThrowIfError(result.status());
  return std::move(result).ValueUnsafe();
}

// How the values of a table are stored in its file.
enum class Packing { kNone, kZstd };

// Writes `table` to a temporary file and renames it, so that `path` has the old content or the new, never a part.
// Errors: Error names `path`; the old content stays.
void WriteTable(const std::filesystem::path& path, const arrow::Table& table, Packing packing = Packing::kNone);

// Reads a table in either packing.
// Lifetime: an unpacked table is memory-mapped and reads from the file as long as it lives. It stays readable when the file is
//           replaced by a rename.
// Errors:   Error names `path` when it is missing, cut short or not an Arrow IPC file.
std::shared_ptr<arrow::Table> ReadTable(const std::filesystem::path& path);

}  // namespace fdskl::results

#endif  // FDSKL_RESULTS_ARROW_IO_H_
