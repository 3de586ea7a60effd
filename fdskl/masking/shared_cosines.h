// Sums of cosines of angles that nobody has: masking `shared`.                      [docs/privacy.md, "A remedy"]
//
// An angle is a + s. The owner of the feature has the share a, the helper has s, and each alone is uniform (shared.h).
// By the addition theorem,
//     cos(a + s) = cos a cos s - sin a sin s,
// so a sum of cosines with weights u that the owner knows is <U, V>, where the owner can compute U = (u cos a, -u sin
// a) and the helper can compute V = (cos s, sin s). The product is computed modulo 2^64, with randomness from the
// dealer, which shares one stream with the owner (r, z) and one with the helper (t):
//     dealer to helper  z' = <r, t> - z        owner to helper  e = U + r        helper to owner  d = V + t
//     owner's share     <U, d> + z             helper's share   z' - <t, e>      their sum is <U, V>
//
// Roles:      workers 0 .. owners-1 own features; the helper is the last worker, the dealer the one before.
// Collective: the owner, the helper and the dealer call in the same order. For the others, calls do nothing.
// Privacy:    every message is uniform, and the dealer receives none. None of the three learns anything alone until
//             Reveal() adds up shares. FDSKL reveals f of a batch and the new coefficients, both at the leader
//             (shared_wire_test).
// Range:      28 fractional bits for U and 20 for V; sums are within 2^15.
#ifndef FDSKL_FDSKL_MASKING_SHARED_COSINES_H_
#define FDSKL_FDSKL_MASKING_SHARED_COSINES_H_

#include <cstdint>
#include <span>
#include <vector>

#include "base/matrix.h"
#include "fdskl/masking/secrets.h"
#include "fdskl/net/channel.h"

namespace fdskl::masking {

class SharedCosines {
 public:
  using Word = std::uint64_t;
  enum class Along { kRows, kColumns };

  static int Helper(int workers) { return workers - 1; }
  static int Dealer(int workers) { return workers - 2; }
  static double ToNumber(Word sum);

  // Collective: all roles agree on keys. The channel must outlive this object.
  // REQUIRES:   owners + 2 <= workers.
  SharedCosines(net::Channel& channel, const Secrets& secrets, int owners);

  bool TakesPart(int owner) const { return channel_.rank() == owner || IsHelper() || IsDealer(); }
  bool IsHelper() const { return channel_.rank() == Helper(channel_.size()); }

  // Along rows, adds to sums[i] a share of sum_j weights[j] cos(angle(i, j)), at the owner and at the helper; along
  // columns, adds to sums[j] a share of sum_i weights[i] cos(angle(i, j)). `share` is this worker's share of the
  // angles, in turns; at the dealer only its shape counts. Only the owner needs `weights`.
  // Errors: Error when a weight is out of range.
  void Add(int owner, Along along, const Eigen::Ref<const base::DenseMatrix>& share, std::span<const double> weights,
           std::span<Word> sums);

  // Adds up the shares of the owner and the helper. Returns the numbers at the owner, nothing elsewhere.
  std::vector<double> Reveal(int owner, std::span<const Word> sums);

 private:
  bool IsDealer() const { return channel_.rank() == Dealer(channel_.size()); }

  net::Channel& channel_;
  // Streams that the dealer shares with owners: at the dealer one for each owner, at an owner its own.
  std::vector<KeyStream> owner_streams_;
  // The one stream that the dealer shares with the helper, at these two; empty elsewhere.
  std::vector<KeyStream> helper_stream_;
};

}  // namespace fdskl::masking

#endif  // FDSKL_FDSKL_MASKING_SHARED_COSINES_H_
