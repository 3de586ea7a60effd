// Mean, standard deviation and median of a sample.
#ifndef FDSKL_BASE_SAMPLE_H_
#define FDSKL_BASE_SAMPLE_H_

#include <span>
#include <string>
#include <vector>

namespace fdskl::base {

// Each REQUIRES: values is not empty.
double Mean(std::span<const double> values);
double Median(std::vector<double> values);

// That of a sample, with n - 1; 0 for a single value.
double Deviation(std::span<const double> values);

// "15.31 ± 0.20"; without "± ..." for a single value.
std::string MeanAndDeviation(std::span<const double> values, int decimals);

}  // namespace fdskl::base

#endif  // FDSKL_BASE_SAMPLE_H_
