#include "runners/studies/audit/owner_outputs.h"

#include <algorithm>

#include "runners/studies/audit/estimate.h"
#include "runners/studies/audit/seen.h"

namespace fdskl::audit {

std::vector<std::int32_t> ColumnsOfOthers(const Public& facts, std::span<const Party* const> parties) {
  std::vector<std::int32_t> columns;
  for (int worker = 0; worker < facts.workers; ++worker) {
    if (std::ranges::any_of(parties, [&](const Party* party) { return party->rank == worker; })) continue;
    const auto& held = facts.columns[static_cast<std::size_t>(worker)];
    columns.insert(columns.end(), held.begin(), held.end());
  }
  return columns;
}

std::vector<Outcome> OwnerOutputs(const Public& facts, std::span<const Party* const> parties, const ColumnMeans& means,
                                  FeatureCounts counts) {
  const Seen all = OthersAngles(facts, parties);
  const std::vector<std::int32_t> columns = ColumnsOfOthers(facts, parties);
  return OutcomesFor(facts, all, columns, counts, [&](const Eigen::MatrixXd& w, const Seen& seen) {
    return GuessCentred(UnwrappedLeastSquares(w, seen.turns), means(columns));
  });
}

}  // namespace fdskl::audit
