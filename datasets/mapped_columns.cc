#include "datasets/mapped_columns.h"

#include <arrow/buffer.h>
#include <arrow/io/memory.h>
#include <arrow/ipc/reader.h>
#include <arrow/record_batch.h>

#include <algorithm>
#include <array>
#include <numeric>
#include <utility>

#include "base/error.h"
#include "base/index.h"
#include "datasets/store_format.h"
#include "results/arrow_io.h"

namespace fdskl::datasets {

MappedColumns::MappedColumns(const std::filesystem::path& file, std::vector<std::int32_t> columns)
    : file_(file), columns_(std::move(columns)) {
  try {
    // Arrays from a buffer reader refer to the buffer. Unlike Arrow's own mapped file it does not read pages ahead.
    const auto bytes = std::make_shared<arrow::Buffer>(reinterpret_cast<const std::uint8_t*>(file_.bytes().data()),
                                                       static_cast<std::int64_t>(file_.bytes().size()));
    auto options = arrow::ipc::IpcReadOptions::Defaults();
    options.use_threads = false;
    const auto reader = results::ValueOrThrow(
        arrow::ipc::RecordBatchFileReader::Open(std::make_shared<arrow::io::BufferReader>(bytes), options));
    const StoreInfo info = InfoOf(*reader);
    sparse_ = info.sparse;
    for (int b = 0; b < reader->num_record_batches(); ++b) {
      const auto stored = results::ValueOrThrow(reader->ReadRecordBatch(b));
      Batch batch{.first = rows_};
      batch.owner = stored;
      if (sparse_) {
        batch.begin = Numbers<std::int32_t>(*stored, kBeginField);
        batch.row = Numbers<std::int32_t>(*stored, kRowField);
        batch.value = Numbers<float>(*stored, kValueField);
        if (std::ssize(batch.begin) != info.columns + 1 || batch.row.size() != batch.value.size())
          base::Fail("the lists of a batch do not fit together");
        for (const std::int32_t k : columns_) {
          const std::int32_t begin = batch.begin[base::Index(k)];
          const std::int32_t end = batch.begin[base::Index(k) + 1];
          if (begin < 0 || end < begin || end > std::ssize(batch.row)) base::Fail("column {} has no place", k + 1);
          entries_ += end - begin;
        }
      } else {
        for (const std::int32_t k : columns_) batch.values.push_back(Numbers<float>(*stored, kFirstFeature + k).data());
      }
      rows_ += std::ssize(Numbers<float>(*stored, kLabelField));
      batch.end = rows_;
      batches_.push_back(std::move(batch));
    }
    if (!sparse_) entries_ = rows_ * this->columns();
  } catch (const base::Error& error) {
    base::Fail("cannot read the dataset in {}: {}", file.string(), error.what());
  }
}

std::pair<std::int32_t, std::int32_t> MappedColumns::Batch::Entries(std::int32_t column, std::int64_t low,
                                                                    std::int64_t high) const {
  const auto from = row.begin() + begin[base::Index(column)];
  const auto to = row.begin() + begin[base::Index(column) + 1];
  const auto lower = std::lower_bound(from, to, low - first);
  const auto upper = std::upper_bound(lower, to, high - first);
  return {static_cast<std::int32_t>(lower - row.begin()), static_cast<std::int32_t>(upper - row.begin())};
}

template <class Visit>
void MappedColumns::ForBatches(std::span<const std::int32_t> rows, const Visit& visit) const {
  while (!rows.empty()) {
    const auto batch = std::ranges::upper_bound(batches_, std::int64_t{rows.front()}, {}, &Batch::end);
    FDSKL_REQUIRE(batch != batches_.end());
    const auto behind = std::ranges::lower_bound(rows, batch->end);
    const auto count = static_cast<std::size_t>(behind - rows.begin());
    visit(*batch, rows.first(count));
    rows = rows.subspan(count);
  }
}

template <class Visit>
void MappedColumns::ForEntries(std::span<const std::int32_t> rows, const Visit& visit) const {
  std::vector<std::int32_t> place;  // for each sample from `low` on, its index in `rows`
  std::int32_t before = 0;
  ForBatches(rows, [&](const Batch& batch, std::span<const std::int32_t> part) {
    const std::int64_t low = part.front();
    place.assign(base::Index(part.back() - low) + 1, -1);
    for (const std::int32_t row : part) place[base::Index(row - low)] = before++;
    for (std::size_t k = 0; k < columns_.size(); ++k) {
      const auto [begin, end] = batch.Entries(columns_[k], low, part.back());
      for (std::int32_t e = begin; e < end; ++e) {
        const std::int64_t at = batch.first + batch.row[base::Index(e)] - low;
        if (at < 0 || at >= std::ssize(place)) base::Fail("the samples of column {} do not ascend", columns_[k] + 1);
        const std::int32_t i = place[base::Index(at)];
        if (i >= 0) visit(base::Index(i), static_cast<std::int32_t>(k), batch.value[base::Index(e)]);
      }
    }
  });
}

void MappedColumns::ReadColumn(std::int64_t k, std::span<const std::int32_t> rows, std::vector<float>& values) const {
  values.clear();
  ForBatches(rows, [&](const Batch& batch, std::span<const std::int32_t> part) {
    if (!sparse_) {
      const float* const column = batch.values[base::Index(k)];
      for (const std::int32_t row : part) values.push_back(column[row - batch.first]);
      return;
    }
    const auto [begin, end] = batch.Entries(columns_[base::Index(k)], part.front(), part.back());
    for (std::int32_t e = begin; e < end; ++e) {
      const std::int64_t row = batch.first + batch.row[base::Index(e)];
      if (std::ranges::binary_search(part, row)) values.push_back(batch.value[base::Index(e)]);
    }
  });
}

void MappedColumns::Read(std::span<const std::int32_t> rows, base::DenseMatrix& out) const {
  FDSKL_REQUIRE(!sparse_);
  out.resize(std::ssize(rows), columns());
  float* target = out.data();
  ForBatches(rows, [&](const Batch& batch, std::span<const std::int32_t> part) {
    CopyRows(batch.values, batch.first, part, target);
    target += static_cast<std::int64_t>(part.size()) * columns();
  });
}

void MappedColumns::Read(std::span<const std::int32_t> rows, base::SparseMatrix& out) const {
  FDSKL_REQUIRE(sparse_);
  out.columns = columns();
  out.row_begin.assign(rows.size() + 1, 0);
  ForEntries(rows, [&](std::size_t i, std::int32_t, float) { ++out.row_begin[i + 1]; });
  std::partial_sum(out.row_begin.begin(), out.row_begin.end(), out.row_begin.begin());
  out.column.resize(base::Index(out.row_begin.back()));
  out.value.resize(base::Index(out.row_begin.back()));
  std::vector<std::int64_t> next = out.row_begin;
  ForEntries(rows, [&](std::size_t i, std::int32_t k, float value) {
    out.column[base::Index(next[i])] = k;
    out.value[base::Index(next[i]++)] = value;
  });
}

void CopyRows(std::span<const float* const> values, std::int64_t first, std::span<const std::int32_t> rows,
              float* out) {
  constexpr std::size_t kTile = 16;  // columns copied at once; they fill a cache line of the result
  for (std::size_t k = 0; k < values.size(); k += kTile) {
    const std::size_t width = std::min(kTile, values.size() - k);
    std::array<const float*, kTile> source{};
    for (std::size_t j = 0; j < width; ++j) source[j] = values[k + j] - first;
    float* target = out + k;
    for (const std::int32_t row : rows) {
      for (std::size_t j = 0; j < width; ++j) target[j] = source[j][row];
      target += values.size();
    }
  }
}

}  // namespace fdskl::datasets
