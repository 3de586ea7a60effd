// Tables of rows: in memory as Arrow tables, on the disk as Arrow files.
//
// Each table is described once, by a struct with a VisitFields() that calls visit(name, member, meaning) for every
// column, in order (run_row.h and its neighbours). Arrow schema, writer, reader, JSON and docs/results_format.md all
// follow from it. A new table is a new header, and a line in rows.cc, format_test.cc and docs/results_format.md.
//
// std::string, std::int64_t, std::uint64_t, double and bool are columns that are never null. A std::optional of one is
// a column that may be null: a setting that the method does not have, a figure that was not reached. The meaning of a
// column is stored with it, as the field's metadata under `meaning`.
//
// Appending: AppendRows() writes the new rows to a small file of their own in `staged/` beside the table, and reads
// nothing but the table's footer: what it costs does not depend on how many rows there are. FoldRows() moves staged
// rows into the table. A command calls it when it ends, so that any Arrow reader then finds all rows in the table, and
// when AppendRows() says that the table has doubled (at the 256th, 512th, 1024th ... append), so that n appends write
// at most four times n rows in all.
//
// Names:     a staged file is `runs-TIME-PROCESS-TAG-HOST.arrow`: nanoseconds since 1970 and the writer, a process. The
//            times of one writer ascend. Sorted by time, staged rows are in the order of the appends, as far as the
//            hosts' clocks agree. Files of older versions, `runs-000000000007.arrow`, have a number and no writer.
// Crashes:   the table's metadata has under `folded`, for each writer, the time of its last file that the table
//            contains. A kill between the two steps of a fold, which writes the table and then removes the staged
//            files, therefore doubles no row: readers pass over files up to that time.
// Processes: AppendRows() and ReadRows() need no lock, on any number of hosts. WriteRows() and FoldRows() need one that
//            all who call them for the table take (base/files.h).
#ifndef FDSKL_RESULTS_ROWS_H_
#define FDSKL_RESULTS_ROWS_H_

#include <arrow/type_fwd.h>

#include <filesystem>
#include <memory>
#include <span>
#include <vector>

namespace fdskl::results {

// The templates are there for every row type that is listed at the end of rows.cc.
template <class Row>
std::shared_ptr<arrow::Schema> SchemaOf();

template <class Row>
std::shared_ptr<arrow::Table> TableFromRows(std::span<const Row> rows);

// Columns are found by name. One that may be null may be missing: an older program wrote the table.
// Errors: Error when a column is missing, unknown, of another type, or null where it must not be.
template <class Row>
std::vector<Row> RowsFromTable(const arrow::Table& table);

// Every row of a table, in the order of the appends: those in the file, then those that are staged. Empty when there is
// no table. Takes no lock; sees all rows whose append had returned. Errors: Error names the file.
template <class Row>
std::vector<Row> ReadRows(const std::filesystem::path& path);

// Makes these the rows of the table; staged rows are dropped. The file is written aside and renamed.
// Errors: Error names the file; the old content stays.
template <class Row>
void WriteRows(const std::filesystem::path& path, std::span<const Row> rows);

// Stages these rows: they are on the disk when this returns. Nothing happens when there are none. Thread-safe.
// Returns whether so many are staged that the caller should fold them.
// Errors: Error names the file; when the table cannot be read, or has other columns, nothing is written.
template <class Row>
bool AppendRows(const std::filesystem::path& path, std::span<const Row> added);

// Moves the staged rows into the table's file and removes what a killed process left. Creates an empty table where
// there is none. Errors: Error names the file; no row is lost.
template <class Row>
void FoldRows(const std::filesystem::path& path);

// Whether a table has staged rows.
bool HasStagedRows(const std::filesystem::path& path);

}  // namespace fdskl::results

#endif  // FDSKL_RESULTS_ROWS_H_
