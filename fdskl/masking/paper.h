// Angle sums in masking `paper`: doubles in radians under masks of [0, 2 pi].         [paper: Algorithm 3]
//
// Along T1:   a worker's own part plus its mask b^l_j, which depends only on its private seed and j. The mask of l'(j)
//             is the phase b_j.
// Along T2:   a tree over all workers but l' sums the masks to the owner, which subtracts them. b_j remains.
// Privacy:    a mask is the same for every sample, so two samples reveal how a worker's part differs between them
//             (leakage_test). This is the paper's own leak.
// Deviation:  T2 runs once for a tile's features, not once for each sample; see docs/paper_map.md.
#ifndef FDSKL_FDSKL_MASKING_PAPER_H_
#define FDSKL_FDSKL_MASKING_PAPER_H_

#include <span>
#include <vector>

#include "fdskl/masking/angle_sum.h"

namespace fdskl::masking {

class PaperAngleSum : public AngleSum {
 public:
  // The arguments are those of MakeAngleSum().
  PaperAngleSum(net::Channel& channel, const MaskingSettings& settings, const Secrets& secrets, int owners);

  AngleForm form() const override { return at_owner_.form(); }

 private:
  void NewFeatures(std::span<const std::int64_t> features) override;
  AngleWords SumTile(int owner, const Tile& tile) override;
  // This worker's mask of a feature whose l' is another worker, in radians.
  double StreamMask(std::int64_t feature);
  // At the owner, the sum of all masks of each feature but that of l'; elsewhere unspecified.
  std::vector<double> SumMasks(int owner);

  TurnsAtOwner at_owner_;
  std::vector<std::vector<net::Tree>> mask_trees_;  // T2 by owner and l'
  KeyStream mask_stream_;
  std::vector<double> stream_masks_;  // by feature; NaN: not computed yet
  // This worker's masks of the current features, in radians, and which of these features have which l'.
  std::vector<double> masks_;
  std::vector<std::vector<std::size_t>> members_;
};

}  // namespace fdskl::masking

#endif  // FDSKL_FDSKL_MASKING_PAPER_H_
