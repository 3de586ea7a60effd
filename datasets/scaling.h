// Scales each column to [0,1] by its minimum and maximum in the training part. Local to the worker that holds the
// column.
//
// Dense:   (x - min) / (max - min). A missing value (NaN) becomes the column's training median first,
//          or stays missing for a learner that knows what to do with it.
// Sparse:  x / (max - min), where the zeros that are not stored count for min and max. There is no shift, so zeros stay
//          zeros; nothing is lost, for kernels are shift-invariant and linear models have an intercept. No value may be
//          missing.
// Constant columns become 0. Values are not clamped: those of test samples may lie outside [0,1].
#ifndef FDSKL_DATASETS_SCALING_H_
#define FDSKL_DATASETS_SCALING_H_

#include <vector>

#include "base/matrix.h"

namespace fdskl::datasets {

enum class Missing { kFill, kKeep };

class ColumnScaler {
 public:
  ColumnScaler() = default;

  // REQUIRES: `train` has a row.
  static ColumnScaler Fit(const base::Matrix& train);

  // Restores a fitted scaler from its shift(), factor() and fill(). REQUIRES: all three are equally long.
  ColumnScaler(std::vector<float> shift, std::vector<float> factor, std::vector<float> fill);

  // REQUIRES: `x` has the columns of the matrix that was fitted, and is dense or sparse as that was.
  void Apply(base::Matrix& x, Missing missing = Missing::kFill) const;

  const std::vector<float>& shift() const { return shift_; }
  const std::vector<float>& factor() const { return factor_; }
  const std::vector<float>& fill() const { return fill_; }

 private:
  std::vector<float> shift_;   // the minimum when dense, 0 when sparse
  std::vector<float> factor_;  // 1 / (max - min); 0 for a constant column
  std::vector<float> fill_;    // what replaces missing values
};

}  // namespace fdskl::datasets

#endif  // FDSKL_DATASETS_SCALING_H_
