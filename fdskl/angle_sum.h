// Sums the angles w_j . x + b_j of a tile of samples and features to the features' owner, so that no worker sees
// another's part.                                                                            [paper: Algorithm 3,
// Section 2.3]
//
// Masking:    none   float turns, bare.
//             paper  doubles in radians: own part plus b^l_j in [0, 2 pi], from worker l's private seed and j alone, up
//             T1;
//                    then T2 takes all masks but b^{l'}_j away again, once for a tile's features.
//             ring   turns as 32- or 16-bit fractions, added modulo a turn, each entry under fresh masks that
//             neighbours
//                    on the cycle 0, 1, .., q-1 share (X25519, then AES in counter mode) and that cancel in the sum.
//             shared as ring, with a pad besides that the helper (shared_cosines.h) adds and keeps to itself: the owner
//                    gets the angle less the pad, the helper has the pad, and nobody the angle.
// Phases:     b_j is supplied by worker l'(j) alone, in every mode the same one, so all modes give the same model.
// Collective: all workers call Sum() in the same order with tiles of the same shape.
// Privacy:    q = 1 has no one to hide from; with q = 2 the owner can subtract its own part, whatever the masking.
//
// Deviation:  l' is fixed per feature, and T2 serves a tile, not each sample; see docs/paper_map.md.
#ifndef FDSKL_FDSKL_ANGLE_SUM_H_
#define FDSKL_FDSKL_ANGLE_SUM_H_

#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "fdskl/channel.h"
#include "fdskl/matrix.h"
#include "fdskl/random_features.h"
#include "fdskl/secrets.h"
#include "fdskl/settings.h"
#include "fdskl/tree.h"

namespace fdskl {

// Where the time of summing went.
struct SumSeconds {
  double mask = 0;      // quantising, phases, masks
  double exchange = 0;  // sending, receiving, adding, waiting
};

class AngleSum {
 public:
  // Collective in `ring` and `shared`: neighbours agree on keys. The channel outlives this object; `owners` is the
  // number of workers 0 .. owners-1 that can own features.
  AngleSum(Channel& channel, const Settings& settings, const Secrets& secrets, int owners);
  ~AngleSum();

  // In:  tile(i, j) is this worker's own part of the angle of sample i and feature features[j], in turns.
  // Out: at the owner the whole angle, phase included, in turns; in `shared`, at the owner and the helper each its part
  //      of it. Elsewhere unspecified.
  void Sum(int owner, std::span<const std::int64_t> features, Eigen::Ref<DenseMatrix> tile);

  const SumSeconds& seconds() const { return seconds_; }

 private:
  template <class Word>
  void SumRing(int owner, std::span<const std::int64_t> features, Eigen::Ref<DenseMatrix> tile);
  void SumNone(int owner, std::span<const std::int64_t> features, Eigen::Ref<DenseMatrix> tile);
  void SumPaper(int owner, std::span<const std::int64_t> features, Eigen::Ref<DenseMatrix> tile);

  // Makes of_features_ current. Tiles of the same features come one after another, so this is seldom work.
  void LookUp(int owner, std::span<const std::int64_t> features);
  void AgreeOnKeys(const Secrets& secrets);

  Channel& channel_;
  Settings settings_;
  RandomFeatures random_;
  KeyStream phase_stream_;
  KeyStream mask_stream_;
  std::vector<Tree> t1_;                      // by owner
  std::unique_ptr<KeyStream> to_next_;        // shared with worker rank+1: added
  std::unique_ptr<KeyStream> from_previous_;  // shared with worker rank-1: subtracted
  std::unique_ptr<KeyStream> pad_;            // of the helper, shared with nobody

  // What this worker knows of the features it summed last.
  struct OfFeatures {
    int owner = -1;
    std::vector<std::int64_t> features;
    std::vector<int> phase_worker;      // l'(j)
    std::vector<std::uint32_t> phases;  // b_j as a fraction of a turn where this worker is l'(j), else 0
    std::vector<double> masks;          // paper: b^l_j in radians
  };
  OfFeatures of_features_;
  struct Scratch;
  std::unique_ptr<Scratch> scratch_;
  SumSeconds seconds_;
};

}  // namespace fdskl

#endif  // FDSKL_FDSKL_ANGLE_SUM_H_
