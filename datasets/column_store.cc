#include "datasets/column_store.h"

#include <arrow/array.h>
#include <arrow/io/file.h>
#include <arrow/ipc/reader.h>
#include <arrow/record_batch.h>

#include <algorithm>
#include <functional>
#include <numeric>

#include "base/error.h"
#include "datasets/store_format.h"
#include "results/arrow_io.h"

namespace fdskl::datasets {
namespace {

using Reader = std::shared_ptr<arrow::ipc::RecordBatchFileReader>;

// A reader of all fields maps the file: what is not touched is not read. A reader of some fields reads just these, into
// memory of its own, so that a worker's memory holds no other worker's columns.
Reader OpenReader(const std::filesystem::path& file, std::vector<int> fields = {}) {
  auto options = arrow::ipc::IpcReadOptions::Defaults();
  options.included_fields = std::move(fields);
  options.use_threads = false;
  std::shared_ptr<arrow::io::RandomAccessFile> input;
  if (options.included_fields.empty()) {
    input = results::ValueOrThrow(arrow::io::MemoryMappedFile::Open(file.string(), arrow::io::FileMode::READ));
  } else {
    input = results::ValueOrThrow(arrow::io::ReadableFile::Open(file.string()));
  }
  return results::ValueOrThrow(arrow::ipc::RecordBatchFileReader::Open(input, options));
}

// The numbers of a primitive column, or of the one list of a sparse store's column; mapped, not copied.
template <class T>
std::span<const T> Numbers(const arrow::RecordBatch& batch, int field) {
  std::shared_ptr<arrow::ArrayData> data = batch.column_data(field);
  if (data->type->id() == arrow::Type::LIST) data = arrow::ListArray(data).value_slice(0)->data();
  if (data->type->id() != arrow::CTypeTraits<T>::ArrowType::type_id) base::Fail("field {} is of another type", field);
  return {data->GetValues<T>(1), static_cast<std::size_t>(data->length)};
}

// Calls visit(batch) for each batch of `file`, with all fields or the given ones.
template <class Visit>
void VisitBatches(const std::filesystem::path& file, const std::vector<int>& fields, const Visit& visit) try {
  const Reader reader = OpenReader(file, fields);
  for (int b = 0; b < reader->num_record_batches(); ++b) visit(*results::ValueOrThrow(reader->ReadRecordBatch(b)));
} catch (const base::Error& error) {
  base::Fail("cannot read the dataset in {}: {}", file.string(), error.what());
}

bool AscendWithin(std::span<const std::int32_t> ids, std::int64_t end) {
  return std::ranges::adjacent_find(ids, std::greater_equal<>()) == ids.end() &&
         (ids.empty() || (ids.front() >= 0 && ids.back() < end));
}

}  // namespace

ColumnStore ColumnStore::Open(const std::filesystem::path& file) try {
  const Reader reader = OpenReader(file);
  if (reader->metadata() == nullptr) base::Fail("it is no column store");
  StoreInfo info = FromMetadata(*reader->metadata());
  if (!reader->schema()->Equals(*StoreSchema(info.columns, info.sparse)))
    base::Fail("its columns are not those it announces");
  return {file, std::move(info)};
} catch (const base::Error& error) {
  base::Fail("cannot read the dataset in {}: {}", file.string(), error.what());
}

std::vector<float> ColumnStore::Labels() const {
  std::vector<float> labels;
  VisitBatches(file_, {kLabelField}, [&](const arrow::RecordBatch& batch) {
    const auto part = Numbers<float>(batch, 0);
    labels.insert(labels.end(), part.begin(), part.end());
  });
  if (info_.task == Task::kClassification) ToSigns(labels);
  return labels;
}

base::Matrix ColumnStore::Load(std::span<const std::int32_t> columns, std::span<const std::int32_t> rows) const {
  FDSKL_REQUIRE(AscendWithin(columns, info_.columns) && AscendWithin(rows, info_.rows));
  return info_.sparse ? base::Matrix(LoadSparse(columns, rows)) : base::Matrix(LoadDense(columns, rows));
}

base::DenseMatrix ColumnStore::LoadDense(std::span<const std::int32_t> columns,
                                         std::span<const std::int32_t> rows) const {
  constexpr std::size_t kTile = 16;  // columns at once: a cache line of the result
  base::DenseMatrix result(std::ssize(rows), std::ssize(columns));
  std::vector<int> fields;
  for (const std::int32_t column : columns) fields.push_back(kFirstFeature + column);
  std::int64_t first = 0;
  VisitBatches(file_, fields, [&](const arrow::RecordBatch& batch) {
    const auto begin = std::ranges::lower_bound(rows, first);
    const auto end = std::ranges::lower_bound(begin, rows.end(), first + batch.num_rows());
    const std::int64_t target = begin - rows.begin();
    for (std::size_t k = 0; begin != end && k < columns.size(); k += kTile) {
      const std::size_t width = std::min(kTile, columns.size() - k);
      std::array<const float*, kTile> source;
      for (std::size_t j = 0; j < width; ++j) {
        source[j] = Numbers<float>(batch, static_cast<int>(k + j)).data() - first;
      }
      float* out = &result(target, static_cast<std::int64_t>(k));
      for (auto row = begin; row != end; ++row, out += columns.size()) {
        for (std::size_t j = 0; j < width; ++j) out[j] = source[j][*row];
      }
    }
    first += batch.num_rows();
  });
  return result;
}

base::SparseMatrix ColumnStore::LoadSparse(std::span<const std::int32_t> columns,
                                           std::span<const std::int32_t> rows) const {
  std::vector<std::int32_t> place(static_cast<std::size_t>(info_.rows), -1);  // place of each sample among `rows`
  for (std::size_t i = 0; i < rows.size(); ++i) place[rows[i]] = static_cast<std::int32_t>(i);

  // Calls visit(place, column among `columns`, value) for each entry wanted, columns ascending within a sample.
  const auto visit_entries = [&](const auto& visit) {
    std::int64_t first = 0;
    VisitBatches(file_, {}, [&](const arrow::RecordBatch& batch) {
      const auto begin = Numbers<std::int32_t>(batch, kBeginField);
      const auto row = Numbers<std::int32_t>(batch, kRowField);
      const auto value = Numbers<float>(batch, kValueField);
      for (std::size_t k = 0; k < columns.size(); ++k) {
        for (std::int32_t e = begin[columns[k]]; e < begin[columns[k] + 1]; ++e) {
          const std::int32_t i = place[first + row[e]];
          if (i >= 0) visit(i, static_cast<std::int32_t>(k), value[e]);
        }
      }
      first += std::ssize(Numbers<float>(batch, kLabelField));
    });
  };

  base::SparseMatrix result{.columns = std::ssize(columns)};
  result.row_begin.assign(rows.size() + 1, 0);
  visit_entries([&](std::int32_t i, std::int32_t, float) { ++result.row_begin[i + 1]; });
  std::partial_sum(result.row_begin.begin(), result.row_begin.end(), result.row_begin.begin());
  result.column.resize(result.row_begin.back());
  result.value.resize(result.row_begin.back());
  std::vector<std::int64_t> next = result.row_begin;
  visit_entries([&](std::int32_t i, std::int32_t k, float value) {
    result.column[next[i]] = k;
    result.value[next[i]++] = value;
  });
  return result;
}

}  // namespace fdskl::datasets
