// A parsed dataset in one Arrow IPC file, by columns, so that a worker reads its own columns and no others.
//
// Format:   a record batch has consecutive samples. Dense: a column `label` and one float32 column per feature, `x1`,
//           `x2`, ... . Sparse: each batch has one row of lists; the entries of feature k are begin[k] .. begin[k+1]-1
//           of `row` (counted within the batch, ascending) and `value`; `label` has one number per sample. The footer's
//           metadata is StoreInfo. Labels are stored as published.
// Threads:  thread-safe.
// Lifetime: a ColumnStore keeps the file's name; every call opens the file again. What Map() returned keeps the file
//           mapped, and stays valid when the file is replaced by a rename.
// Errors:   Error names the file when it is missing, cut short or not a column store.
#ifndef FDSKL_DATASETS_COLUMN_STORE_H_
#define FDSKL_DATASETS_COLUMN_STORE_H_

#include <cstdint>
#include <filesystem>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "base/matrix.h"
#include "datasets/catalogue.h"
#include "datasets/labels.h"
#include "datasets/mapped_columns.h"

namespace arrow::ipc {
class RecordBatchFileReader;
}

namespace fdskl::datasets {

// The version of the format. It is part of the cache's keys, so that files of another version are never read.
inline constexpr int kStoreVersion = 1;

struct StoreInfo {
  std::string dataset;
  Edition edition = Edition::kFull;
  Task task = Task::kClassification;
  bool sparse = false;
  std::int64_t rows = 0, columns = 0;
  std::string checksum;            // checksum of the uncompressed data; see prepare.h
  std::string verified;            // how the data were checked, in words
  std::optional<Scaling> scaling;  // how a user's own dataset is scaled; without it, as the catalogue says
  std::int64_t test_rows = 0;      // number of samples at the end that are the test part; 0: splits are random
  std::vector<std::string> names;  // names of the columns of a user's own dataset; empty where they have none
};

class ColumnStore {
 public:
  static ColumnStore Open(const std::filesystem::path& file);

  const StoreInfo& info() const { return info_; }
  std::int64_t rows() const { return info_.rows; }
  std::int64_t columns() const { return info_.columns; }
  bool sparse() const { return info_.sparse; }
  Edition edition() const { return info_.edition; }
  const std::string& dataset() const { return info_.dataset; }
  const std::string& checksum() const { return info_.checksum; }
  // How the columns are to be scaled.
  // Errors: Error when neither the store nor the catalogue says.
  Scaling scaling() const;

  // The label of each sample: -1 or +1 in classification. Reads no features.
  std::vector<float> Labels() const;

  // The given columns of the given samples, in that order; sparse if the store is. Reads no other columns, and needs
  // little memory besides its result.
  // REQUIRES: both lists ascend strictly and lie within the dataset.
  base::Matrix Load(std::span<const std::int32_t> columns, std::span<const std::int32_t> rows) const;

  // Checks all of the file but the values of features: the labels, the batches and the place of each column.
  // Errors: Error says what is damaged.
  void Check() const;

  // The mean number of stored entries per sample: columns() when dense.
  double EntriesOfASample() const;

  // The given columns of all samples, mapped from the file.
  // REQUIRES: the columns ascend strictly, within the dataset.
  std::shared_ptr<const MappedColumns> Map(std::span<const std::int32_t> columns) const;

 private:
  ColumnStore(std::filesystem::path file, StoreInfo info) : file_(std::move(file)), info_(std::move(info)) {}

  // Errors: Error when the file does not have as many samples as its metadata says.
  void CheckRows(std::int64_t found) const;
  base::DenseMatrix LoadDense(std::span<const std::int32_t> columns, std::span<const std::int32_t> rows) const;

  std::filesystem::path file_;
  StoreInfo info_;
};

}  // namespace fdskl::datasets

#endif  // FDSKL_DATASETS_COLUMN_STORE_H_
