// For tests: small problems, what each worker holds of them, and the distance of two solutions.
#ifndef FDSKL_FDSKL_TESTING_H_
#define FDSKL_FDSKL_TESTING_H_

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>
#include <vector>

#include "base/matrix.h"
#include "base/seed.h"
#include "datasets/holding.h"
#include "fdskl/masking/secrets.h"
#include "fdskl/method.h"

namespace fdskl::testing {

// Samples in [0, 1]^d whose labels are not a linear function of them. About every third entry is zero.
struct Problem {
  base::DenseMatrix x;
  std::vector<float> y;

  Problem(std::int64_t samples, std::int64_t columns) : x(samples, columns), y(static_cast<std::size_t>(samples)) {
    for (std::int64_t i = 0; i < samples; ++i) {
      for (std::int64_t k = 0; k < columns; ++k) {
        const std::uint64_t draw = base::Seed("problem", i, k);
        x(i, k) = draw % 3 == 0 ? 0.0F : static_cast<float>(draw >> 11U) * 0x1p-53F;
      }
      y[static_cast<std::size_t>(i)] = std::sin(6 * x(i, 0)) * std::cos(5 * x(i, columns - 1)) > 0 ? 1.0F : -1.0F;
    }
  }
};

// The secrets of an experiment, but with agreement keys that are fresh in every run, as outside of experiments. So the
// model is the same in every run, and the masks are not.
inline masking::Secrets WithFreshKeys(std::uint64_t seed, int worker) {
  masking::Secrets secrets = masking::Secrets::ForExperiment(seed, worker);
  secrets.agreement_key.reset();
  return secrets;
}

// What one worker holds of a problem: the columns worker, worker + workers, ...; labels in turn if it is active.
inline datasets::Holding Deal(const Problem& problem, int worker, int workers, int active, bool sparse = false) {
  datasets::Holding holding = datasets::DealHolding(
      problem.x, problem.y, datasets::ColumnsInTurn(problem.x.cols(), workers, worker), {worker, active});
  if (sparse) holding.train = base::Matrix(base::ToSparse(holding.train.dense()));
  return holding;
}

// An observer that never stops.
inline bool GoOn(const Progress& /*progress*/) { return true; }

// The largest difference of corresponding entries; infinite when the sizes differ.
inline double Distance(const std::vector<double>& a, const std::vector<double>& b) {
  if (a.size() != b.size()) return std::numeric_limits<double>::infinity();
  double most = 0;
  for (std::size_t i = 0; i < a.size(); ++i) most = std::max(most, std::abs(a[i] - b[i]));
  return most;
}

}  // namespace fdskl::testing

#endif  // FDSKL_FDSKL_TESTING_H_
