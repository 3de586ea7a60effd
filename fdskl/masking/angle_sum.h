// Sums the angles w_j . x + b_j of a tile of samples and features to the features' owner, which takes their cosines, so
// that no worker sees another's part.                                              [paper: Algorithm 3, Section 2.3]
//
// Masking:    what travels is decided by the implementation: none.h, paper.h, ring.h, shared.h. In each of them a
//             worker adds its own part to what its children in T1 send, and sends the sum to its parent.
// Phases:     worker l'(j) alone adds b_j, the same worker in every mode (feature_phases.h).
// Collective: all workers call Cosines() in the same order with tiles of the same shape.
// Privacy:    one worker alone has nobody to hide from. Of two workers, the owner can subtract its own part from the
//             sum, whatever the masking.
#ifndef FDSKL_FDSKL_MASKING_ANGLE_SUM_H_
#define FDSKL_FDSKL_MASKING_ANGLE_SUM_H_

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <span>
#include <vector>

#include "base/index.h"
#include "base/matrix.h"
#include "base/stopwatch.h"
#include "fdskl/masking/feature_phases.h"
#include "fdskl/masking/masking.h"
#include "fdskl/masking/secrets.h"
#include "fdskl/masking/turns.h"
#include "fdskl/net/channel.h"
#include "fdskl/net/sums.h"
#include "fdskl/net/tree.h"

namespace fdskl::masking {

// Where the time of summing went.
struct SumSeconds {
  double mask = 0;      // quantising, phases, masks
  double exchange = 0;  // sending, receiving, adding, waiting
  double cosine = 0;    // cosines, and the sink that they are handed to
};

class AngleSum {
 public:
  // tile(i, j) is this worker's own part of the angle of sample i and the tile's j-th feature, in turns.
  using Tile = Eigen::Ref<const base::DenseMatrix>;
  // sink(i, cosines): row i of the tile, one cosine for each feature. The span is valid during the call.
  using RowSink = std::function<void(Eigen::Index, std::span<const float>)>;

  AngleSum(const AngleSum&) = delete;
  AngleSum& operator=(const AngleSum&) = delete;
  virtual ~AngleSum();

  // At the owner, calls `sink` for each row in order, with the cosines of the whole angles, phases included. Elsewhere
  // `sink` is not called. `features` are the global numbers of the tile's features. In `shared` nobody has a cosine.
  // REQUIRES: one feature for each column of `tile`; in `shared`, `sink` is empty.
  void Cosines(int owner, std::span<const std::int64_t> features, const Tile& tile, const RowSink& sink);

  // From now on the owner also stores the whole angles of each tile in *angles, in turns of [-1/2, 1/2]. In `shared`,
  // the owner and the helper each store their share of them. Null: no longer.
  void KeepAngles(base::DenseMatrix* angles) { kept_angles_ = angles; }

  const SumSeconds& seconds() const { return seconds_; }

 protected:
  AngleSum(net::Channel& channel, const MaskingSettings& settings, const Secrets& secrets, int owners);

  // What Cosines() does in one mode, for a tile that is not empty. phases() are those of its features.
  virtual void Sum(int owner, const Tile& tile, const RowSink& sink) = 0;
  // Called before Sum() when the features are others than in the last call. phases() are theirs already.
  virtual void NewFeatures(std::span<const std::int64_t> features);

  net::Channel& channel() const { return channel_; }
  const FeaturePhases& phases() const { return phases_; }
  SumSeconds& spent() { return seconds_; }

  // The first `size` values in memory that is kept from one call to the next.
  template <class T>
  static std::span<T> ValuesIn(std::vector<std::byte>& memory, std::size_t size) {
    memory.resize(size * sizeof(T));
    return {reinterpret_cast<T*>(memory.data()), size};
  }

  // Where this worker is to write its own values, as many as the tile has: at the owner in memory, elsewhere straight
  // in the message to its parent in T1.
  template <class Value>
  std::span<Value> Own(int owner, Eigen::Index size);
  // Sums what Own() gave along T1, in place. Afterwards the owner alone may read it.
  template <class Value>
  void SumUp(int owner, std::span<Value> own);
  // Stores the angles if they are kept, and hands each row of their cosines to `sink` unless it is empty.
  // angle(i, j) is in turns of [-1/2, 1/2].
  template <class Angle>
  void GiveRows(Eigen::Index rows, Eigen::Index columns, const Angle& angle, const RowSink& sink);

 private:
  net::Channel& channel_;
  FeaturePhases phases_;
  std::vector<net::Tree> t1_;  // by owner
  std::vector<std::byte> own_memory_;
  std::vector<float> row_;
  base::DenseMatrix* kept_angles_ = nullptr;
  SumSeconds seconds_;
};

// The sum in the mode that `settings` name. A worker alone has nothing to mask and always gets `none`.
// Collective in `ring` and `shared`: workers agree on keys. The channel outlives the sum. `owners` is the number of
// workers 0 .. owners-1 that can own features.
std::unique_ptr<AngleSum> MakeAngleSum(net::Channel& channel, const MaskingSettings& settings, const Secrets& secrets,
                                       int owners);

template <class Value>
std::span<Value> AngleSum::Own(int owner, Eigen::Index size) {
  const std::size_t count = base::Index(size);
  if (channel_.rank() == owner) return ValuesIn<Value>(own_memory_, count);
  const base::Stopwatch watch;
  const std::span<Value> own = channel_.Reserve<Value>(t1_[base::Index(owner)].parent(channel_.rank()), count);
  seconds_.exchange += watch.Seconds();
  return own;
}

template <class Value>
void AngleSum::SumUp(int owner, std::span<Value> own) {
  const base::Stopwatch watch;
  for (const int child : t1_[base::Index(owner)].children(channel_.rank())) net::AddReceived(channel_, child, own);
  if (channel_.rank() != owner) channel_.Commit();
  seconds_.exchange += watch.Seconds();
}

template <class Angle>
void AngleSum::GiveRows(Eigen::Index rows, Eigen::Index columns, const Angle& angle, const RowSink& sink) {
  base::Stopwatch watch;
  if (kept_angles_ != nullptr) *kept_angles_ = base::DenseMatrix::NullaryExpr(rows, columns, angle);
  if (!sink) return;
  row_.resize(base::Index(columns));
  float* const row = row_.data();
  for (Eigen::Index i = 0; i < rows; ++i) {
    for (Eigen::Index j = 0; j < columns; ++j) row[j] = CosReducedTurns(angle(i, j));
    sink(i, row_);
  }
  seconds_.cosine += watch.Lap();
}

}  // namespace fdskl::masking

#endif  // FDSKL_FDSKL_MASKING_ANGLE_SUM_H_
