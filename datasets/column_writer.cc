#include "datasets/column_writer.h"

#include <arrow/array.h>
#include <arrow/buffer.h>
#include <arrow/io/file.h>
#include <arrow/ipc/writer.h>
#include <arrow/record_batch.h>
#include <arrow/util/key_value_metadata.h>

#include <limits>
#include <numeric>
#include <span>
#include <utility>

#include "base/error.h"
#include "datasets/store_format.h"
#include "results/arrow_io.h"

namespace fdskl::datasets {
namespace {

template <class T>
std::shared_ptr<arrow::Array> Column(std::span<const T> values) {
  return std::make_shared<typename arrow::CTypeTraits<T>::ArrayType>(
      std::ssize(values), std::make_shared<arrow::Buffer>(reinterpret_cast<const std::uint8_t*>(values.data()),
                                                          std::ssize(values) * sizeof(T)));
}

// One row, which is the list of all `values`.
template <class T>
std::shared_ptr<arrow::Array> OneList(const std::vector<T>& values) {
  const std::vector<std::int32_t> offsets = {0, static_cast<std::int32_t>(values.size())};
  const auto items = Column(std::span<const T>(values));
  return std::make_shared<arrow::ListArray>(arrow::list(items->type()), 1, arrow::Buffer::FromVector(offsets), items);
}

// The entries of a block, feature by feature.
struct ByColumn {
  std::vector<std::int32_t> begin, row;
  std::vector<float> value;
};

// Calls visit(row, column, value) for every entry of `x` that is stored, or not zero when `x` is dense.
template <class Visit>
void VisitEntries(const base::Matrix& x, const Visit& visit) {
  if (x.is_sparse()) {
    const base::SparseMatrix& s = x.sparse();
    for (std::int64_t i = 0; i < x.rows(); ++i) {
      for (std::int64_t e = s.row_begin[i]; e < s.row_begin[i + 1]; ++e) visit(i, s.column[e], s.value[e]);
    }
    return;
  }
  const base::DenseMatrix& d = x.dense();
  for (std::int64_t i = 0; i < d.rows(); ++i) {
    for (std::int64_t k = 0; k < d.cols(); ++k) {
      if (d(i, k) != 0) visit(i, k, d(i, k));
    }
  }
}

ByColumn GroupByColumn(const base::Matrix& x) {
  FDSKL_REQUIRE(x.entries() <= std::numeric_limits<std::int32_t>::max());
  ByColumn result;
  result.begin.assign(static_cast<std::size_t>(x.columns()) + 1, 0);
  VisitEntries(x, [&](std::int64_t, std::int64_t k, float) { ++result.begin[k + 1]; });
  std::partial_sum(result.begin.begin(), result.begin.end(), result.begin.begin());
  result.row.resize(result.begin.back());
  result.value.resize(result.begin.back());
  std::vector<std::int32_t> next = result.begin;
  VisitEntries(x, [&](std::int64_t i, std::int64_t k, float value) {
    result.row[next[k]] = static_cast<std::int32_t>(i);
    result.value[next[k]++] = value;
  });
  return result;
}

using ColumnMajor = Eigen::Matrix<float, Eigen::Dynamic, Eigen::Dynamic, Eigen::ColMajor>;

ColumnMajor ToColumns(const base::Matrix& x) {
  if (!x.is_sparse()) return x.dense();
  ColumnMajor result = ColumnMajor::Zero(x.rows(), x.columns());
  VisitEntries(x, [&](std::int64_t i, std::int64_t k, float value) { result(i, k) = value; });
  return result;
}

}  // namespace

ColumnWriter::ColumnWriter(const std::filesystem::path& file, std::int64_t columns, bool sparse)
    : file_(file),
      columns_(columns),
      sparse_(sparse),
      schema_(StoreSchema(columns, sparse)),
      metadata_(std::make_shared<arrow::KeyValueMetadata>()),
      stream_(results::ValueOrThrow(arrow::io::FileOutputStream::Open(file_.temp_path().string()))),
      writer_(results::ValueOrThrow(
          arrow::ipc::MakeFileWriter(stream_, schema_, arrow::ipc::IpcWriteOptions::Defaults(), metadata_))) {}

ColumnWriter::~ColumnWriter() = default;

void ColumnWriter::Append(const RowBlock& block) try {
  FDSKL_REQUIRE(block.x.columns() == columns_ && block.x.rows() == std::ssize(block.labels));
  rows_ += block.x.rows();
  if (sparse_) {
    const ByColumn x = GroupByColumn(block.x);
    results::ThrowIfError(writer_->WriteRecordBatch(*arrow::RecordBatch::Make(
        schema_, 1, {OneList(block.labels), OneList(x.begin), OneList(x.row), OneList(x.value)})));
    return;
  }
  const ColumnMajor x = ToColumns(block.x);
  arrow::ArrayVector arrays = {Column(std::span<const float>(block.labels))};
  for (std::int64_t k = 0; k < columns_; ++k) {
    arrays.push_back(Column(std::span<const float>(x.col(k).data(), static_cast<std::size_t>(x.rows()))));
  }
  results::ThrowIfError(writer_->WriteRecordBatch(*arrow::RecordBatch::Make(schema_, x.rows(), arrays)));
} catch (const base::Error& error) {
  base::Fail("cannot write {}: {}", file_.path().string(), error.what());
}

void ColumnWriter::Finish(const StoreInfo& info) {
  FDSKL_REQUIRE(info.rows == rows_ && info.columns == columns_ && info.sparse == sparse_);
  try {
    for (const auto& [key, value] : ToMetadata(info)) metadata_->Append(key, value);
    results::ThrowIfError(writer_->Close());
    results::ThrowIfError(stream_->Close());
  } catch (const base::Error& error) {
    base::Fail("cannot write {}: {}", file_.path().string(), error.what());
  }
  file_.Commit();
}

}  // namespace fdskl::datasets
