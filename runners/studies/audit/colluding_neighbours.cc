#include "runners/studies/audit/colluding_neighbours.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/error.h"
#include "runners/studies/audit/estimate.h"
#include "runners/studies/audit/seen.h"

namespace fdskl::audit {
namespace {

// The stream that `party` shares with `victim`, along the cycle's edge from worker `edge` on (masking::RingMasks).
masking::KeyStream SharedStream(const Party& party, int victim, int edge) {
  const auto from_victim =
      std::ranges::find_if(party.received, [&](const net::Message& message) { return message.from == victim; });
  FDSKL_REQUIRE(from_victim != party.received.end() && from_victim->bytes.size() == masking::KeyPair::kBytes);
  masking::KeyPair::PublicKey key;
  std::ranges::copy(from_victim->As<std::uint8_t>(), key.begin());
  return masking::KeyStream(
      masking::KeyPair(party.secrets.agreement_key).Agree(key, fmt::format("fdskl ring edge {}", edge)));
}

}  // namespace

std::vector<Outcome> ColludingNeighbours(const Public& facts, const Party& parent, int victim, const Party& next,
                                         const ColumnMeans& means, FeatureCounts counts) {
  FDSKL_REQUIRE((parent.rank + 1) % facts.workers == victim && (victim + 1) % facts.workers == next.rank);
  FDSKL_REQUIRE(parent.rank != next.rank);
  masking::KeyStream added = SharedStream(next, victim, victim);
  masking::KeyStream subtracted = SharedStream(parent, victim, parent.rank);
  std::vector<std::uint32_t> taken_off;
  const Seen all = SumsFrom(facts, parent, victim, [&](std::span<std::uint32_t> pads) {
    taken_off.resize(pads.size());
    added.Fill(std::as_writable_bytes(pads));
    subtracted.Fill(std::as_writable_bytes(std::span(taken_off)));
    for (std::size_t i = 0; i < pads.size(); ++i) pads[i] -= taken_off[i];
  });
  const auto& columns = facts.columns[static_cast<std::size_t>(victim)];
  return OutcomesFor(facts, all, columns, counts, [&](const Eigen::MatrixXd& w, const Seen& seen) {
    return GuessCentred(UnwrappedLeastSquares(w, seen.turns), means(columns));
  });
}

}  // namespace fdskl::audit
