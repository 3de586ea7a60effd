// A table as rows of texts: the names in the header, then one row after the other.
//
// Subclasses read the file formats: CsvRows (csv_reader.h) and ArrowRows (arrow_reader.h). OpenTable() chooses one.
#ifndef FDSKL_DATASETS_TABLE_ROWS_H_
#define FDSKL_DATASETS_TABLE_ROWS_H_

#include <filesystem>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/error.h"
#include "datasets/table_format.h"

namespace fdskl::datasets {

class TableRows {
 public:
  TableRows(const TableRows&) = delete;
  TableRows& operator=(const TableRows&) = delete;
  virtual ~TableRows() = default;

  const std::vector<std::string>& names() const { return names_; }

  // Reads the next row into `*fields`, one field per name; false at the end. The fields are valid until the next call.
  // A field whose data() is null is missing.
  // Errors: Error with the place when the row has more or fewer fields than the header.
  virtual bool Next(std::vector<std::string_view>* fields) = 0;

  virtual const std::filesystem::path& file() const = 0;
  // The place of the last row: "line 3", or "row 2" in a file without lines.
  virtual std::string Place() const = 0;
  // Throws Error("file:3: ...").
  template <class... Args>
  [[noreturn]] void Fail(fmt::format_string<Args...> format, Args&&... args) const {
    throw base::Error(AtPlace(fmt::format(format, std::forward<Args>(args)...)));
  }

  // SHA-256 of the decompressed content.
  // REQUIRES: Next() has returned false; called once.
  virtual std::string Sha256() = 0;

 protected:
  TableRows() = default;
  // "file:3: message".
  virtual std::string AtPlace(const std::string& message) const = 0;

  std::vector<std::string> names_;
};

// Opens a table.
// REQUIRES: reader is not kLibsvm.
// Errors:   Error with the file when it is not such a table.
std::unique_ptr<TableRows> OpenTable(const std::filesystem::path& file, Reader reader);

}  // namespace fdskl::datasets

#endif  // FDSKL_DATASETS_TABLE_ROWS_H_
