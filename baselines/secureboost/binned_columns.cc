#include "baselines/secureboost/binned_columns.h"

#include <algorithm>
#include <utility>

#include "base/error.h"
#include "base/matrix.h"

namespace fdskl::secureboost {
namespace {

std::size_t Index(std::int64_t i) { return static_cast<std::size_t>(i); }

// The stored values of each column.
std::vector<std::vector<float>> ByColumn(const base::Matrix& x) {
  std::vector<std::vector<float>> columns(Index(x.columns()));
  for (std::int64_t row = 0; row < x.rows(); ++row) {
    base::ForEntries(x, row,
                     [&](Eigen::Index k, double value) { columns[Index(k)].push_back(static_cast<float>(value)); });
  }
  return columns;
}

int Commonest(const QuantileBins& bins, const std::vector<float>& values, std::int64_t zeros) {
  std::vector<std::int64_t> count(Index(bins.bins()));
  for (const float value : values) ++count[Index(bins.BinOf(value))];
  count[Index(bins.BinOf(0))] += zeros;
  return static_cast<int>(std::max_element(count.begin(), count.end()) - count.begin());
}

float ValueAt(const base::Matrix& x, std::int64_t row, std::int32_t column) {
  if (!x.is_sparse()) return x.dense()(row, column);
  const base::SparseMatrix& sparse = x.sparse();
  const auto begin = sparse.column.begin() + sparse.row_begin[Index(row)];
  const auto end = sparse.column.begin() + sparse.row_begin[Index(row) + 1];
  const auto at = std::lower_bound(begin, end, column);
  return at == end || *at != column ? 0 : sparse.value[Index(at - sparse.column.begin())];
}

}  // namespace

BinnedColumns::BinnedColumns(const base::Matrix& train, int bins, Skip skip) {
  FDSKL_REQUIRE(train.rows() > 0);
  for (const std::vector<float>& values : ByColumn(train)) {
    const std::int64_t zeros = train.rows() - std::ssize(values);
    QuantileBins column(values, zeros, bins);
    const int skipped = skip == Skip::kCommonest ? Commonest(column, values, zeros) : -1;
    columns_.push_back({std::move(column), total_bins_, skipped});
    total_bins_ += columns_.back().bins.bins();
  }
  ListBins(train);
  ListCandidates();
}

void BinnedColumns::ListBins(const base::Matrix& train) {
  const auto list = [&](const Column& column, float value) {
    const int bin = column.bins.BinOf(value);
    if (bin != column.skipped) bin_.push_back(column.first_bin + bin);
  };
  // Columns in which a zero that is not stored counts all the same.
  std::vector<std::size_t> zeros_count;
  for (std::size_t k = 0; train.is_sparse() && k < columns_.size(); ++k) {
    if (columns_[k].bins.BinOf(0) != columns_[k].skipped) zeros_count.push_back(k);
  }
  std::vector<std::int64_t> stored_in(columns_.size(), -1);  // the last row that stores a value of the column
  for (std::int64_t row = 0; row < train.rows(); ++row) {
    base::ForEntries(train, row, [&](Eigen::Index k, double value) {
      stored_in[Index(k)] = row;
      list(columns_[Index(k)], static_cast<float>(value));
    });
    for (const std::size_t k : zeros_count) {
      if (stored_in[k] != row) list(columns_[k], 0);
    }
    row_begin_.push_back(std::ssize(bin_));
  }
}

void BinnedColumns::ListCandidates() {
  for (std::size_t k = 0; k < columns_.size(); ++k) {
    const QuantileBins& bins = columns_[k].bins;
    const auto column = static_cast<std::int32_t>(k);
    for (std::int32_t interval = 0; interval < bins.intervals(); ++interval) {
      const bool last = interval + 1 == bins.intervals();
      if (!last || bins.has_absent()) candidates_.push_back({column, interval, false});
      if (!last && bins.has_absent()) candidates_.push_back({column, interval, true});
    }
  }
}

bool BinnedColumns::GoesLeft(const ColumnSplit& split, const base::Matrix& x, std::int64_t row) const {
  const QuantileBins& bins = columns_[Index(split.column)].bins;
  const float value = ValueAt(x, row, split.column);
  return bins.IsAbsent(value) ? split.absent_left : bins.BinOf(value) <= split.interval;
}

}  // namespace fdskl::secureboost
