// Ridge regression on features that nobody has, by conjugate gradients (Hestenes and Stiefel, 1952) on shares:
//     minimise |Phi w + b - y|^2 + ridge |w|^2   over w and the intercept b, from w = 0
// Early stopping regularises. The intercept is eliminated: y and each Phi p are centred, which is linear and so costs
// shares nothing; it takes the largest eigenvalue away, that of the features' means.
//
// Opened:  to H and K, |Phi^T y|^2 and in each iteration |Phi p|^2, |q|^2, |r|^2 and |p|^2, with q = (Phi^T Phi + ridge) p,
//          all centred. But for rounding, |q|^2 and |p|^2 follow from the others: |q|^2 step^2 = |r|^2 + |r'|^2 and
//          |p'|^2 = |r'|^2 + (|r'|^2 / |r|^2)^2 |p|^2. So it is two numbers an iteration about the whole dataset, those
//          that the solver's step and direction are made of, and one for their scale. The dealer learns magnitudes, as
//          powers of two. Nothing else is opened.
//          A multiplicative mask, which would open only ratios, hides nothing more: the exact ratio of two such
//          integers gives both away by its continued fraction.
// Range:   what is opened also bounds the vectors, so that every bound is a fact and no guess, and vectors are scaled by
//          powers of two to use the bits that there are.
// Stops:   when nothing but rounding is left of the residual, later steps change nothing. They still take place, so that
//          messages do not tell.
#ifndef FDSKL_FDSKL_SHARING_CONJUGATE_GRADIENTS_H_
#define FDSKL_FDSKL_SHARING_CONJUGATE_GRADIENTS_H_

#include <vector>

#include "fdskl/sharing/shared_features.h"

namespace fdskl::sharing {

class ConjugateGradients {
 public:
  // `y`: a share of each sample's label. `features` outlives the solver.
  ConjugateGradients(SharedFeatures& features, SharedVector y, double ridge);

  // How many bits labels within `most` may have.
  static int LabelBits(std::int64_t rows, double most);

  void Step();

  const SharedVector& solution() const { return solution_; }
  const SharedVector& intercept() const { return intercept_; }  // one number

  // What H and K have seen, in order: |r|^2, then for each step |Phi p|^2, |q|^2, |r|^2 and |p|^2. Empty elsewhere.
  const std::vector<double>& opened() const { return opened_; }

 private:
  SharedFeatures& features_;
  double ridge_;
  SharedVector solution_, intercept_, residual_, direction_;
  double residual_square_ = 0, direction_square_ = 0;  // at H and K
  std::vector<double> opened_;
};

}  // namespace fdskl::sharing

#endif  // FDSKL_FDSKL_SHARING_CONJUGATE_GRADIENTS_H_
