// Sums the angles w_j . x + b_j of a tile of samples and features to the features' owner, which takes their cosines, so
// that no worker sees another's part.                                              [paper: Algorithm 3, Section 2.3]
//
// Masking:    none   float turns, bare.
//             paper  doubles in radians: own part plus b^l_j in [0, 2 pi], from worker l's private seed and j alone,
//                    up T1; then T2 takes all masks but b^{l'}_j away again, once for a tile's features.
//             ring   turns as 32- or 16-bit fractions, added modulo a turn, each entry under fresh masks that
//                    neighbours on the cycle 0, 1, .., q-1 share (X25519, then AES in counter mode) and that cancel in
//                    the sum.
//             shared as ring, with a pad besides that the helper (shared_cosines.h) adds and keeps to itself: the owner
//                    gets the angle less the pad, the helper has the pad, and nobody the angle.
// Phases:     b_j is supplied by worker l'(j) alone, in every mode the same one, so all modes give the same model.
// Collective: all workers call Cosines() in the same order with tiles of the same shape.
// Privacy:    q = 1 has no one to hide from; with q = 2 the owner can subtract its own part, whatever the masking.
//
// Deviation:  l' is fixed per feature, and T2 serves a tile, not each sample; see docs/paper_map.md.
#ifndef FDSKL_FDSKL_MASKING_ANGLE_SUM_H_
#define FDSKL_FDSKL_MASKING_ANGLE_SUM_H_

#include <cstdint>
#include <functional>
#include <memory>
#include <span>
#include <vector>

#include "base/matrix.h"
#include "fdskl/masking/feature_phases.h"
#include "fdskl/masking/ring_masks.h"
#include "fdskl/masking/secrets.h"
#include "fdskl/net/channel.h"
#include "fdskl/net/tree.h"
#include "fdskl/settings.h"

namespace fdskl::masking {

// Where the time of summing went.
struct SumSeconds {
  double mask = 0;      // quantising, phases, masks
  double exchange = 0;  // sending, receiving, adding, waiting
  double cosine = 0;    // cosines and what is done with them
};

class AngleSum {
 public:
  // Collective in `ring` and `shared`: neighbours agree on keys. The channel outlives this object; `owners` is the
  // number of workers 0 .. owners-1 that can own features.
  AngleSum(net::Channel& channel, const Settings& settings, const Secrets& secrets, int owners);
  ~AngleSum();

  // sink(i, cosines): row i of the tile, one cosine for each feature. The span is good during the call.
  using RowSink = std::function<void(Eigen::Index, std::span<const float>)>;

  // tile(i, j) is this worker's own part of the angle of sample i and feature features[j], in turns. At the owner,
  // `sink` is called for each row in order, with the cosines of the whole angles, phases included; elsewhere it is not.
  void Cosines(int owner, std::span<const std::int64_t> features, const Eigen::Ref<const base::DenseMatrix>& tile,
               const RowSink& sink);

  // From now on the owner also leaves the whole angles of each tile in *angles, in turns of [-1/2, 1/2]; in `shared`,
  // the owner and the helper each its part of them, and `sink` may be empty. Null: no longer.
  void KeepAngles(base::DenseMatrix* angles) { kept_angles_ = angles; }

  const SumSeconds& seconds() const { return seconds_; }

 private:
  template <class Word>
  void SumRing(int owner, const Eigen::Ref<const base::DenseMatrix>& tile, const RowSink& sink);
  void SumNone(int owner, const Eigen::Ref<const base::DenseMatrix>& tile, const RowSink& sink);
  void SumPaper(int owner, const Eigen::Ref<const base::DenseMatrix>& tile, const RowSink& sink);

  // Where this worker's own values go, as many as the tile has, before SumUp() sums them along T1: to the owner's
  // memory, elsewhere straight into the message. Only the owner has them afterwards.
  template <class Value>
  std::span<Value> Own(int owner, Eigen::Index size);
  template <class Value>
  void SumUp(int owner, std::span<Value> own);
  // sink() for each row of cosines of angle(i, j), which is in turns of [-1/2, 1/2].
  template <class Angle>
  void GiveRows(Eigen::Index rows, Eigen::Index columns, const Angle& angle, const RowSink& sink);

  net::Channel& channel_;
  Settings settings_;
  FeaturePhases phases_;
  std::vector<net::Tree> t1_;        // by owner
  std::unique_ptr<RingMasks> ring_;  // in `ring` and `shared`
  std::unique_ptr<KeyStream> pad_;   // of the helper in `shared`, known to nobody else
  struct Scratch;
  std::unique_ptr<Scratch> scratch_;
  base::DenseMatrix* kept_angles_ = nullptr;
  SumSeconds seconds_;
};

}  // namespace fdskl::masking

#endif  // FDSKL_FDSKL_MASKING_ANGLE_SUM_H_
