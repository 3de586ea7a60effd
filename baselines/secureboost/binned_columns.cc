#include "baselines/secureboost/binned_columns.h"

#include <algorithm>
#include <limits>
#include <numeric>
#include <utility>

#include "base/error.h"
#include "base/index.h"

namespace fdskl::secureboost {
namespace {

using base::Index;

constexpr float kInfinity = std::numeric_limits<float>::infinity();

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

// Ascending. REQUIRES: no NaN.
std::vector<QuantileBins::Distinct> QuantileBins::CountDistinct(std::vector<float>& values, std::int64_t zeros) {
  std::sort(values.begin(), values.end());
  std::vector<Distinct> distinct;
  for (const float value : values) {
    if (distinct.empty() || distinct.back().value != value) distinct.push_back({value, 0});
    ++distinct.back().count;
  }
  if (zeros == 0) return distinct;
  auto at = std::lower_bound(distinct.begin(), distinct.end(), 0.0F,
                             [](const Distinct& entry, float value) { return entry.value < value; });
  if (at == distinct.end() || at->value != 0) at = distinct.insert(at, {0, 0});
  at->count += zeros;
  return distinct;
}

QuantileBins::QuantileBins(std::vector<float> values, std::int64_t zeros, int bins) {
  FDSKL_REQUIRE(bins >= 2 && zeros >= 0);
  const auto size = std::ssize(values) + zeros;
  if (std::erase_if(values, [](float value) { return std::isnan(value); }) > 0) {
    absent_ = Absent::kMissing;
  } else {
    const auto is_zero = [](float value) { return value == 0; };
    if (2 * (zeros + std::count_if(values.begin(), values.end(), is_zero)) > size) {
      absent_ = Absent::kZero;
      std::erase_if(values, is_zero);
      zeros = 0;
    }
  }
  CutInto(bins, CountDistinct(values, zeros));
}

void QuantileBins::CutInto(int bins, const std::vector<Distinct>& distinct) {
  if (distinct.empty()) return;
  std::int64_t all = 0;
  for (const Distinct& entry : distinct) all += entry.count;
  // A value with more than an equal share has an interval of its own. The others share the remaining intervals
  // greedily: each interval takes its equal share of what is left, to the nearest value.
  const auto frequent = [&](const Distinct& entry) { return entry.count * bins > all; };
  std::int64_t left = 0;
  std::int64_t shares = bins;
  for (const Distinct& entry : distinct) {
    if (frequent(entry)) {
      --shares;
    } else {
      left += entry.count;
    }
  }
  const bool one_each = std::ssize(distinct) <= bins;
  std::int64_t held = distinct[0].count;
  for (std::size_t i = 1; i < distinct.size() && intervals() + 1 < bins; ++i) {
    const std::int64_t overshoot = (held + distinct[i].count) * shares - left;
    const std::int64_t shortfall = left - held * shares;
    if (one_each || frequent(distinct[i - 1]) || frequent(distinct[i]) || overshoot > shortfall) {
      upper_.push_back(std::midpoint(distinct[i - 1].value, distinct[i].value));
      if (!frequent(distinct[i - 1])) {
        left -= held;
        shares = std::max<std::int64_t>(1, shares - 1);
      }
      held = 0;
    }
    held += distinct[i].count;
  }
  upper_.push_back(kInfinity);
}

int QuantileBins::BinOf(float value) const {
  if (IsAbsent(value)) return intervals();
  if (std::isnan(value)) return intervals() - 1;
  return static_cast<int>(std::lower_bound(upper_.begin(), upper_.end(), value) - upper_.begin());
}

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
  // Columns in which zeros that are not stored must be listed.
  std::vector<std::size_t> zeros_count;
  for (std::size_t k = 0; train.is_sparse() && k < columns_.size(); ++k) {
    if (columns_[k].bins.BinOf(0) != columns_[k].skipped) zeros_count.push_back(k);
  }
  std::vector<std::int64_t> stored_in(columns_.size(), -1);  // the last row with a stored value, by column
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
