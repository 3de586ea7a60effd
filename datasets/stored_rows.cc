#include "datasets/stored_rows.h"

#include <algorithm>
#include <functional>
#include <utility>

#include "base/error.h"
#include "base/index.h"

namespace fdskl::datasets {
namespace {

// The number of entries in this many samples, estimated by the mean over the store.
std::int64_t EntriesOf(const MappedColumns& columns, std::int64_t rows) {
  if (!columns.sparse()) return rows * columns.columns();
  return static_cast<std::int64_t>(static_cast<double>(columns.entries()) /
                                   static_cast<double>(std::max<std::int64_t>(1, columns.rows())) *
                                   static_cast<double>(rows));
}

}  // namespace

StoredRows::StoredRows(std::shared_ptr<const MappedColumns> columns, std::span<const std::int32_t> rows,
                       ColumnScaler scaler, Missing missing)
    : columns_(std::move(columns)), rows_(rows.begin(), rows.end()), scaler_(std::move(scaler)), missing_(missing) {
  FDSKL_REQUIRE(std::ssize(scaler_.factor()) == columns_->columns());
}

std::int64_t StoredRows::entries() const { return EntriesOf(*columns_, rows()); }

std::int64_t StoredRows::bytes() const { return BytesInMemory(*columns_, rows()); }

void StoredRows::Read(std::span<const std::int32_t> rows, base::Matrix& out) const {
  FDSKL_REQUIRE(std::ranges::adjacent_find(rows, std::greater_equal<>()) == rows.end());
  FDSKL_REQUIRE(rows.empty() || (rows.front() >= 0 && rows.back() < std::ssize(rows_)));
  std::vector<std::int32_t> samples;
  samples.reserve(rows.size());
  for (const std::int32_t row : rows) samples.push_back(rows_[base::Index(row)]);
  if (out.is_source() || out.is_sparse() != columns_->sparse())
    out = columns_->sparse() ? base::Matrix(base::SparseMatrix()) : base::Matrix(base::DenseMatrix());
  if (columns_->sparse()) {
    columns_->Read(samples, out.sparse());
  } else {
    columns_->Read(samples, out.dense());
  }
  scaler_.Apply(out, missing_);
}

ColumnScaler FitScaler(const MappedColumns& columns, std::span<const std::int32_t> rows, Scaling scaling) {
  return ColumnScaler::Fit(
      {.rows = std::ssize(rows),
       .columns = columns.columns(),
       .sparse = columns.sparse(),
       .read = [&](std::int64_t k, std::vector<float>& values) { columns.ReadColumn(k, rows, values); }},
      scaling);
}

std::int64_t BytesInMemory(const MappedColumns& columns, std::int64_t rows) {
  const std::int64_t entries = EntriesOf(columns, rows);
  if (!columns.sparse()) return entries * std::int64_t{sizeof(float)};
  return entries * std::int64_t{sizeof(float) + sizeof(std::int32_t)} + rows * std::int64_t{sizeof(std::int64_t)};
}

}  // namespace fdskl::datasets
