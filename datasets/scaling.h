// Scales each column by what it is in the training part. Local to the worker that holds the column. The catalogue says
// how a dataset is scaled.
//
// minmax:  to [0,1]. Dense: (x - min) / (max - min). Sparse: x / (max - min), where the zeros that are not stored count
//          for min and max. There is no shift, so zeros stay zeros; nothing is lost, for kernels are shift-invariant
//          and linear models have an intercept. Constant columns become 0.
// max-abs: to [-1,1], by x / max|x|. There is no shift; columns of zeros stay.
// none:    x, for data that their publisher has normalised.
//
// Missing values (NaN) of a dense column become its training median first, or stay missing for a learner that knows
// what to do with them. A sparse column has none. Values are not clamped: those of test samples may lie beyond.
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
  // Makes `values` the stored values of column k: one a row when dense.
  std::function<void(std::int64_t k, std::vector<float>& values)> read;
};

class ColumnScaler {
 public:
  ColumnScaler() = default;

  // REQUIRES: `train` has a row, and is in memory.
  static ColumnScaler Fit(const base::Matrix& train, Scaling scaling);
  // The same for the same values. REQUIRES: `train` has a row.
  static ColumnScaler Fit(const ColumnByColumn& train, Scaling scaling);

  // Restores a fitted scaler from its shift(), factor() and fill(). REQUIRES: all three are equally long.
  ColumnScaler(std::vector<float> shift, std::vector<float> factor, std::vector<float> fill);

  // REQUIRES: `x` has the columns of the matrix that was fitted, and is dense or sparse as that was.
  void Apply(base::Matrix& x, Missing missing = Missing::kFill) const;

  const std::vector<float>& shift() const { return shift_; }
  const std::vector<float>& factor() const { return factor_; }
  const std::vector<float>& fill() const { return fill_; }

 private:
  // A value x becomes (x - shift) * factor.
  std::vector<float> shift_, factor_;
  std::vector<float> fill_;  // what replaces missing values
};

}  // namespace fdskl::datasets

#endif  // FDSKL_DATASETS_SCALING_H_
