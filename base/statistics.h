// Statistics of samples, and the significance tests of the ledger and the tables, two-sided unless they say otherwise.
//
//   Wilcoxon   paired signed ranks: is the median difference zero?            [Wilcoxon 1945]
//   Friedman   k methods over n datasets: do all have the same mean rank?     [Friedman 1937; Demsar 2006]
//   Iman       the same by an F statistic, which is less cautious             [Iman, Davenport 1980]
//   Holm       which of several comparisons hold together at one level        [Holm 1979]
#ifndef FDSKL_BASE_STATISTICS_H_
#define FDSKL_BASE_STATISTICS_H_

#include <cmath>
#include <cstddef>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "base/error.h"

namespace fdskl::base {

// Ranks from 1; equal values share the mean of their ranks.
std::vector<double> Ranks(std::span<const double> values);

struct WilcoxonResult {
  std::size_t pairs = 0;      // pairs whose difference is not zero; the others are left out
  double positive_ranks = 0;  // W+, the sum of ranks of positive differences
  double p_two_sided = 1;
  double p_greater = 1;      // one-sided: the differences are above zero
  double rank_biserial = 0;  // (W+ - W-) / (W+ + W-): 1 when all differences are positive, -1 when all are negative
};

// Exact up to 50 pairs, with or without ties. Beyond that, the normal approximation corrected for ties and continuity.
WilcoxonResult Wilcoxon(std::span<const double> differences);

// The least number of pairs with which a two-sided Wilcoxon test can give a p below `level`: 6 for 0.05.
std::size_t WilcoxonLeastPairs(double level);

struct FriedmanResult {
  std::vector<double> mean_ranks;  // by method; 1 is the lowest value
  double chi_squared = 0;          // corrected for ties; k - 1 degrees of freedom
  double p = 1;
  double f = 0;       // Iman and Davenport's statistic; infinite when all datasets agree on all ranks
  double p_iman = 1;  // its p, with k - 1 and (k - 1) (n - 1) degrees of freedom
};

// values[dataset][method].
// REQUIRES: two datasets and two methods at least, every dataset with every method.
FriedmanResult Friedman(const std::vector<std::vector<double>>& values);

// For use after Friedman(): for each method, the unadjusted p-value of the difference between its mean rank and that of
// `control`; 1 for the control itself.
std::vector<double> RankDifferenceP(std::span<const double> mean_ranks, std::size_t datasets, std::size_t control);

// Holm's adjusted p values, in the order given.
std::vector<double> Holm(std::span<const double> p);

// Slope of the least-squares line through (log x, log y): the order of a power law.
// REQUIRES: two different x at least, all positive.
double LogSlope(std::span<const double> x, std::span<const double> y);

// A confidence interval.
struct Interval {
  double low = 0, high = 0;

  bool Contains(double value) const { return low <= value && value <= high; }
};

// A power law through (x, y), fitted on logarithmic axes.
struct PowerFit {
  double order = 0;           // LogSlope()
  double factor = 0;          // y = factor * x^order
  double standard_error = 0;  // standard error of the order
  std::size_t points = 0;
  Interval interval;  // for the order, 95%, by Student's t with points - 2 degrees of freedom; unbounded for two points
};
// REQUIRES: the same as LogSlope().
PowerFit FitPower(std::span<const double> x, std::span<const double> y);

// The 95% interval of the difference a - b of two orders that were fitted separately, with Welch's degrees of freedom.
Interval DifferenceOfOrders(const PowerFit& a, const PowerFit& b);

// Each REQUIRES: values is not empty.
double Mean(std::span<const double> values);
double Median(std::vector<double> values);

// Standard deviation of a sample, with n - 1; 0 for a single value.
double Deviation(std::span<const double> values);

// "15.31 ± 0.20"; without "± ..." for a single value.
std::string MeanAndDeviation(std::span<const double> values, int decimals);

}  // namespace fdskl::base

#endif  // FDSKL_BASE_STATISTICS_H_
