// The public random features: phi_j(x) = sqrt(2) cos(w_j . x + b_j).    [paper: Section 2.2, Theorem 1 (Bochner)]
//
// Frequencies: entry (j, k) of w is a pure function of (seed, j, k). So a worker computes only its own columns k, and
//              all workers, and runs with different numbers of workers, agree on every entry.
// Unit:        turns, that is w / (2 pi); see turns.h.
// Kernels:     gaussian exp(-|x-x'|^2 / (2 sigma^2)): normal entries; laplace exp(-|x-x'|_1 / sigma): Cauchy entries,
//              cut off at 4,096 turns, beyond which a float32 has no accurate phase.
// Phases b_j:  private; one worker supplies each, see masking/feature_phases.h.
// Deviation:   features are numbered by iteration, not by sample; see docs/paper_map.md.
#ifndef FDSKL_FDSKL_RANDOM_FEATURES_H_
#define FDSKL_FDSKL_RANDOM_FEATURES_H_

#include <cstdint>
#include <span>

#include "base/matrix.h"
#include "fdskl/settings.h"

namespace fdskl {

class RandomFeatures {
 public:
  // Entries of a column are computed for this many features at a time, always for all of them and with the same
  // instructions, so that an entry is the same to the last bit whatever else is requested.
  static constexpr std::size_t kGroupSize = 32;

  // REQUIRES: sigma > 0.
  RandomFeatures(Kernel kernel, double sigma, std::uint64_t seed);

  // out(r, i) = entry (first + i, columns[r]) of w in turns.
  // REQUIRES: one row of `out` for each of `columns`.
  void Fill(std::int64_t first, std::span<const std::int32_t> columns, Eigen::Ref<base::DenseMatrix> out) const;

 private:
  // Computes the entries of one column for the kGroupSize features from group * kGroupSize on.
  void FillGroup(std::int64_t group, std::int32_t column, std::span<float, kGroupSize> out) const;

  Kernel kernel_;
  float scale_;  // multiplies a standard normal or Cauchy entry to give turns
  std::uint64_t seed_;
};

}  // namespace fdskl

#endif  // FDSKL_FDSKL_RANDOM_FEATURES_H_
