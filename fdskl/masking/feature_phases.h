// The phases b_j of the random features: which worker supplies each, and the values that this worker supplies.
//                                                                                   [paper: Algorithm 3, b and l']
// Phases:    only worker l'(j) supplies b_j, from its private stream; every other worker adds 0. All workers know which
//            worker l'(j) is.
// Privacy:   a phase leaves its worker only inside sums.
// Deviation: l' is drawn once per feature and kept, not once per call; see docs/paper_map.md.
#ifndef FDSKL_FDSKL_MASKING_FEATURE_PHASES_H_
#define FDSKL_FDSKL_MASKING_FEATURE_PHASES_H_

#include <cstdint>
#include <span>
#include <vector>

#include "fdskl/masking/secrets.h"

namespace fdskl::masking {

// l'(j): uniform over the workers but `owner`; `owner` itself if it is the only worker. A pure function.
int PhaseWorker(std::uint64_t seed, std::int64_t feature, int workers, int owner);

class FeaturePhases {
 public:
  // `seed` is public. `phase_key` is this worker's secret.
  FeaturePhases(std::uint64_t seed, const AesKey& phase_key, int rank, int workers);

  // Fills the lists below for the owner's `features`. Returns false if they were for these features already, which is
  // the usual case because tiles of the same features follow one another. What a feature has is computed once and kept:
  // a small batch asks for all earlier features again in every iteration.
  bool LookUp(int owner, std::span<const std::int64_t> features);

  std::vector<int> suppliers;        // the worker l'(j)
  std::vector<std::uint32_t> words;  // b_j as a fraction of a turn, in units of 2^-32; 0 where another supplies it
  std::vector<float> turns;          // the same in turns of [-1/2, 1/2)

 private:
  struct Phase {
    int supplier = -1;  // -1: not computed yet
    std::uint32_t word = 0;
  };

  // The phase of an owner's feature.
  const Phase& At(int owner, std::int64_t feature);

  std::uint64_t seed_;
  int rank_;
  int worker_count_;
  KeyStream stream_;
  std::vector<std::vector<Phase>> known_;  // by owner and feature
  // The last arguments of LookUp().
  int owner_ = -1;
  std::vector<std::int64_t> features_;
};

}  // namespace fdskl::masking

#endif  // FDSKL_FDSKL_MASKING_FEATURE_PHASES_H_
