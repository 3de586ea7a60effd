// Fits the recursion of Theorem 1's proof to what `fdskl theory` measured. [paper: Appendix A, Lemma 4]
//
// The proof unwraps e_{t+1} <= (1 - gamma lambda)(e_t - e_inf) + e_inf, with e_inf <= gamma B. Here this is taken as an
// equation with a free rate c in place of lambda,
//   e_t = (1 - c gamma)^(t - 1) (e_1 - e_inf) + e_inf,
// and fitted to the mean errors of each gamma: e_1 and e_inf as measured, c by least squares of the logarithms.
#ifndef FDSKL_RUNNERS_REPORTING_STORED_RATE_FIT_H_
#define FDSKL_RUNNERS_REPORTING_STORED_RATE_FIT_H_

#include <vector>

#include "base/statistics.h"
#include "results/theory_row.h"

namespace fdskl::stored {

// The mean errors of one gamma, and the recursion that fits them.
struct RateCurve {
  double gamma = 0, lambda = 0;
  std::vector<double> iteration, error;          // mean over seeds
  double first = 0;                              // e_1: error at the first iteration measured
  double floor = 0;                              // e_inf: mean error over the second half of the iterations
  double rate = 0;                               // c
  base::Interval floor_interval, rate_interval;  // 95%, by the jackknife over seeds; unbounded with one seed
  double residual = 0;                           // root mean square of log(error / fitted error)
  double reached = 0;                            // first iteration measured with an error of twice the floor or less
  double predicted = 0;                          // the same by the fitted recursion

  double At(double t) const;  // the fitted error
};

// One curve for each gamma, ascending. REQUIRES: rows of check `theorem1`.
std::vector<RateCurve> FitRecursion(const std::vector<const results::TheoryRow*>& rows);

}  // namespace fdskl::stored

#endif  // FDSKL_RUNNERS_REPORTING_STORED_RATE_FIT_H_
