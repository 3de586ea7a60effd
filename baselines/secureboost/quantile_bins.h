// The bins of one column: few intervals that hold about equally many training values each.
//
// A value that is frequent has a bin of its own; a column of few different values has a bin for each. Values that are
// *absent* belong to no interval: missing ones (NaN) where the training part has any; else zeros, where more than half
// of the values are zero. At a split they go to the side that is better for them, their default direction.
// Local to the worker that holds the column; dense and sparse storage give the same bins.
#ifndef FDSKL_BASELINES_SECUREBOOST_QUANTILE_BINS_H_
#define FDSKL_BASELINES_SECUREBOOST_QUANTILE_BINS_H_

#include <cmath>
#include <cstdint>
#include <vector>

namespace fdskl::secureboost {

class QuantileBins {
 public:
  enum class Absent { kNone, kMissing, kZero };

  // `values` are the training values but for `zeros` further zeros; the order does not matter. REQUIRES: bins >= 2.
  QuantileBins(std::vector<float> values, std::int64_t zeros, int bins);

  // None when all values are absent.
  int intervals() const { return static_cast<int>(upper_.size()); }
  bool has_absent() const { return absent_ != Absent::kNone; }
  // With the one of absent values, which is the last.
  int bins() const { return intervals() + (has_absent() ? 1 : 0); }

  bool IsAbsent(float value) const {
    return absent_ == Absent::kZero ? value == 0 : absent_ == Absent::kMissing && std::isnan(value);
  }
  // A missing value of a column that had none in training is in the last interval.
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

}  // namespace fdskl::secureboost

#endif  // FDSKL_BASELINES_SECUREBOOST_QUANTILE_BINS_H_
