// Rows that stay in the column store. Read() gathers them from the mapped columns and scales them. The values are those
// that ColumnStore::Load() and ColumnScaler::Apply() give, to the bit.
#ifndef FDSKL_DATASETS_STORED_ROWS_H_
#define FDSKL_DATASETS_STORED_ROWS_H_

#include <memory>
#include <vector>

#include "base/matrix.h"
#include "datasets/mapped_columns.h"
#include "datasets/scaling.h"

namespace fdskl::datasets {

class StoredRows : public base::RowSource {
 public:
  // Row i of this object is sample rows[i] of the store.
  // REQUIRES: `rows` ascends strictly and lies within the store; the scaler was fitted to these columns.
  StoredRows(std::shared_ptr<const MappedColumns> columns, std::span<const std::int32_t> rows, ColumnScaler scaler,
             Missing missing);

  std::int64_t rows() const override { return std::ssize(rows_); }
  std::int64_t columns() const override { return columns_->columns(); }
  // An estimate for a sparse store, in proportion to the rows.
  std::int64_t entries() const override;
  std::int64_t bytes() const override;
  void Read(std::span<const std::int32_t> rows, base::Matrix& out) const override;

 private:
  std::shared_ptr<const MappedColumns> columns_;
  std::vector<std::int32_t> rows_;
  ColumnScaler scaler_;
  Missing missing_;
};

// Fits a scaler to these samples of mapped columns, reading them column by column.
// REQUIRES: there is a row.
ColumnScaler FitScaler(const MappedColumns& columns, std::span<const std::int32_t> rows, Scaling scaling);

// The memory that `rows` samples of these columns would take, dense or sparse as the store is.
std::int64_t BytesInMemory(const MappedColumns& columns, std::int64_t rows);

}  // namespace fdskl::datasets

#endif  // FDSKL_DATASETS_STORED_ROWS_H_
