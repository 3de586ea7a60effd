// `fdskl theory`: measures Lemma 1, Theorem 1 and Appendix C on small problems; seconds of work, no dataset needed.
//
//   lemma1    Trainer over q workers against the sequential reference in doubles (fdskl/reference.h): the largest
//             difference of f over the samples, for every masking and both updates.
//   theorem1  Algorithm 1 to the letter (B = m = 1, constant rate) against f* (TheoryProblem): the mean of (f_t - f*)^2
//             over the samples at growing t, for several rates and seeds.
//   bytes     the bytes sent when partial sums are not saved, which is the paper's cost, for growing T and q.
//   seconds   the time this takes on one worker, for growing T and d.
//
// Deviation: samples are drawn in random order without replacement, as Trainer does; the theorem draws independently.
//            Workers are threads: bytes and models are the same as under MPI.
#ifndef FDSKL_RUNNERS_STUDIES_THEORY_THEORY_H_
#define FDSKL_RUNNERS_STUDIES_THEORY_THEORY_H_

#include <Eigen/Core>
#include <cstdint>
#include <filesystem>
#include <vector>

#include "base/matrix.h"
#include "fdskl/settings.h"
#include "results/theory_row.h"

namespace fdskl::theory {

// A small problem whose solution is known: samples on [0, 1]^d whose classes no line separates. Its solution f* is the
// minimiser of
//   1/N sum_i L(f(x_i), y_i) + lambda/2 |f|^2                                                   [paper: problem (1)]
// over the Gaussian kernel's space, found by Newton's method in doubles to 1e-13: f* = sum_i beta_i K(x_i, .) with
//   lambda beta_i + L'(f(x_i), y_i) / N = 0.
// The loss is logistic, which meets the theorem's assumptions: |L'| < 1, and L' is Lipschitz.
struct TheoryProblem {
  base::DenseMatrix x;
  std::vector<float> y;

  TheoryProblem(std::int64_t samples, std::int64_t columns);

  // f* at the samples. REQUIRES: the settings' kernel is Gaussian, their loss logistic.
  Eigen::VectorXd Solution(const Settings& settings) const;
};

// How much is measured. The defaults are what the command measures.
struct TheoryScale {
  int seeds = 10;
  std::vector<double> gammas = {0.08, 0.04, 0.02, 0.01, 0.005};
  double time_constants = 8;  // iterations, in units of 1 / (gamma lambda)
  std::vector<int> workers = {8, 16, 32};
  std::vector<std::int64_t> iterations = {128, 256, 512};
  std::vector<std::int64_t> columns = {2000, 4000, 8000};
};

std::vector<results::TheoryRow> LemmaRows();
std::vector<results::TheoryRow> TheoremRows(const TheoryScale& scale);
std::vector<results::TheoryRow> CostRows(const TheoryScale& scale);

// Writes theory.arrow into the folder `results`. Returns the exit status.
int TheoryCommand(const std::filesystem::path& results);

}  // namespace fdskl::theory

#endif  // FDSKL_RUNNERS_STUDIES_THEORY_THEORY_H_
