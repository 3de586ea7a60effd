// Ridge regression on features that nobody has, by conjugate gradients (Hestenes and Stiefel, 1952) on shares:
//     (Phi^T Phi + ridge) w = Phi^T y
// from w = 0. To stop early regularises.
//
// Opened:  to H and K, three inner products an iteration, |q|^2, p.q and |r|^2 with q = (Phi^T Phi + ridge) p, and once
//          |Phi^T y|^2. The first of the three follows from the others, up to rounding: |q|^2 step^2 = |r|^2 + |r'|^2.
//          So it is two numbers an iteration about the whole dataset, that is the solver's step and direction, and one
//          number for their scale. The dealer learns their magnitudes, as powers of two. Nothing else is opened.
//          A multiplicative mask, which would open only ratios, hides nothing: the ratio of two integers of this size,
//          exact, gives both away by its continued fraction.
// Range:   what is opened also bounds the vectors. After each product |q|^2 bounds the next residual, so that every
//          bound is a fact and no guess, and vectors are scaled by powers of two to use the bits that there are.
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
  ConjugateGradients(SharedFeatures& features, const SharedVector& y, double ridge);

  // How many bits labels within `most` may have.
  static int LabelBits(std::int64_t rows, double most);

  void Step();

  const SharedVector& solution() const { return solution_; }

  // What H and K have seen, in order: |r|^2, then for each step |q|^2, p.q and |r|^2. Empty elsewhere.
  const std::vector<double>& opened() const { return opened_; }

 private:
  SharedFeatures& features_;
  double ridge_;
  SharedVector solution_, residual_, direction_;
  double residual_square_;
  std::vector<double> opened_;
};

}  // namespace fdskl::sharing

#endif  // FDSKL_FDSKL_SHARING_CONJUGATE_GRADIENTS_H_
