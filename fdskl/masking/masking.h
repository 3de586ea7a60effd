// The ways to mask a sum of angles, and the settings that they need.
//
//   none     nothing is masked; for measuring what masking costs                                        none.h
//   paper    the paper's Algorithm 3: real masks that depend only on the feature                        paper.h
//   ring     fresh masks on a ring of integers, which cancel in the sum; the default                    ring.h
//   shared   as ring, but nobody learns the angle either: two workers have shares of it                 shared.h
//   private  as shared, with a pad that two helpers know; they train on shares alone (fdskl/sharing/)   shared.h
//
// Which worker supplies the phase b_j is the same in every mode, so all modes give the same model (feature_phases.h).
#ifndef FDSKL_FDSKL_MASKING_MASKING_H_
#define FDSKL_FDSKL_MASKING_MASKING_H_

#include <cstdint>

#include "base/names.h"
#include "fdskl/net/tree.h"

namespace fdskl::masking {

enum class Masking { kPaper, kRing, kNone, kShared, kPrivate };

constexpr auto NamesOf(Masking /*value*/) {
  return base::EnumTable<Masking, 5>{"masking",
                                     {{{Masking::kPaper, "paper"},
                                       {Masking::kRing, "ring"},
                                       {Masking::kNone, "none"},
                                       {Masking::kShared, "shared"},
                                       {Masking::kPrivate, "private"}}}};
}

// Whether angles are sent as words on a ring of ring_bits.
constexpr bool OnRing(Masking masking) {
  return masking == Masking::kRing || masking == Masking::kShared || masking == Masking::kPrivate;
}

struct MaskingSettings {
  std::uint64_t seed = 1;  // public; it decides which worker supplies which phase
  Masking masking = Masking::kRing;
  int ring_bits = 32;  // 8 to 32 bits per angle, in `ring`, `shared` and `private`
  // In `none` and `paper`, whether the owner rounds angles to ring_bits too. For owners that save angles.
  bool round_angles = false;
  // T2 of (q, owner, l') in `paper`. There is no option for it: only the privacy audit sets another tree, to show why a
  // good one is needed.
  net::Tree (*mask_tree)(int, int, int) = &net::MaskTree;
  // Whether masking `private` uses its pads. There is no option for it: only the privacy audit switches them off, to
  // show that its attacks would then succeed.
  bool pads = true;
};

}  // namespace fdskl::masking

#endif  // FDSKL_FDSKL_MASKING_MASKING_H_
