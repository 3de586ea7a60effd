// Attack 1: regression on masked sums.
//
// The parent of a leaf in T1 sees w_j . x_i + mask for public w_j. Masks that are bounded real numbers are noise to a
// regression over features, and average out; masks that are uniform on the ring leave nothing to regress on.
#ifndef FDSKL_RUNNERS_STUDIES_AUDIT_MASKED_REGRESSION_H_
#define FDSKL_RUNNERS_STUDIES_AUDIT_MASKED_REGRESSION_H_

#include <vector>

#include "runners/studies/audit/attack.h"
#include "runners/studies/audit/recording.h"

namespace fdskl::audit {

// REQUIRES: the victim is a leaf below the adversary in some owner's T1 (ListenerOf()).
std::vector<Outcome> MaskedRegression(const Public& facts, const Party& adversary, int victim, const ColumnMeans& means,
                                      FeatureCounts counts);

}  // namespace fdskl::audit

#endif  // FDSKL_RUNNERS_STUDIES_AUDIT_MASKED_REGRESSION_H_
