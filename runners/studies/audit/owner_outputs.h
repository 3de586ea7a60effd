// Attacks 3 and 4: the outputs of the protocol itself.
//
// Whoever owns a feature learns its angle for every sample. Less its own part, that is the others' part and the phase
// b_j, up to whole turns; b_j is the same for all samples, so that samples are told apart as under a reused mask,
// however the angle came. Two owners that collude pool their features, and take both their parts off.
#ifndef FDSKL_RUNNERS_STUDIES_AUDIT_OWNER_OUTPUTS_H_
#define FDSKL_RUNNERS_STUDIES_AUDIT_OWNER_OUTPUTS_H_

#include <span>
#include <vector>

#include "runners/studies/audit/attack.h"
#include "runners/studies/audit/recording.h"

namespace fdskl::audit {

// The columns that none of the parties holds.
std::vector<std::int32_t> ColumnsOfOthers(const Public& facts, std::span<const Party* const> parties);

// The guess is of all columns that none of the parties holds. REQUIRES: all parties own features.
std::vector<Outcome> OwnerOutputs(const Public& facts, std::span<const Party* const> parties, const ColumnMeans& means,
                                  FeatureCounts counts);

}  // namespace fdskl::audit

#endif  // FDSKL_RUNNERS_STUDIES_AUDIT_OWNER_OUTPUTS_H_
