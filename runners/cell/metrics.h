// Measures of how good decision values are. [paper: section 5, "test error"]
//
// `f` has decision values, `y` the truth of the same samples in the same order: -1 or +1, in regression any number.
// REQUIRES: for all functions, equal sizes, at least one sample, and finite values of f.
#ifndef FDSKL_RUNNERS_CELL_METRICS_H_
#define FDSKL_RUNNERS_CELL_METRICS_H_

#include <optional>
#include <span>

namespace fdskl::cell {

// Percent of samples on the wrong side of zero; f = 0 counts as +1.
double ErrorPercent(std::span<const double> f, std::span<const float> y);

// Mean of the two classes' errors, in percent; none when a class is absent.
std::optional<double> BalancedErrorPercent(std::span<const double> f, std::span<const float> y);

// Probability that a positive sample scores above a negative one, ties counting half; none when a class is absent.
std::optional<double> AreaUnderRoc(std::span<const double> f, std::span<const float> y);

// For regression.
double RootMeanSquareError(std::span<const double> f, std::span<const float> y);

}  // namespace fdskl::cell

#endif  // FDSKL_RUNNERS_CELL_METRICS_H_
