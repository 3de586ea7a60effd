// What a worker knows of random features beyond their public frequencies: the phases it supplies, and its masks.
//                                                                                 [paper: Algorithm 3, b and b^l]
// Phases:  b_j is supplied by worker l'(j) alone, whom everybody knows, from its private stream; the others have 0.
// Masks:   b^l_j in [0, 2 pi] of `paper` masking, from worker l's private stream and j alone; where l = l'(j), the
// phase. Privacy: nothing here is sent but inside sums.
#ifndef FDSKL_FDSKL_MASKING_FEATURE_PHASES_H_
#define FDSKL_FDSKL_MASKING_FEATURE_PHASES_H_

#include <cstdint>
#include <span>
#include <vector>

#include "fdskl/masking/secrets.h"
#include "fdskl/random_features.h"
#include "fdskl/settings.h"

namespace fdskl::masking {

class FeaturePhases {
 public:
  FeaturePhases(const Settings& settings, const Secrets& secrets, int rank, int workers);

  // Makes all below current for the owner's `features`. Tiles of the same features come one after another, so this is
  // seldom work.
  void LookUp(int owner, std::span<const std::int64_t> features);

  std::vector<int> phase_worker;      // l'(j)
  std::vector<std::uint32_t> phases;  // b_j as a fraction of a turn
  std::vector<float> phase_turns;     // the same in turns
  std::vector<double> masks;          // in radians, `paper` masking alone

 private:
  bool masked_;
  int rank_, workers_;
  RandomFeatures random_;
  KeyStream phase_stream_;
  KeyStream mask_stream_;
  int owner_ = -1;
  std::vector<std::int64_t> features_;
};

}  // namespace fdskl::masking

#endif  // FDSKL_FDSKL_MASKING_FEATURE_PHASES_H_
