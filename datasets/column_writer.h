// Writes a column store block by block. The whole file appears when Finish() returns, and not without Finish().
//
//   ColumnWriter writer(file, columns, sparse);
//   ReadLibsvm(reader, columns, task, [&](const RowBlock& block) { writer.Append(block); });
//   writer.Finish(info);
//
// Memory: one block.
// Errors: Error names the file when it cannot be written.
#ifndef FDSKL_DATASETS_COLUMN_WRITER_H_
#define FDSKL_DATASETS_COLUMN_WRITER_H_

#include <cstdint>
#include <filesystem>
#include <memory>

#include "base/files.h"
#include "datasets/column_store.h"
#include "datasets/row_block.h"

namespace arrow {
class KeyValueMetadata;
class RecordBatch;
class Schema;
}  // namespace arrow
namespace arrow::io {
class FileOutputStream;
}
namespace arrow::ipc {
class RecordBatchWriter;
}

namespace fdskl::datasets {

class ColumnWriter {
 public:
  ColumnWriter(const std::filesystem::path& file, std::int64_t columns, bool sparse);
  ColumnWriter(const ColumnWriter&) = delete;
  ColumnWriter& operator=(const ColumnWriter&) = delete;
  ~ColumnWriter();

  // REQUIRES: the block has as many columns as the store; it may be dense or sparse, whatever the store is.
  void Append(const RowBlock& block);

  // REQUIRES: info's rows, columns and sparse agree with what was written.
  void Finish(const StoreInfo& info);

 private:
  base::AtomicFile file_;
  std::int64_t columns_, rows_ = 0;
  bool sparse_;
  std::shared_ptr<arrow::Schema> schema_;
  std::shared_ptr<arrow::KeyValueMetadata> metadata_;  // filled by Finish(), written with the footer
  std::shared_ptr<arrow::io::FileOutputStream> stream_;
  std::shared_ptr<arrow::ipc::RecordBatchWriter> writer_;
};

}  // namespace fdskl::datasets

#endif  // FDSKL_DATASETS_COLUMN_WRITER_H_
