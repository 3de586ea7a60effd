#include "runners/studies/audit/reused_mask.h"

#include "runners/studies/audit/estimate.h"
#include "runners/studies/audit/seen.h"

namespace fdskl::audit {

std::vector<Outcome> ReusedMask(const Public& facts, const Party& adversary, int victim, const ColumnMeans& means,
                                FeatureCounts counts) {
  const Seen all = SumsFrom(facts, adversary, victim);
  const auto& columns = facts.columns[static_cast<std::size_t>(victim)];
  return OutcomesFor(facts, all, columns, counts, [&](const Eigen::MatrixXd& w, const Seen& seen) {
    const Masking masking = facts.settings.masking;
    const bool wraps = masking == Masking::kRing || masking == Masking::kShared;
    return GuessCentred(wraps ? UnwrappedLeastSquares(w, seen.turns) : CentredLeastSquares(w, seen.turns),
                        means(columns));
  });
}

}  // namespace fdskl::audit
