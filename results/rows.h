// Rows of results/schema.h as Arrow tables, and back.
//
// std::string, std::int64_t, std::uint64_t, double and bool are columns that are never null; std::optional of one is a
// column that may be. The meaning of a column goes with it, as the field's metadata under `meaning`.
#ifndef FDSKL_RESULTS_ROWS_H_
#define FDSKL_RESULTS_ROWS_H_

#include <arrow/type_fwd.h>

#include <filesystem>
#include <memory>
#include <span>
#include <vector>

namespace fdskl::results {

// Each for every row type that is listed at the end of rows.cc.
template <class Row>
std::shared_ptr<arrow::Schema> SchemaOf();

template <class Row>
std::shared_ptr<arrow::Table> TableFromRows(std::span<const Row> rows);

// Columns are found by name. One that may be null may be missing: an older program wrote the table.
// Errors: Error when a column is missing, unknown, of another type, or null where it must not be.
template <class Row>
std::vector<Row> RowsFromTable(const arrow::Table& table);

// A whole file; empty when there is none. Errors: Error names the file.
template <class Row>
std::vector<Row> ReadRows(const std::filesystem::path& path);

// Written aside and renamed. Errors: Error names the file; the old content stays.
template <class Row>
void WriteRows(const std::filesystem::path& path, std::span<const Row> rows);

// The file's rows and these, as WriteRows(). REQUIRES: nobody else writes the file meanwhile (file_lock.h).
template <class Row>
void AppendRows(const std::filesystem::path& path, std::span<const Row> added);

}  // namespace fdskl::results

#endif  // FDSKL_RESULTS_ROWS_H_
