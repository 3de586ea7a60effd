// Angle sums in masking `shared`: as `ring`, with a pad that the helper subtracts and keeps to itself.
//
// Result:  the owner gets the angle less the pad, the helper has the pad, and nobody has the angle. These two values are
//          secret shares of it. shared_cosines.h has the roles, and what can be computed on the shares.
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
  RingMasks masks_;
  // At the helper, the stream of pads, which nobody else can make; null elsewhere.
  std::unique_ptr<KeyStream> pads_;
  std::vector<std::byte> pad_memory_;
};

}  // namespace fdskl::masking

#endif  // FDSKL_FDSKL_MASKING_SHARED_H_
