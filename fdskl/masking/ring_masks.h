// Fresh masks that cancel in the sum over all workers: neighbours on the cycle 0, 1, .., q-1 share a stream (X25519,
// then AES in counter mode), which one adds and the other subtracts.
//
// Collective: the constructor, and Add() in the same order with the same sizes at all workers.
// Privacy:    each entry is under two masks that no other single worker knows both of, when there are three or more.
#ifndef FDSKL_FDSKL_MASKING_RING_MASKS_H_
#define FDSKL_FDSKL_MASKING_RING_MASKS_H_

#include <cstdint>
#include <span>

#include "fdskl/masking/secrets.h"
#include "fdskl/net/channel.h"

namespace fdskl::masking {

class RingMasks {
 public:
  // REQUIRES: two workers or more; `mine` is this worker's key pair.
  RingMasks(net::Channel& channel, const KeyPair& mine);

  // words += masks, modulo their range. Instances: 16 and 32 bits.
  template <class Word>
  void Add(std::span<Word> words);

 private:
  // A stream on each side, of the cycle's edge to worker rank+1 and of that from rank-1.
  struct Keys {
    AesKey to_next, from_previous;
  };
  static Keys Agree(net::Channel& channel, const KeyPair& mine);
  explicit RingMasks(const Keys& keys) : to_next_(keys.to_next), from_previous_(keys.from_previous) {}

  KeyStream to_next_;        // added
  KeyStream from_previous_;  // subtracted
};

}  // namespace fdskl::masking

#endif  // FDSKL_FDSKL_MASKING_RING_MASKS_H_
