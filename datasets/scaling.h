// Scales each column by its values in the training part. The worker that holds the column does so without others. The
// catalogue says how a dataset is scaled.
//
// minmax:  to [0,1]. Dense: (x - min) / (max - min). Sparse: x / (max - min), where zeros that are not stored count for
//          min and max. Sparse columns are not shifted, so that zeros stay zeros. Nothing is lost, because kernels are
//          shift-invariant and linear models have an intercept. Constant columns become 0.
// max-abs: to [-1,1], by x / max|x|, without a shift. Columns of zeros stay zero.
// none:    x itself, for data that their publisher has normalised.
//
// Missing values (NaN) of a dense column are first replaced by its training median, or stay missing for a learner that
// can use them. Sparse columns have no missing values. Values are not clamped: those of test samples may lie outside.
#ifndef FDSKL_DATASETS_SCALING_H_
#define FDSKL_DATASETS_SCALING_H_

#include <cstdint>
#include <functional>
#include <vector>

#include "base/matrix.h"
#include "base/names.h"

namespace fdskl::datasets {

enum class Scaling { kMinMax, kMaxAbs, kNone };

constexpr auto NamesOf(Scaling /*value*/) {
  return base::EnumTable<Scaling, 3>{
      "scaling", {{{Scaling::kMinMax, "minmax"}, {Scaling::kMaxAbs, "max-abs"}, {Scaling::kNone, "none"}}}};
}

enum class Missing { kFill, kKeep };

// A training part that is read column by column.
struct ColumnByColumn {
  std::int64_t rows = 0, columns = 0;
  bool sparse = false;
  // Stores in `values` the stored values of column k: one per row when dense.
  std::function<void(std::int64_t k, std::vector<float>& values)> read;
};

class ColumnScaler {
 public:
  ColumnScaler() = default;

  // REQUIRES: `train` has a row, and is in memory.
  static ColumnScaler Fit(const base::Matrix& train, Scaling scaling);
  // Gives the same scaler for the same values.
  // REQUIRES: `train` has a row.
  static ColumnScaler Fit(const ColumnByColumn& train, Scaling scaling);

  // Restores a fitted scaler from its shift(), factor() and fill().
  // REQUIRES: all three are equally long.
  ColumnScaler(std::vector<float> shift, std::vector<float> factor, std::vector<float> fill);

  // Scales `x` in place.
  // REQUIRES: `x` is in memory and has the columns of the fitted matrix; it is sparse if that one was.
  void Apply(base::Matrix& x, Missing missing = Missing::kFill) const;

  const std::vector<float>& shift() const { return shift_; }
  const std::vector<float>& factor() const { return factor_; }
  const std::vector<float>& fill() const { return fill_; }

 private:
  // A value x becomes (x - shift) * factor.
  std::vector<float> shift_, factor_;
  std::vector<float> fill_;  // replaces missing values, before the shift
};

}  // namespace fdskl::datasets

#endif  // FDSKL_DATASETS_SCALING_H_
