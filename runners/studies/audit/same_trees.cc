#include "runners/studies/audit/same_trees.h"

#include <algorithm>
#include <functional>

#include "base/error.h"
#include "runners/studies/audit/estimate.h"
#include "runners/studies/audit/seen.h"

namespace fdskl::audit {
namespace {

// The victim's bare part, of the features whose mask is known.
struct Unmasked {
  std::vector<Eigen::Index> places;  // among those seen
  Eigen::MatrixXd turns;
};

Unmasked TakeOff(const Seen& sums, const Seen& masks) {
  Unmasked bare;
  std::vector<Eigen::Index> at;
  for (std::size_t j = 0; j < sums.features.size(); ++j) {
    const auto found = std::ranges::lower_bound(masks.features, sums.features[j]);
    if (found == masks.features.end() || *found != sums.features[j]) continue;
    bare.places.push_back(static_cast<Eigen::Index>(j));
    at.push_back(found - masks.features.begin());
  }
  bare.turns = sums.turns(Eigen::all, bare.places).rowwise() - masks.turns.row(0)(at);
  return bare;
}

}  // namespace

net::Tree SameTree(int q, int owner, int l_prime) {
  FDSKL_REQUIRE(l_prime != owner);
  const net::Tree t1 = net::AngleTree(q, owner);
  net::Tree pruned(q, owner);
  const std::function<void(int, int)> adopt_children = [&](int from, int parent) {
    for (const int child : t1.children(from)) {
      if (child != l_prime) pruned.Adopt(parent, child);
      adopt_children(child, child == l_prime ? parent : child);
    }
  };
  adopt_children(owner, owner);
  return pruned;
}

std::vector<Outcome> SameTrees(const Public& facts, const Party& adversary, int victim, const ColumnMeans& means,
                               FeatureCounts counts) {
  const Seen sums = SumsFrom(facts, adversary, victim);
  const Seen masks = MasksFrom(facts, adversary, victim);
  const auto& columns = facts.columns[static_cast<std::size_t>(victim)];
  return OutcomesFor(facts, sums, columns, counts, [&](const Eigen::MatrixXd& w, const Seen& seen) -> Eigen::MatrixXd {
    const Unmasked bare = TakeOff(seen, masks);
    if (std::ssize(bare.places) <= std::ssize(columns) + 1) return means(columns).replicate(facts.samples, 1);
    return Guess(LeastSquares(w(bare.places, Eigen::all), bare.turns, /*intercept=*/false), means(columns));
  });
}

}  // namespace fdskl::audit
