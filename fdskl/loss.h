// The losses of the paper's Table 1 and their derivatives in the first argument.
//
//   logistic      log(1 + exp(-y f))                                        classification
//   smooth hinge  1/2 - z | (1 - z)^2 / 2 | 0  for z = y f <= 0 | < 1 | else  classification
//   square        (f - y)^2                                                 classification and regression
#ifndef FDSKL_FDSKL_LOSS_H_
#define FDSKL_FDSKL_LOSS_H_

#include "fdskl/settings.h"

namespace fdskl {

// L(f, y).
double Loss(LossKind kind, double f, double y);

// dL/df at (f, y).
double LossDerivative(LossKind kind, double f, double y);

}  // namespace fdskl

#endif  // FDSKL_FDSKL_LOSS_H_
