// Reads an Arrow IPC file (.arrow, .feather version 2) as rows of texts. Columns may be numbers, booleans (read as 0
// and 1), texts, and dictionaries of these. Null and NaN are missing values.
//
// The file, or its buffers, may be compressed. The whole file is in memory while it is read.
// Errors: Error with the file; also with the column when its type is none of these.
#ifndef FDSKL_DATASETS_ARROW_READER_H_
#define FDSKL_DATASETS_ARROW_READER_H_

#include <fmt/format.h>

#include <cstdint>
#include <filesystem>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "datasets/table_rows.h"

namespace arrow {
class RecordBatch;
}
namespace arrow::ipc {
class RecordBatchFileReader;
}

namespace fdskl::datasets {

class ArrowRows : public TableRows {
 public:
  explicit ArrowRows(std::filesystem::path file);
  ~ArrowRows() override;

  bool Next(std::vector<std::string_view>* fields) override;
  const std::filesystem::path& file() const override { return file_; }
  std::string Place() const override { return fmt::format("row {}", row_); }
  std::string Sha256() override { return sha256_; }

 private:
  std::string AtPlace(const std::string& message) const override {
    return fmt::format("{}: row {}: {}", file_.string(), row_, message);
  }
  // Moves on to the next row; false at the end of the file.
  bool Advance();

  std::filesystem::path file_;
  std::string content_;
  std::string sha256_;
  std::shared_ptr<arrow::ipc::RecordBatchFileReader> reader_;
  std::shared_ptr<arrow::RecordBatch> batch_;
  int next_batch_ = 0;
  std::int64_t in_batch_ = -1;  // number of the current row in its batch, from 0
  std::int64_t row_ = 0;        // number of the current row in the file, from 1
  fmt::memory_buffer texts_;    // all fields of the current row
};

}  // namespace fdskl::datasets

#endif  // FDSKL_DATASETS_ARROW_READER_H_
