// Attack 7: SecureBoost's row sets.
//
// A host wants the labels. It sees which samples share a leaf of each tree, and the guest grew the trees so that leaves
// have labels alike. It knows some samples' labels (of its own customers, say) and the share of positive ones, and
// takes a label for a draw from a Gaussian process whose covariance is the share of trees in which two samples share a
// leaf:
//     y ~ (p, p (1 - p) (a K + (1 - a) I)).
// Trust: a is the likeliest for the labels it knows, but 0, the share p for all, unless the likelihood ratio is beyond
// what one in twenty cases without any relation would give.
// Controls: the row sets of a run on shuffled labels (must fail), and a host that is told the leaves' weights (must
// succeed).
#ifndef FDSKL_RUNNERS_STUDIES_AUDIT_ROW_SETS_H_
#define FDSKL_RUNNERS_STUDIES_AUDIT_ROW_SETS_H_

#include <cstdint>
#include <span>
#include <vector>

#include "baselines/secureboost/boosted_tree.h"
#include "runners/studies/audit/attack.h"
#include "runners/studies/audit/seen_trees.h"

namespace fdskl::audit {

// What the adversary knows of the labels, as 0 and 1: those of some samples, and the mean of all.
struct KnownLabels {
  std::vector<std::int32_t> samples;
  Eigen::VectorXd labels;
  double mean = 0;
};

// A guess of the other samples' labels from the first so many trees, for each number of `counts`. Column 0 of the truth
// is the label. REQUIRES: as many trees were seen.
std::vector<Outcome> RowSets(std::span<const SeenTree> trees, const KnownLabels& known, FeatureCounts counts);

// The same by a host that is told the weights in the guest's trees, and so has the whole model but its constant, which
// the mean gives.
std::vector<Outcome> RowSetsAndWeights(std::span<const SeenTree> trees,
                                       std::span<const secureboost::BoostedTree> weights, const KnownLabels& known,
                                       FeatureCounts counts);

}  // namespace fdskl::audit

#endif  // FDSKL_RUNNERS_STUDIES_AUDIT_ROW_SETS_H_
