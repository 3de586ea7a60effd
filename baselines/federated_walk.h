// Samples on their way through trees whose splits several workers hold: prediction.
//
// Level by level, for all trees together: the guest takes its own splits itself, and asks each host about samples and
// numbers of splits in that host's table; the host answers left or right, one bit each.
// Collective: AddTrees() by the guest, AnswerQueries() by the hosts, with the same depth.
#ifndef FDSKL_BASELINES_FEDERATED_WALK_H_
#define FDSKL_BASELINES_FEDERATED_WALK_H_

#include <span>

#include "baselines/boosted_tree.h"
#include "baselines/tree_grower.h"
#include "fdskl/channel.h"
#include "fdskl/matrix.h"

namespace fdskl {

// Adds to f, for each sample of x, the weights of the leaves that it comes to. REQUIRES: no tree is deeper than
// `depth`.
void AddTrees(Channel& channel, const TreeGrower& grower, std::span<const BoostedTree> trees, int depth,
              const Matrix& x, std::span<double> f);

void AnswerQueries(Channel& channel, const TreeGrower& grower, int depth, const Matrix& x);

}  // namespace fdskl

#endif  // FDSKL_BASELINES_FEDERATED_WALK_H_
