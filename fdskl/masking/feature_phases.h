// The phases b_j of the random features: who supplies them, and those that this worker supplies.
//                                                                                   [paper: Algorithm 3, b and l']
// Phases:    worker l'(j) alone supplies b_j, from its private stream; every other worker adds 0. All workers know who
//            l'(j) is.
// Privacy:   a phase leaves its worker only inside sums.
// Deviation: l' is drawn once per feature and kept, not once per call; see docs/paper_map.md.
#ifndef FDSKL_FDSKL_MASKING_FEATURE_PHASES_H_
#define FDSKL_FDSKL_MASKING_FEATURE_PHASES_H_

#include <cstdint>
#include <span>
#include <vector>

#include "fdskl/masking/secrets.h"

namespace fdskl::masking {

// l'(j), a pure function of its arguments: uniform over the workers without `owner`; `owner` itself when it is alone.
int PhaseWorker(std::uint64_t seed, std::int64_t feature, int workers, int owner);

class FeaturePhases {
 public:
  // `seed` is the public one. `phase_key` is this worker's secret.
  FeaturePhases(std::uint64_t seed, const AesKey& phase_key, int rank, int workers);

  // Makes the lists below those of the owner's `features`, and says whether they changed. Tiles of the same features
  // come one after another, so that they seldom do.
  bool LookUp(int owner, std::span<const std::int64_t> features);

  std::vector<int> suppliers;        // the worker l'(j)
  std::vector<std::uint32_t> words;  // b_j as a fraction of a turn, in units of 2^-32; 0 where another supplies it
  std::vector<float> turns;          // the same in turns of [-1/2, 1/2)

 private:
  std::uint64_t seed_;
  int rank_;
  int worker_count_;
  KeyStream stream_;
  // The last arguments of LookUp().
  int owner_ = -1;
  std::vector<std::int64_t> features_;
};

}  // namespace fdskl::masking

#endif  // FDSKL_FDSKL_MASKING_FEATURE_PHASES_H_
