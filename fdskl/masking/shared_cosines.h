// Sums of cosines of angles that nobody has: masking `shared`.                      [docs/privacy.md, "A remedy"]
//
// An angle is a + s. The owner of the feature has the share a, the helper has s, and each alone is uniform (shared.h).
// By the addition theorem,
//     cos(a + s) = cos a cos s - sin a sin s,
// so a sum of cosines with weights u that the owner knows is <U, V> with U = (u cos a, -u sin a), which the owner can
// make, and V = (cos s, sin s), which the helper can make. It is computed modulo 2^64, with randomness from the dealer,
// who has a stream in common with the owner (r, z) and one with the helper (t):
//     dealer to helper  z' = <r, t> - z        owner to helper  e = U + r        helper to owner  d = V + t
//     owner's share     <U, d> + z             helper's share   z' - <t, e>      their sum is <U, V>
//
// Roles:      workers 0 .. owners-1 own features; the helper is the last worker, the dealer the one before.
// Collective: the owner, the helper and the dealer call in the same order. For the others, calls do nothing.
// Privacy:    what each receives is uniform, and the dealer receives nothing. None of the three learns anything alone
//             until Reveal() puts shares together. FDSKL does so for f of a batch and for the new coefficients, both at
//             the leader (shared_wire_test).
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

  // Collective: all roles agree on keys. The channel outlives this object. REQUIRES: owners + 2 <= workers.
  SharedCosines(net::Channel& channel, const Secrets& secrets, int owners);

  bool TakesPart(int owner) const { return channel_.rank() == owner || IsHelper() || IsDealer(); }
  bool IsHelper() const { return channel_.rank() == Helper(channel_.size()); }

  // At the owner and at the helper, adds to sums[i] a share of sum_j weights[j] cos(angle(i, j)); along columns, adds
  // to sums[j] a share of sum_i weights[i] cos(angle(i, j)). `share`: this worker's share of the angles, in turns; at
  // the dealer only its shape counts. `weights`: known to the owner alone.
  // Errors: Error when a weight is beyond the range.
  void Add(int owner, Along along, const Eigen::Ref<const base::DenseMatrix>& share, std::span<const double> weights,
           std::span<Word> sums);

  // Returns at the owner the numbers whose shares it and the helper have, and nothing elsewhere.
  std::vector<double> Reveal(int owner, std::span<const Word> sums);

 private:
  bool IsDealer() const { return channel_.rank() == Dealer(channel_.size()); }

  net::Channel& channel_;
  // Streams that the dealer has in common with owners: at the dealer one for each owner, at an owner its own.
  std::vector<KeyStream> owner_streams_;
  // The stream that the dealer has in common with the helper: at these two, one.
  std::vector<KeyStream> helper_stream_;
};

}  // namespace fdskl::masking

#endif  // FDSKL_FDSKL_MASKING_SHARED_COSINES_H_
