// `fdskl theory`: Lemma 1, Theorem 1 and Appendix C on small problems; seconds of work, no dataset needed.
//
//   lemma1    Trainer over q workers against the sequential text in doubles (fdskl/reference.h): greatest difference of
//             f over the samples, every masking, both updates.
//   theorem1  Algorithm 1 to the letter (B = m = 1, constant rate) against f* (theory_problem.h): mean of (f_t - f*)^2
//             over the samples at growing t, for several rates and seeds.
//   bytes     what is sent with partial sums not saved, the paper's cost, for growing T and q.
//   seconds   how long that takes on one worker, for growing T and d.
// Deviation: samples are drawn in random order without replacement, as Trainer does it; the theorem draws
// independently. Workers are threads here: bytes and models are the same as under MPI.
#ifndef FDSKL_RUNNERS_STUDIES_THEORY_THEORY_H_
#define FDSKL_RUNNERS_STUDIES_THEORY_THEORY_H_

#include <cstdint>
#include <filesystem>
#include <vector>

#include "results/theory_row.h"

namespace fdskl::theory {

// How much of it: the defaults are what the command does.
struct TheoryScale {
  int seeds = 10;
  std::vector<double> gammas = {0.08, 0.04, 0.02, 0.01, 0.005};
  double time_constants = 8;  // iterations in units of 1 / (gamma lambda)
  std::vector<int> workers = {8, 16, 32};
  std::vector<std::int64_t> iterations = {128, 256, 512};
  std::vector<std::int64_t> columns = {2000, 4000, 8000};
};

std::vector<results::TheoryRow> LemmaRows();
std::vector<results::TheoryRow> TheoremRows(const TheoryScale& scale);
std::vector<results::TheoryRow> CostRows(const TheoryScale& scale);

// Writes theory.arrow in `results`.
int TheoryCommand(const std::filesystem::path& results);

}  // namespace fdskl::theory

#endif  // FDSKL_RUNNERS_STUDIES_THEORY_THEORY_H_
