// Angle sums in masking `ring`: turns are fractions of 8 to 32 bits, which are added modulo a turn under fresh masks.
//
// Masks:      neighbours on the cycle 0, 1, .., q-1 share a stream (X25519, then AES in counter mode). One adds its
//             words, the other subtracts them, so that all masks cancel in the sum. No word is used twice.
// Collective: the constructors, and RingMasks::Write() in the same order with the same sizes at all workers.
// Privacy:    each entry is under two masks. With three workers or more, no other single worker knows both of them.
#ifndef FDSKL_FDSKL_MASKING_RING_H_
#define FDSKL_FDSKL_MASKING_RING_H_

#include <cstdint>
#include <span>

#include "fdskl/masking/angle_sum.h"

namespace fdskl::masking {

// The masks of one worker.
class RingMasks {
 public:
  // `mine` is this worker's key pair. Angles are rounded to `bits`.
  // REQUIRES: at least two workers.
  RingMasks(net::Channel& channel, const KeyPair& mine, int bits);

  // Writes the tile's angles as masked words, row by row: tile(i, j) plus the phase of feature j plus fresh masks.
  // REQUIRES: one phase per column, one word per entry; Word is the type that WithWord(bits) gives.
  template <class Word>
  void Write(const AngleSum::Tile& tile, std::span<const std::uint32_t> phases, std::span<Word> words);

 private:
  // The keys of the cycle's edges to worker rank+1 and from worker rank-1.
  struct Keys {
    AesKey to_next, from_previous;
  };
  static Keys Agree(net::Channel& channel, const KeyPair& mine);
  RingMasks(const Keys& keys, int bits) : to_next_(keys.to_next), from_previous_(keys.from_previous), bits_(bits) {}

  template <class Word>
  void WriteMasks(std::span<Word> words);

  KeyStream to_next_;        // this worker adds it
  KeyStream from_previous_;  // this worker subtracts it
  int bits_;
};

class RingAngleSum : public AngleSum {
 public:
  // The arguments are those of MakeAngleSum().
  // REQUIRES: at least two workers.
  RingAngleSum(net::Channel& channel, const MaskingSettings& settings, const Secrets& secrets, int owners);

  AngleForm form() const override { return FormOfBits(bits_); }

 private:
  AngleWords SumTile(int owner, const Tile& tile) override;

  int bits_;
  RingMasks masks_;
};

}  // namespace fdskl::masking

#endif  // FDSKL_FDSKL_MASKING_RING_H_
