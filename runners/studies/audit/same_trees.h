// Attack 5: what would happen if T2 were T1.
//
// Below its parent in T1 a leaf sends w_j . x_i + mask. If masks travelled along the same tree, the same parent would
// get the bare mask as well, and take it off. With the trees of fdskl/tree.h it never does, and has nothing to
// subtract.
#ifndef FDSKL_RUNNERS_STUDIES_AUDIT_SAME_TREES_H_
#define FDSKL_RUNNERS_STUDIES_AUDIT_SAME_TREES_H_

#include <vector>

#include "fdskl/net/tree.h"
#include "runners/studies/audit/attack.h"
#include "runners/studies/audit/recording.h"

namespace fdskl::audit {

// T1 without l', whose children go to its parent: for Settings::mask_tree. REQUIRES: as MaskTree().
net::Tree SameTree(int q, int owner, int l_prime);

// Uses the features whose bare mask the adversary got; without any, it guesses the mean. Counts are of masked sums
// seen. REQUIRES: masking `paper`, and as MaskedRegression().
std::vector<Outcome> SameTrees(const Public& facts, const Party& adversary, int victim, const ColumnMeans& means,
                               FeatureCounts counts);

}  // namespace fdskl::audit

#endif  // FDSKL_RUNNERS_STUDIES_AUDIT_SAME_TREES_H_
