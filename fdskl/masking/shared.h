// Angle sums in masking `shared` and `private`: as in `ring`, and the helper, the last worker, also subtracts a pad.
//
// Result:  the owner gets the angle minus the pad, the helper has the pad, and nobody has the angle. The two values are
//          secret shares of it. shared_cosines.h describes the roles and computes on the shares. In `private` the
//          worker before the last has the pad as well, because the two helpers share its stream (sharing/).
// Privacy: the pad is fresh and uniform, so the owner's share is uniform too.
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
  // The arguments are those of MakeAngleSum().
  // REQUIRES: at least two workers.
  SharedAngleSum(net::Channel& channel, const MaskingSettings& settings, const Secrets& secrets, int owners);

  AngleForm form() const override { return FormOfBits(bits_); }

 private:
  SharedAngleSum(net::Channel& channel, const MaskingSettings& settings, const Secrets& secrets, int owners,
                 const KeyPair& mine);

  AngleWords SumTile(int owner, const Tile& tile) override;

  int bits_;
  bool pads_on_;  // see MaskingSettings::pads
  RingMasks masks_;
  // The stream of pads, at the helpers; null elsewhere.
  std::unique_ptr<KeyStream> pads_;
  std::vector<std::byte> pad_memory_;
};

}  // namespace fdskl::masking

#endif  // FDSKL_FDSKL_MASKING_SHARED_H_
