// Tables of rows: Arrow tables in memory, Arrow files on the disk.
//
// Each table is described once, by a struct with a VisitFields() that calls visit(name, member, meaning) for every
// column, in order (run_row.h and its neighbours). The Arrow schema, the writer, the reader and JSON are made from it,
// and format_test.cc checks docs/results_format.md against it. To add a table, add a header, and a line in rows.cc, in
// format_test.cc and in docs/results_format.md.
//
// A member of type std::string, std::int64_t, std::uint64_t, double or bool is a column that is never null. A
// std::optional of one is a column that may be null: a setting that the method does not have, a number that was not
// measured. The meaning of a column is stored in the field's metadata under `meaning`.
//
// Appending: AppendRows() writes the new rows to a small file of their own in `staged/` beside the table. It reads only
//            the table's footer, so its cost does not depend on the number of rows. FoldRows() moves staged rows into
//            the table. A command folds when it ends, so that any Arrow reader finds all rows in the table, and when
//            AppendRows() says that the table has doubled (at the 256th, 512th, 1024th ... append), so that n appends
//            write at most 4 n rows in all.
// Names:     a staged file is `runs-TIME-PROCESS-TAG-HOST.arrow`: nanoseconds since 1970, then the writer, which is a
//            process. The times of one writer ascend. Sorted by time, staged rows are in the order of the appends, as
//            far as the hosts' clocks agree. Files of older versions have a number and no writer:
//            `runs-000000000007.arrow`.
// Crashes:   a fold writes the table, then removes the staged files. A kill between the two duplicates no row: the
//            table's metadata lists under `folded`, for each writer, the time of its last file that the table contains,
//            and readers skip files up to that time.
// Processes: AppendRows() and ReadRows() need no lock, on any number of hosts. Callers of WriteRows(), UpdateRows()
//            and FoldRows() must hold a lock that all callers for the same table share (base/files.h).
#ifndef FDSKL_RESULTS_ROWS_H_
#define FDSKL_RESULTS_ROWS_H_

#include <arrow/type_fwd.h>

#include <filesystem>
#include <functional>
#include <memory>
#include <span>
#include <vector>

namespace fdskl::results {

// The templates are instantiated for the row types that are listed at the end of rows.cc.
template <class Row>
std::shared_ptr<arrow::Schema> SchemaOf();

template <class Row>
std::shared_ptr<arrow::Table> TableFromRows(std::span<const Row> rows);

// Finds columns by name. A column that may be null may be missing, as in tables of older versions.
// Errors: Error when a column is missing, unknown, of another type, or null where it must not be.
template <class Row>
std::vector<Row> RowsFromTable(const arrow::Table& table);

// All rows of a table, in the order of the appends: those in the file, then the staged ones. Empty when there is no
// table. Takes no lock; sees every row whose append returned before this call.
// Errors: Error names the file.
template <class Row>
std::vector<Row> ReadRows(const std::filesystem::path& path);

// Replaces all rows of the table, and drops its staged rows, also those that came after the caller has read the table:
// UpdateRows() is for tables that others append to. Writes a temporary file and renames it.
// Errors: Error names the file; the old content stays.
template <class Row>
void WriteRows(const std::filesystem::path& path, std::span<const Row> rows);

// Stages these rows; they are on the disk when this returns. Does nothing when there are none. Returns whether so many
// files are staged that the caller should fold them. Thread-safe.
// Errors: Error names the file; nothing is written when the table cannot be read or has other columns.
template <class Row>
bool AppendRows(const std::filesystem::path& path, std::span<const Row> added);

// Replaces all rows of the table, the staged ones included, by change(rows). Rows that are appended meanwhile stay
// staged.
// Errors: as of WriteRows().
template <class Row>
using RowChange = std::function<std::vector<Row>(std::vector<Row>)>;
template <class Row>
void UpdateRows(const std::filesystem::path& path, const RowChange<Row>& change);

// Moves the staged rows into the table's file and removes temporary files of killed processes. Creates an empty table
// where there is none.
// Errors: Error names the file; no row is lost.
template <class Row>
void FoldRows(const std::filesystem::path& path);

// Whether a table has staged rows.
bool HasStagedRows(const std::filesystem::path& path);

}  // namespace fdskl::results

#endif  // FDSKL_RESULTS_ROWS_H_
