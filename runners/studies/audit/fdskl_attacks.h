// The attacks on FDSKL. Each sees the public facts and the Party of one semi-honest worker (of two when they collude),
// and is granted the means of the hidden columns. It never sees the truth.
//
// masked-regression     The parent of a leaf in T1 sees w_j . x_i + mask for public w_j. Masks that are bounded real
//                       numbers are noise to a regression over features, and average out. Masks that are uniform on the
//                       ring leave nothing to regress on.
// reused-mask           The same parent. A mask that depends on j alone drops out of the difference of two samples. The
//                       rest is linear in the difference of their columns: exact, from a few features more than
//                       columns. On the ring the numbers are unwrapped: with reused masks that would succeed too.
// owner-outputs         The owner of a feature learns its angle for every sample: the output of the protocol itself.
//                       Less its own part, that is the others' part and the phase b_j, up to whole turns. b_j is the
//                       same for all samples, so the samples are told apart as under a reused mask, however the angle
//                       was summed.
// colluding-owners      Two owners pool their features and subtract both their parts.
// colluding-neighbours  In `ring` masking, the two neighbours of a worker on the cycle: each shares one of the two
//                       streams that mask the victim's words. The one that is the victim's parent in T1 has the words;
//                       with the other's stream it removes the masks, and is left with w_j . x_i as in `none`.
// same-trees            What would happen if T2 were T1: a leaf's parent in T1 would get the leaf's bare mask as well,
//                       and subtract it. With the trees of fdskl/net/tree.h it never gets the mask.
// The attacks for masking `private` alone are in private_attacks.h.
#ifndef FDSKL_RUNNERS_STUDIES_AUDIT_FDSKL_ATTACKS_H_
#define FDSKL_RUNNERS_STUDIES_AUDIT_FDSKL_ATTACKS_H_

#include <optional>
#include <vector>

#include "runners/studies/audit/setup.h"

namespace fdskl::audit {

// As RunSetup(), which then fills in the columns that describe the setup. One recording serves all attacks.
std::vector<results::AuditRow> AttackFdskl(const Setup& setup, const TableSource& tables,
                                           std::optional<AttackKind> wanted);

}  // namespace fdskl::audit

#endif  // FDSKL_RUNNERS_STUDIES_AUDIT_FDSKL_ATTACKS_H_
