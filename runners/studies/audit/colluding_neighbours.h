// Attack 4, in `ring` masking: the two neighbours of a worker on the cycle.
//
// Each shares one of the two streams that mask the victim's words. The one that is its parent in T1 has the words; with
// the other's stream it takes the masks off, and is left with w_j . x_i as in masking `none`. Both streams are made
// here as the workers made them, from their own private keys and the victim's public key in their transcripts.
#ifndef FDSKL_RUNNERS_STUDIES_AUDIT_COLLUDING_NEIGHBOURS_H_
#define FDSKL_RUNNERS_STUDIES_AUDIT_COLLUDING_NEIGHBOURS_H_

#include <vector>

#include "runners/studies/audit/attack.h"
#include "runners/studies/audit/recording.h"

namespace fdskl::audit {

// REQUIRES: masking `ring` of 32 bits; `parent`, victim and `next` follow one another on the cycle and are three; the
// victim is a leaf below `parent` in some owner's T1.
std::vector<Outcome> ColludingNeighbours(const Public& facts, const Party& parent, int victim, const Party& next,
                                         const ColumnMeans& means, FeatureCounts counts);

}  // namespace fdskl::audit

#endif  // FDSKL_RUNNERS_STUDIES_AUDIT_COLLUDING_NEIGHBOURS_H_
