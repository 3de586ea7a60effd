// Each column to [0,1] by the training part's own minimum and maximum. Local to the worker that holds the column.
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

#include "fdskl/matrix.h"

namespace fdskl {

enum class Missing { kFill, kKeep };

class ColumnScaler {
 public:
  // REQUIRES: `train` has a row.
  static ColumnScaler Fit(const Matrix& train);

  // REQUIRES: `x` has the columns, and the kind, of what was fitted.
  void Apply(Matrix& x, Missing missing = Missing::kFill) const;

 private:
  struct Column {
    float shift = 0;   // the minimum when dense, 0 when sparse
    float factor = 0;  // 1 / (max - min), or 0
    float fill = 0;    // for missing values
  };

  bool sparse_ = false;
  std::vector<Column> columns_;
};

}  // namespace fdskl

#endif  // FDSKL_DATASETS_SCALING_H_
