// Angle sums in masking `shared` and `private`: as `ring`, with a pad that the helper, the last worker, subtracts.
//
// Result:  the owner gets the angle less the pad, the helper has the pad, and nobody has the angle. These two values are
//          secret shares of it. shared_cosines.h has the roles, and what can be computed on the shares. In `private`
//          the worker before the last has the pad as well, because it comes from a stream of these two (sharing/).
// Privacy: the pad is fresh and uniform, so that the owner's share is uniform too.
#ifndef FDSKL_FDSKL_MASKING_SHARED_H_
#define FDSKL_FDSKL_MASKING_SHARED_H_

#include <cstddef>
#include <memory>
#include <vector>

#include "fdskl/masking/angle_sum.h"
#include "fdskl/masking/ring.h"

namespace fdskl::masking {

class SharedAngleSum : public AngleSum {
 public:
  // The arguments are those of MakeAngleSum(). REQUIRES: two workers or more.
  SharedAngleSum(net::Channel& channel, const MaskingSettings& settings, const Secrets& secrets, int owners);

  AngleForm form() const override { return FormOfBits(bits_); }

 private:
  SharedAngleSum(net::Channel& channel, const MaskingSettings& settings, const Secrets& secrets, int owners,
                 const KeyPair& mine);

  AngleWords SumTile(int owner, const Tile& tile) override;

  int bits_;
  bool pads_on_;  // see MaskingSettings::pads
  RingMasks masks_;
  // The stream of pads, at those who have it; null elsewhere.
  std::unique_ptr<KeyStream> pads_;
  std::vector<std::byte> pad_memory_;
};

}  // namespace fdskl::masking

#endif  // FDSKL_FDSKL_MASKING_SHARED_H_
