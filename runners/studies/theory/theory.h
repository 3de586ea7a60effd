// `fdskl theory`: measures Lemmas 1 and 2, Theorem 1 and Appendix C on small problems. It takes about a minute and no
// dataset.
//
//   lemma1          Trainer over q workers against the sequential reference in doubles (fdskl/reference.h): the largest
//                   difference of f over the samples, with masking `paper`, `ring` and `none` for plain and
//                   preconditioned updates, and with `shared` for plain ones.
//   lemma2          all pairs of totally different trees T1, T2 of four and five workers: in how many of them a single
//                   worker learns something of another's input, by exact elimination (fdskl/masking/knowledge.h).
//   model-privacy   a worker that knows the samples' columns recovers the coefficients of another active worker from
//                   the partial f that it sent, by least squares.
//   theorem1        Algorithm 1 to the letter (B = m = 1, constant rate) against f* (TheoryProblem): the mean of (f_t -
//                   f*)^2 over the samples at growing t, for several rates and seeds.
//   theorem1-bound  the theorem's inequality as it is stated, with its own gamma and t, for lambda = 1, where its
//                   constants leave eps below the error of f = 0.
//   bytes           the bytes sent when partial sums are not saved, as in the paper, for growing T and q.
//   seconds         the processor time of the same over all workers, for growing T, d and q. T and d are large enough
//                   that products with all features so far dominate.
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
#include "datasets/holding.h"
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
  // |f*|^2 in the kernel's space. REQUIRES: `solution` is Solution() for these settings.
  double SquaredNorm(const Settings& settings, const Eigen::VectorXd& solution) const;
};

// How much is measured. The command uses the defaults.
struct TheoryScale {
  int seeds = 10;
  std::vector<double> gammas = {0.08, 0.04, 0.02, 0.01, 0.005, 0.0025, 0.00125};
  double time_constants = 8;                       // iterations, in units of 1 / (gamma lambda)
  std::vector<double> bound_shares = {0.5, 0.25};  // eps of theorem1-bound, as shares of the error of f = 0
  int largest_tree = 5;                            // the largest number of workers in lemma2
  std::vector<std::int64_t> coefficients = {2, 8, 32};
  // For `bytes`:
  std::vector<int> workers = {8, 16, 32};
  std::vector<std::int64_t> iterations = {128, 256, 512};
  // For `seconds`; the numbers of workers on the last number of columns, without the last number of iterations:
  std::vector<std::int64_t> long_iterations = {1024, 2048, 4096, 8192};
  std::vector<std::int64_t> columns = {512, 1024, 1536, 2048};
  std::vector<int> time_workers = {1, 2, 4, 8};
};

// The rows of the checks above; TheoremRows() and BoundRows() are of theorem1 and theorem1-bound, CostRows() of bytes
// and seconds.
std::vector<results::TheoryRow> LemmaRows();
std::vector<results::TheoryRow> LemmaTwoRows(const TheoryScale& scale);
std::vector<results::TheoryRow> ModelPrivacyRows(const TheoryScale& scale);
std::vector<results::TheoryRow> TheoremRows(const TheoryScale& scale);
std::vector<results::TheoryRow> BoundRows(const TheoryScale& scale);
std::vector<results::TheoryRow> CostRows(const TheoryScale& scale);

// Shared by the functions above.
inline constexpr std::int64_t kSamples = 40;
inline constexpr std::int64_t kColumns = 2;
// The settings of Algorithm 1 as printed.
Settings PaperSettings();
// A row with what these arguments tell, and nothing measured.
results::TheoryRow Row(results::TheoryCheck check, const Settings& settings, int workers, std::int64_t columns,
                       std::int64_t iteration);
// What a worker holds of the problem. The first `active` workers hold the labels. The training samples are also the
// test samples, whose f is compared.
datasets::Holding HoldingOf(const TheoryProblem& problem, int worker, int workers, int active = 1);

// Measures all checks and writes theory.arrow into the folder `results`. Returns the exit status.
int TheoryCommand(const std::filesystem::path& results);

}  // namespace fdskl::theory

#endif  // FDSKL_RUNNERS_STUDIES_THEORY_THEORY_H_
