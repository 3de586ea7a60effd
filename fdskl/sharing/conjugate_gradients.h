// Ridge regression on features that nobody has, by conjugate gradients (Hestenes and Stiefel, 1952) on shares:
//     minimise |Phi w + b - y|^2 + ridge |w|^2   over w and the intercept b, from w = 0
// Early stopping regularises. The intercept is eliminated: y and each Phi p are centred. Centring is linear, so it
// needs no product of shares. It also removes the largest eigenvalue, that of the features' means.
//
// Opened: to H and K, |Phi^T y|^2 and in each iteration |Phi p|^2, |q|^2, |r|^2 and |p|^2, with q = (Phi^T Phi + ridge)
//         p, all centred. Up to rounding, |q|^2 and |p|^2 follow from the others: |q|^2 step^2 = |r|^2 + |r'|^2 and
//         |p'|^2 = |r'|^2 + (|r'|^2 / |r|^2)^2 |p|^2. So H and K learn two numbers per iteration about the whole
//         dataset, which determine the solver's step and direction, and one number for their scale. The dealer learns
//         magnitudes, as powers of two. Nothing else is opened.
//         A multiplicative mask, which would open only ratios, would hide nothing more: the exact ratio of two such
//         integers reveals both by its continued fraction.
// Range:  the opened numbers also bound the vectors, so every bound is proven. Vectors are scaled by powers of two to
//         use all available bits.
// Stops:  once the residual is only rounding, later steps change nothing. They still run, so that messages reveal
//         nothing about it.
#ifndef FDSKL_FDSKL_SHARING_CONJUGATE_GRADIENTS_H_
#define FDSKL_FDSKL_SHARING_CONJUGATE_GRADIENTS_H_

#include <vector>

#include "fdskl/sharing/shared_features.h"

namespace fdskl::sharing {

class ConjugateGradients {
 public:
  // `y` is a share of each sample's label. `features` must outlive the solver.
  ConjugateGradients(SharedFeatures& features, SharedVector y, double ridge);

  // The number of fractional bits that labels within [-most, most] may have.
  static int LabelBits(std::int64_t rows, double most);

  // One iteration.
  // Collective: all roles call it.
  void Step();

  const SharedVector& solution() const { return solution_; }
  const SharedVector& intercept() const { return intercept_; }  // one number

  // The numbers opened to H and K, in order: |r|^2, then for each step |Phi p|^2, |q|^2, |r|^2, |p|^2. Empty elsewhere.
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
