#include "base/split_tests.h"

#include <algorithm>
#include <boost/math/distributions/students_t.hpp>
#include <boost/math/statistics/bivariate_statistics.hpp>
#include <cmath>
#include <limits>
#include <vector>

#include "base/error.h"

namespace fdskl::base {
namespace {

using StudentsT = boost::math::students_t_distribution<double>;

constexpr double kInfinity = std::numeric_limits<double>::infinity();

// P(T >= t), also for an infinite t.
double UpperTailOfT(double t, double free) {
  if (std::isinf(t)) return t > 0 ? 0 : 1;
  return cdf(complement(StudentsT(free), t));
}

CorrectedTResult TestOfMean(std::span<const double> differences, double deviation, double test_over_train) {
  CorrectedTResult result{.splits = differences.size(), .mean = Mean(differences)};
  result.interval = {-kInfinity, kInfinity};
  if (differences.size() < 2) return result;
  const auto splits = static_cast<double>(differences.size());
  result.standard_error = deviation * std::sqrt(1 / splits + test_over_train);
  if (result.standard_error == 0) {
    result.p_two_sided = result.mean == 0 ? 1 : 0;
    result.interval = {result.mean, result.mean};
    return result;
  }
  constexpr double kUpper = 0.975;
  const double half = result.standard_error * quantile(StudentsT(splits - 1), kUpper);
  result.interval = {result.mean - half, result.mean + half};
  result.p_two_sided = 2 * UpperTailOfT(std::abs(result.mean) / result.standard_error, splits - 1);
  return result;
}

}  // namespace

CorrectedTResult CorrectedT(std::span<const double> differences, double test_over_train) {
  FDSKL_REQUIRE(!differences.empty() && test_over_train >= 0);
  return TestOfMean(differences, Deviation(differences), test_over_train);
}

CorrectedTResult CorrectedTOfErrors(std::span<const double> differences, double test_rows, double train_rows) {
  FDSKL_REQUIRE(!differences.empty() && test_rows > 0 && train_rows > 0);
  constexpr double kPercent = 100;
  double rows = 0;
  for (const double difference : differences) rows += std::abs(difference) / kPercent * test_rows;
  rows /= static_cast<double>(differences.size());
  const double least = kPercent * std::sqrt(rows) / test_rows;
  return TestOfMean(differences, std::max(least, Deviation(differences)), test_rows / train_rows);
}

double NonInferiorityP(const CorrectedTResult& test, double margin) {
  FDSKL_REQUIRE(margin > 0);
  if (test.splits < 2) return 1;
  if (test.standard_error == 0) return test.mean < margin ? 0 : 1;
  return UpperTailOfT((margin - test.mean) / test.standard_error, static_cast<double>(test.splits) - 1);
}

VarianceResult PitmanMorgan(std::span<const double> a, std::span<const double> b) {
  FDSKL_REQUIRE(a.size() == b.size());
  VarianceResult result;
  if (a.size() < 3) return result;
  const double deviation_a = Deviation(a);
  const double deviation_b = Deviation(b);
  if (deviation_a == 0 || deviation_b == 0) return result;
  result.log_ratio = 2 * std::log(deviation_a / deviation_b);
  std::vector<double> sum;
  std::vector<double> difference;
  for (std::size_t i = 0; i < a.size(); ++i) {
    sum.push_back(a[i] + b[i]);
    difference.push_back(a[i] - b[i]);
  }
  if (Deviation(difference) == 0 || Deviation(sum) == 0) return result;  // the same up to a shift: equal variances
  const double r = boost::math::statistics::correlation_coefficient(sum, difference);
  const double free = static_cast<double>(a.size()) - 2;
  const double t = std::abs(r) >= 1 ? std::copysign(kInfinity, r) : r * std::sqrt(free / (1 - r * r));
  result.p_less = UpperTailOfT(-t, free);
  result.p_two_sided = 2 * UpperTailOfT(std::abs(t), free);
  return result;
}

double BinomialDeviation(double percent, double test_rows) {
  FDSKL_REQUIRE(test_rows > 0 && percent >= 0 && percent <= 100);
  return std::sqrt(percent * (100 - percent) / test_rows);
}

}  // namespace fdskl::base
