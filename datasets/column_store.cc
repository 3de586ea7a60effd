#include "datasets/column_store.h"

#include <arrow/io/file.h>
#include <arrow/ipc/reader.h>
#include <arrow/record_batch.h>

#include <algorithm>
#include <functional>

#include "base/error.h"
#include "base/index.h"
#include "datasets/store_format.h"
#include "results/arrow_io.h"

namespace fdskl::datasets {
namespace {

using Reader = std::shared_ptr<arrow::ipc::RecordBatchFileReader>;

// A reader of all fields maps the file, so that only pages that are touched are read. A reader of some fields reads
// only these, into memory of its own, so that a worker's memory has no other worker's columns.
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
  return {file, InfoOf(*OpenReader(file))};
} catch (const base::Error& error) {
  base::Fail("cannot read the dataset in {}: {}", file.string(), error.what());
}

Scaling ColumnStore::scaling() const { return info_.scaling ? *info_.scaling : FindDataset(info_.dataset).scaling; }

void ColumnStore::CheckRows(std::int64_t found) const {
  if (found != info_.rows)
    base::Fail("cannot read the dataset in {}: it announces {} samples and has {}", file_.string(), info_.rows, found);
}

std::vector<float> ColumnStore::Labels() const {
  std::vector<float> labels;
  VisitBatches(file_, {kLabelField}, [&](const arrow::RecordBatch& batch) {
    const auto part = Numbers<float>(batch, 0);
    labels.insert(labels.end(), part.begin(), part.end());
  });
  CheckRows(std::ssize(labels));
  if (info_.task == Task::kClassification) ToSigns(labels);
  return labels;
}

base::Matrix ColumnStore::Load(std::span<const std::int32_t> columns, std::span<const std::int32_t> rows) const {
  FDSKL_REQUIRE(AscendWithin(columns, info_.columns) && AscendWithin(rows, info_.rows));
  if (!info_.sparse) return base::Matrix(LoadDense(columns, rows));
  base::SparseMatrix sparse;
  Map(columns)->Read(rows, sparse);
  return base::Matrix(std::move(sparse));
}

base::DenseMatrix ColumnStore::LoadDense(std::span<const std::int32_t> columns,
                                         std::span<const std::int32_t> rows) const {
  base::DenseMatrix result(std::ssize(rows), std::ssize(columns));
  if (columns.empty()) return result;
  std::vector<int> fields;
  for (const std::int32_t column : columns) fields.push_back(kFirstFeature + column);
  std::int64_t first = 0;
  VisitBatches(file_, fields, [&](const arrow::RecordBatch& batch) {
    const auto begin = std::ranges::lower_bound(rows, first);
    const auto end = std::ranges::lower_bound(begin, rows.end(), first + batch.num_rows());
    std::vector<const float*> values;
    for (std::size_t k = 0; k < columns.size(); ++k)
      values.push_back(Numbers<float>(batch, static_cast<int>(k)).data());
    CopyRows(values, first, {begin, end}, result.data() + (begin - rows.begin()) * result.cols());
    first += batch.num_rows();
  });
  CheckRows(first);
  return result;
}

void ColumnStore::Check() const {
  Labels();
  Map(base::FirstNumbers(info_.columns));
}

double ColumnStore::EntriesOfASample() const {
  if (!info_.sparse) return static_cast<double>(info_.columns);
  const auto all = Map(base::FirstNumbers(info_.columns));
  return static_cast<double>(all->entries()) / static_cast<double>(std::max<std::int64_t>(1, all->rows()));
}

std::shared_ptr<const MappedColumns> ColumnStore::Map(std::span<const std::int32_t> columns) const {
  FDSKL_REQUIRE(AscendWithin(columns, info_.columns));
  auto mapped = std::make_shared<const MappedColumns>(file_, std::vector<std::int32_t>(columns.begin(), columns.end()));
  CheckRows(mapped->rows());
  return mapped;
}

}  // namespace fdskl::datasets
