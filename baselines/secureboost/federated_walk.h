// Samples on their way through trees whose splits several workers hold: prediction.
//
// Level by level, for all trees together: the guest takes its own splits itself, and asks each host about samples and
// numbers of splits in that host's table; the host answers left or right, one bit each.
// Collective: AddTrees() by the guest, AnswerQueries() by the hosts, with the same depth.
#ifndef FDSKL_BASELINES_SECUREBOOST_FEDERATED_WALK_H_
#define FDSKL_BASELINES_SECUREBOOST_FEDERATED_WALK_H_

#include <span>

#include "base/matrix.h"
#include "baselines/secureboost/boosted_tree.h"
#include "baselines/secureboost/tree_grower.h"
#include "fdskl/net/channel.h"

namespace fdskl::secureboost {

// Adds to f, for each sample of x, the weights of the leaves that it comes to. REQUIRES: no tree is deeper than
// `depth`.
void AddTrees(net::Channel& channel, const TreeGrower& grower, std::span<const BoostedTree> trees, int depth,
              const base::Matrix& x, std::span<double> f);

void AnswerQueries(net::Channel& channel, const TreeGrower& grower, int depth, const base::Matrix& x);

}  // namespace fdskl::secureboost

#endif  // FDSKL_BASELINES_SECUREBOOST_FEDERATED_WALK_H_
