// A worker's training columns as bins, and the ways in which they can split a set of rows.
//
// All bins of all columns are numbered through. The sums over a set of rows need every row's bin in every column, but
// for one bin of each column: the commonest, whose sum is what is left. `Skip::kCommonest` leaves it out, so that a
// sparse column costs only where it is not zero.
// Candidates, in order: (column, interval, absent values left or right). Each has one side without the skipped bin, and
// that side is summed: to whoever knows the sum over all the rows, one side is as good as the other.
#ifndef FDSKL_BASELINES_SECUREBOOST_BINNED_COLUMNS_H_
#define FDSKL_BASELINES_SECUREBOOST_BINNED_COLUMNS_H_

#include <cstdint>
#include <span>
#include <vector>

#include "base/matrix.h"
#include "baselines/secureboost/quantile_bins.h"

namespace fdskl::secureboost {

// Rows whose value is in intervals 0 .. interval of a column go left, the others right, absent ones as said.
struct ColumnSplit {
  std::int32_t column = 0;  // of this worker's matrix
  std::int32_t interval = 0;
  bool absent_left = false;

  bool operator==(const ColumnSplit&) const = default;
};

class BinnedColumns {
 public:
  enum class Skip { kCommonest, kNone };

  struct Column {
    QuantileBins bins;
    std::int32_t first_bin;  // number of its bin 0
    int skipped;             // its bin that no row is listed under, or -1
  };

  // REQUIRES: `train` has a row; bins >= 2.
  BinnedColumns(const base::Matrix& train, int bins, Skip skip);

  const std::vector<Column>& columns() const { return columns_; }
  std::int32_t total_bins() const { return total_bins_; }
  const std::vector<ColumnSplit>& candidates() const { return candidates_; }

  // Numbers of the bins that a training row is in, without those skipped.
  std::span<const std::int32_t> BinsOf(std::int32_t row) const {
    const auto begin = static_cast<std::size_t>(row_begin_[static_cast<std::size_t>(row)]);
    const auto end = static_cast<std::size_t>(row_begin_[static_cast<std::size_t>(row) + 1]);
    return std::span(bin_).subspan(begin, end - begin);
  }

  // Any row of any matrix with this worker's columns.
  bool GoesLeft(const ColumnSplit& split, const base::Matrix& x, std::int64_t row) const;

 private:
  void ListBins(const base::Matrix& train);
  void ListCandidates();

  std::vector<Column> columns_;
  std::int32_t total_bins_ = 0;
  std::vector<std::int64_t> row_begin_ = {0};
  std::vector<std::int32_t> bin_;
  std::vector<ColumnSplit> candidates_;
};

}  // namespace fdskl::secureboost

#endif  // FDSKL_BASELINES_SECUREBOOST_BINNED_COLUMNS_H_
