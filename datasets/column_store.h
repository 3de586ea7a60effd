// A parsed dataset in one Arrow IPC file, by columns, so that a worker reads its own columns and no others.
//
// A record batch is a run of samples, in order. Dense: column `label` and one float32 column per feature, `x1` ... .
// Sparse: the batch has one row of lists; the entries of feature k are begin[k] .. begin[k+1]-1 of `row` (counted
// within the batch, ascending) and `value`; `label` has one number per sample. Footer metadata: see StoreInfo.
//
// Labels are stored as published. Thread-safe once open. The file may be renamed over while it is open.
// Errors: Error names the file, when it is missing, cut short or not of this kind.
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

// Part of the cache's keys, so that files of another version are made again, never read.
inline constexpr int kStoreVersion = 1;

struct StoreInfo {
  std::string dataset;
  Edition edition = Edition::kFull;
  Task task = Task::kClassification;
  bool sparse = false;
  std::int64_t rows = 0, columns = 0;
  std::string checksum;  // checksum of the data, whatever their compression; see prepare.h
  std::string verified;  // how the data were checked, in words
  // A user's own dataset alone:
  std::optional<Scaling> scaling;  // how it is scaled; else the catalogue says
  std::int64_t test_rows = 0;      // the last so many samples are the test part; 0: splits are drawn
  std::vector<std::string> names;  // names of the columns; empty where they have none
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
  // How the columns are scaled. Errors: Error when neither the store nor the catalogue tells.
  Scaling scaling() const;

  // The label of each sample: -1 or +1 in classification. Reads no features.
  std::vector<float> Labels() const;

  // The given columns of the given samples, in that order; sparse if the store is. Reads no other columns, and needs
  // little memory besides its result.
  // REQUIRES: both lists ascend strictly and lie within the dataset.
  base::Matrix Load(std::span<const std::int32_t> columns, std::span<const std::int32_t> rows) const;

  // Looks at all of the file but the values of features: labels, batches, where each column lies.
  // Errors: Error says what is damaged.
  void Check() const;

  // Entries of a sample that are stored, on average: columns() when dense.
  double EntriesOfASample() const;

  // The given columns of all samples, where they lie in the file. REQUIRES: as Load().
  std::shared_ptr<const MappedColumns> Map(std::span<const std::int32_t> columns) const;

 private:
  ColumnStore(std::filesystem::path file, StoreInfo info) : file_(std::move(file)), info_(std::move(info)) {}

  // Errors: Error when the file does not have as many samples as it announces.
  void CheckRows(std::int64_t found) const;
  base::DenseMatrix LoadDense(std::span<const std::int32_t> columns, std::span<const std::int32_t> rows) const;

  std::filesystem::path file_;
  StoreInfo info_;
};

}  // namespace fdskl::datasets

#endif  // FDSKL_DATASETS_COLUMN_STORE_H_
