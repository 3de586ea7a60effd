// Sums the angles w_j . x + b_j of a tile of samples and features to the features' owner, so that no worker sees
// another's part.                                              [paper: Algorithm 3, Section 2.3]
//
// Masking:    each mode is an implementation: none.h, paper.h, ring.h, shared.h. In all of them a worker adds its own
//             part to the messages of its children in T1, and sends the sum to its parent.
// Phases:     only worker l'(j) adds b_j, the same worker in every mode (feature_phases.h).
// Collective: all workers call Sum() in the same order with tiles of the same shape.
// Privacy:    with two workers the owner can subtract its own part from the sum, whatever the masking. A single worker
//             has nobody to hide from.
#ifndef FDSKL_FDSKL_MASKING_ANGLE_SUM_H_
#define FDSKL_FDSKL_MASKING_ANGLE_SUM_H_

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <type_traits>
#include <vector>

#include "base/index.h"
#include "base/matrix.h"
#include "base/stopwatch.h"
#include "fdskl/masking/angle_words.h"
#include "fdskl/masking/feature_phases.h"
#include "fdskl/masking/masking.h"
#include "fdskl/masking/secrets.h"
#include "fdskl/net/channel.h"
#include "fdskl/net/sums.h"
#include "fdskl/net/tree.h"

namespace fdskl::masking {

// The time that summing took, by kind of work.
struct SumSeconds {
  double mask = 0;      // quantising, phases, masks
  double exchange = 0;  // sending, receiving, adding, waiting
};

class AngleSum {
 public:
  // tile(i, j) is this worker's own part of the angle of sample i and the tile's j-th feature, in turns.
  using Tile = Eigen::Ref<const base::DenseMatrix>;

  AngleSum(const AngleSum&) = delete;
  AngleSum& operator=(const AngleSum&) = delete;
  virtual ~AngleSum();

  // Returns the whole angles of the tile, phases included, row by row, at the owner; elsewhere none. In `shared` and
  // `private` the owner and the helpers each get their share of them. `features` are the global numbers of the tile's
  // features. Valid until the next call.
  // REQUIRES: one feature for each column of `tile`.
  AngleWords Sum(int owner, std::span<const std::int64_t> features, const Tile& tile);

  // The form of the angles that Sum() returns.
  virtual AngleForm form() const = 0;
  const SumSeconds& seconds() const { return seconds_; }

 protected:
  AngleSum(net::Channel& channel, const MaskingSettings& settings, const Secrets& secrets, int owners);

  // Implements Sum() for a tile that is not empty. phases() are those of its features.
  virtual AngleWords SumTile(int owner, const Tile& tile) = 0;
  // Called before SumTile() when the features differ from those of the last call. phases() are already the new ones.
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

  // Room for this worker's own values, one per entry of the tile: at the owner in memory, elsewhere directly in the
  // message to its parent in T1. Words that are sent with fewer `bits` than they have are in memory everywhere.
  template <class Value>
  std::span<Value> Own(int owner, Eigen::Index size, int bits = kAllBits<Value>);
  // Sums the values in the room of Own() along T1, in place. Afterwards only the owner may read them.
  template <class Value>
  void SumUp(int owner, std::span<Value> own, int bits = kAllBits<Value>);

 private:
  template <class Value>
  static constexpr int kAllBits = 8 * static_cast<int>(sizeof(Value));

  net::Channel& channel_;
  FeaturePhases phases_;
  std::vector<net::Tree> t1_;  // by owner
  std::vector<std::byte> own_memory_;
  SumSeconds seconds_;
};

// For `none` and `paper`, whose sums are numbers: converts them to the form that the owner gets.
class TurnsAtOwner {
 public:
  explicit TurnsAtOwner(const MaskingSettings& settings)
      : rounded_bits_(settings.round_angles ? settings.ring_bits : 0) {}

  AngleForm form() const { return rounded_bits_ == 0 ? AngleForm::kTurns : FormOfBits(rounded_bits_); }
  // angle(i, j) is in turns of [-1/2, 1/2]. Valid until the next call.
  template <class Angle>
  AngleWords Give(Eigen::Index rows, Eigen::Index columns, const Angle& angle);

 private:
  int rounded_bits_;  // 0: not rounded
  std::vector<float> turns_;
  std::vector<std::byte> words_;
};

// Makes the sum of the mode that `settings` name. A single worker has nothing to mask and always gets `none`. Workers
// 0 .. owners-1 can own features. The channel must outlive the sum.
// Collective: in `ring`, `shared` and `private`, where workers agree on keys.
std::unique_ptr<AngleSum> MakeAngleSum(net::Channel& channel, const MaskingSettings& settings, const Secrets& secrets,
                                       int owners);

template <class Value>
std::span<Value> AngleSum::Own(int owner, Eigen::Index size, int bits) {
  const std::size_t count = base::Index(size);
  if (channel_.rank() == owner || bits != kAllBits<Value>) return ValuesIn<Value>(own_memory_, count);
  const base::Stopwatch watch;
  const std::span<Value> own = channel_.Reserve<Value>(t1_[base::Index(owner)].parent(channel_.rank()), count);
  seconds_.exchange += watch.Seconds();
  return own;
}

template <class Value>
void AngleSum::SumUp(int owner, std::span<Value> own, int bits) {
  const base::Stopwatch watch;
  const net::Tree& tree = t1_[base::Index(owner)];
  const int me = channel_.rank();
  if (bits == kAllBits<Value>) {
    for (const int child : tree.children(me)) net::AddReceived(channel_, child, own);
    if (me != owner) channel_.Commit();
  } else if constexpr (std::is_integral_v<Value>) {
    const std::size_t bytes = PackedBytes(own.size(), bits);
    for (const int child : tree.children(me)) {
      channel_.Take<std::byte>(child, bytes,
                               [&](std::span<const std::byte> received) { AddPacked(received, bits, own); });
    }
    if (me != owner) {
      Pack<Value>(own, bits, channel_.Reserve<std::byte>(tree.parent(me), bytes));
      channel_.Commit();
    }
  }
  seconds_.exchange += watch.Seconds();
}

template <class Angle>
AngleWords TurnsAtOwner::Give(Eigen::Index rows, Eigen::Index columns, const Angle& angle) {
  turns_.resize(base::Index(rows * columns));
  for (Eigen::Index i = 0; i < rows; ++i) {
    float* const row = &turns_[base::Index(i * columns)];
    for (Eigen::Index j = 0; j < columns; ++j) row[j] = angle(i, j);
  }
  if (rounded_bits_ == 0) return {AngleForm::kTurns, std::as_bytes(std::span(turns_))};
  words_.resize(turns_.size() * BytesOf(form()));
  RoundTurns(turns_, rounded_bits_, words_);
  return {form(), words_};
}

}  // namespace fdskl::masking

#endif  // FDSKL_FDSKL_MASKING_ANGLE_SUM_H_
