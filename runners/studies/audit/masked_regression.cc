#include "runners/studies/audit/masked_regression.h"

#include "runners/studies/audit/estimate.h"
#include "runners/studies/audit/seen.h"

namespace fdskl::audit {

std::vector<Outcome> MaskedRegression(const Public& facts, const Party& adversary, int victim, const ColumnMeans& means,
                                      FeatureCounts counts) {
  const Seen all = SumsFrom(facts, adversary, victim);
  const auto& columns = facts.columns[static_cast<std::size_t>(victim)];
  return OutcomesFor(facts, all, columns, counts, [&](const Eigen::MatrixXd& w, const Seen& seen) {
    return Guess(LeastSquares(w, seen.turns, /*intercept=*/true), means(columns));
  });
}

}  // namespace fdskl::audit
