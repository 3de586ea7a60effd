// Angle sums in masking `none`: float turns without masks. For measuring what masking costs, and for a single worker.
#ifndef FDSKL_FDSKL_MASKING_NONE_H_
#define FDSKL_FDSKL_MASKING_NONE_H_

#include "fdskl/masking/angle_sum.h"

namespace fdskl::masking {

class UnmaskedAngleSum : public AngleSum {
 public:
  // The arguments are those of MakeAngleSum().
  UnmaskedAngleSum(net::Channel& channel, const MaskingSettings& settings, const Secrets& secrets, int owners)
      : AngleSum(channel, settings, secrets, owners), at_owner_(settings) {}

  AngleForm form() const override { return at_owner_.form(); }

 private:
  AngleWords SumTile(int owner, const Tile& tile) override;

  TurnsAtOwner at_owner_;
};

}  // namespace fdskl::masking

#endif  // FDSKL_FDSKL_MASKING_NONE_H_
