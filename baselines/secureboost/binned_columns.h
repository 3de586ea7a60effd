// A worker's training columns divided into bins, and the ways in which they can split a set of rows.
#ifndef FDSKL_BASELINES_SECUREBOOST_BINNED_COLUMNS_H_
#define FDSKL_BASELINES_SECUREBOOST_BINNED_COLUMNS_H_

#include <cmath>
#include <cstdint>
#include <span>
#include <vector>

#include "base/matrix.h"

namespace fdskl::secureboost {

// The bins of one column: a few intervals that hold about equally many training values each.
//
// A frequent value has a bin of its own. A column of few different values has a bin for each. Values that are *absent*
// belong to no interval: missing values (NaN) if the training part has any, otherwise zeros if more than half of the
// values are zero. At a split, absent values go to the side that is better for them, their default direction.
// The worker that holds the column computes this without others. Dense and sparse storage give the same bins.
class QuantileBins {
 public:
  enum class Absent { kNone, kMissing, kZero };

  // `values` are the training values except for `zeros` further zeros, in any order.
  // REQUIRES: bins >= 2.
  QuantileBins(std::vector<float> values, std::int64_t zeros, int bins);

  // 0 when all values are absent.
  int intervals() const { return static_cast<int>(upper_.size()); }
  bool has_absent() const { return absent_ != Absent::kNone; }
  // The intervals and, as the last bin, that of absent values.
  int bins() const { return intervals() + (has_absent() ? 1 : 0); }

  bool IsAbsent(float value) const {
    return absent_ == Absent::kZero ? value == 0 : absent_ == Absent::kMissing && std::isnan(value);
  }
  // A missing value is in the last interval if the column had none in training.
  int BinOf(float value) const;

 private:
  struct Distinct {
    float value;
    std::int64_t count;
  };

  static std::vector<Distinct> CountDistinct(std::vector<float>& values, std::int64_t zeros);
  void CutInto(int bins, const std::vector<Distinct>& distinct);

  Absent absent_ = Absent::kNone;
  std::vector<float> upper_;  // interval b holds values in (upper_[b-1], upper_[b]]; the last is infinite
};

// Rows whose value is in intervals 0 .. interval of a column go left, the others right. `absent_left` says where rows
// with an absent value go.
struct ColumnSplit {
  std::int32_t column = 0;  // in this worker's matrix
  std::int32_t interval = 0;
  bool absent_left = false;

  bool operator==(const ColumnSplit&) const = default;
};

// The training columns of one worker as bins, and the ways in which they can split a set of rows (candidates).
//
// All bins of all columns are numbered consecutively. Sums over a set of rows need every row's bin in every column,
// except for one bin per column, whose sum is the total minus the others. `Skip::kCommonest` leaves out the commonest
// bin, so that the cost of a sparse column is proportional to its entries.
// Candidates are ordered by column, interval, and whether absent values go left. One side of each candidate does not
// contain the skipped bin. That side is summed; the other side is the sum over all rows minus it.
class BinnedColumns {
 public:
  enum class Skip { kCommonest, kNone };

  struct Column {
    QuantileBins bins;
    std::int32_t first_bin;  // number of the column's bin 0
    int skipped;             // the bin that is left out, or -1
  };

  // REQUIRES: `train` has a row; bins >= 2.
  BinnedColumns(const base::Matrix& train, int bins, Skip skip);

  const std::vector<Column>& columns() const { return columns_; }
  std::int32_t total_bins() const { return total_bins_; }
  const std::vector<ColumnSplit>& candidates() const { return candidates_; }

  // The numbers of the bins of a training row, without the skipped ones.
  std::span<const std::int32_t> BinsOf(std::int32_t row) const {
    const auto begin = static_cast<std::size_t>(row_begin_[static_cast<std::size_t>(row)]);
    const auto end = static_cast<std::size_t>(row_begin_[static_cast<std::size_t>(row) + 1]);
    return std::span(bin_).subspan(begin, end - begin);
  }

  // Whether a row goes left, for any matrix with this worker's columns.
  bool GoesLeft(const ColumnSplit& split, const base::Matrix& x, std::int64_t row) const;

 private:
  void ListBins(const base::Matrix& train);
  void ListCandidates();

  std::vector<Column> columns_;
  std::int32_t total_bins_ = 0;
  std::vector<std::int64_t> row_begin_ = {0};  // bins of row i are bin_[row_begin_[i]] .. bin_[row_begin_[i + 1] - 1]
  std::vector<std::int32_t> bin_;
  std::vector<ColumnSplit> candidates_;
};

}  // namespace fdskl::secureboost

#endif  // FDSKL_BASELINES_SECUREBOOST_BINNED_COLUMNS_H_
