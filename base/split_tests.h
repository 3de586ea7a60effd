// Tests of significance for errors over repeated splits of the same rows into training and test parts.
//
// Such errors are not independent: the training parts overlap, and so do the test parts. The plain t-test and that of
// Wilcoxon assume independence, so their p-values are too small. The corrected test widens the variance of the mean of
// J splits from s^2 / J to s^2 (1 / J + test / train).
//
//   CorrectedT      is the mean difference zero?                   [Nadeau, Bengio: Inference for the generalization
//                                                                   error, Machine Learning 52, 2003]
//   NonInferiority  is the mean difference below a margin?         one-sided, with the same variance
//   PitmanMorgan    do two methods on the same splits have the same variance?            [Pitman 1939; Morgan 1939]
#ifndef FDSKL_BASE_SPLIT_TESTS_H_
#define FDSKL_BASE_SPLIT_TESTS_H_

#include <cstddef>
#include <span>

#include "base/statistics.h"

namespace fdskl::base {

struct CorrectedTResult {
  std::size_t splits = 0;
  double mean = 0;            // mean of the differences
  double standard_error = 0;  // corrected; 0 when all differences are equal, without the bound below
  double p_two_sided = 1;
  Interval interval;  // for the mean, 95%
};

// `test_over_train` is the number of test rows divided by that of training rows: 1/3 for splits of 3:1. With one split
// p is 1 and the interval is unbounded.
// REQUIRES: differences is not empty; test_over_train >= 0.
CorrectedTResult CorrectedT(std::span<const double> differences, double test_over_train);

// The same for differences of test errors, in percentage points, with a bound below. Two models whose numbers of errors
// differ by k disagree on k test rows or more, so that the difference varies by sqrt(k) rows or more from one draw of
// test rows to the next. The deviation over splits is not taken to be below that of the mean k: a few splits that
// differ equally by chance would give a p-value of zero otherwise.
// REQUIRES: differences is not empty; test_rows, train_rows > 0.
CorrectedTResult CorrectedTOfErrors(std::span<const double> differences, double test_rows, double train_rows);

// The p-value of the hypothesis that the mean difference is `margin` or more. A small p says that the first method is
// worse by less than the margin.
// REQUIRES: margin > 0.
double NonInferiorityP(const CorrectedTResult& test, double margin);

struct VarianceResult {
  double log_ratio = 0;  // log(variance of a / variance of b)
  double p_less = 1;     // one-sided: a's variance is below b's
  double p_two_sided = 1;
};

// Tests the correlation of a + b with a - b, which is zero when the variances are equal. a[i] and b[i] belong to the
// same split. p is 1 with fewer than three splits, and when a or b does not vary.
// REQUIRES: equal sizes.
VarianceResult PitmanMorgan(std::span<const double> a, std::span<const double> b);

// The standard deviation, in percentage points, of the error that one model shows on test parts of `test_rows`
// independent rows, if its true error is `percent`. Errors over splits vary this much even if all models are equal.
double BinomialDeviation(double percent, double test_rows);

}  // namespace fdskl::base

#endif  // FDSKL_BASE_SPLIT_TESTS_H_
