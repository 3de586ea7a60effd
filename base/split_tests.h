// Tests for errors over repeated splits of the same rows into training and test parts.
//
// Such errors are not independent: the training parts overlap, and so do the test parts. A plain t-test, and
// Wilcoxon's, take them for more evidence than they are. The corrected test widens the variance of the mean from s^2 /
// J to s^2 (1 / J + test / train), for J splits.
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
  double standard_error = 0;  // corrected; 0 when all differences are equal
  double p_two_sided = 1;
  Interval interval;  // for the mean, 95%
};

// `test_over_train` is the number of test rows over that of training rows: 1/3 for splits of 3:1. With fewer than two
// splits nothing can be said: p is 1 and the interval unbounded.
CorrectedTResult CorrectedT(std::span<const double> differences, double test_over_train);

// p of "the mean difference is `margin` or more": small when the first method is worse by less than the margin.
// REQUIRES: margin > 0.
double NonInferiorityP(const CorrectedTResult& test, double margin);

struct VarianceResult {
  double log_ratio = 0;  // log(variance of a / variance of b)
  double p_less = 1;     // one-sided: a's variance is below b's
  double p_two_sided = 1;
};

// a[i] and b[i] are of the same split. By the correlation of a + b with a - b, which is zero when the variances are
// equal. p is 1 with fewer than three splits, or when one of the two does not vary.
// REQUIRES: equal sizes.
VarianceResult PitmanMorgan(std::span<const double> a, std::span<const double> b);

// The standard deviation, in percentage points, that the error of one model has over test parts of `test_rows`
// independent rows, if its true error is `percent`: what is left of a spread when training changes nothing.
double BinomialDeviation(double percent, double test_rows);

}  // namespace fdskl::base

#endif  // FDSKL_BASE_SPLIT_TESTS_H_
