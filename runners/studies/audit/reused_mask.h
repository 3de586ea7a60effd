// Attack 2: differences under a reused mask.
//
// The parent of a leaf in T1 sees w_j . x_i + mask. A mask that depends on j alone drops out of the difference of two
// samples, and what is left is linear in the difference of their columns: exact, from a few features more than columns.
#ifndef FDSKL_RUNNERS_STUDIES_AUDIT_REUSED_MASK_H_
#define FDSKL_RUNNERS_STUDIES_AUDIT_REUSED_MASK_H_

#include <vector>

#include "runners/studies/audit/attack.h"
#include "runners/studies/audit/recording.h"

namespace fdskl::audit {

// On the ring the numbers are unwrapped: with reused masks that would succeed as well.
// REQUIRES: as MaskedRegression().
std::vector<Outcome> ReusedMask(const Public& facts, const Party& adversary, int victim, const ColumnMeans& means,
                                FeatureCounts counts);

}  // namespace fdskl::audit

#endif  // FDSKL_RUNNERS_STUDIES_AUDIT_REUSED_MASK_H_
