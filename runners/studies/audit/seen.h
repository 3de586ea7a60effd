// What an adversary reads from its transcript: one number for each sample and feature, in turns.
#ifndef FDSKL_RUNNERS_STUDIES_AUDIT_SEEN_H_
#define FDSKL_RUNNERS_STUDIES_AUDIT_SEEN_H_

#include <cstdint>
#include <functional>
#include <span>
#include <vector>

#include "runners/studies/audit/recording.h"
#include "runners/studies/audit/score.h"

namespace fdskl::audit {

// The numbers that an adversary has seen. Only features seen for every sample are kept, in ascending order.
struct Seen {
  Eigen::MatrixXd turns;  // samples by features
  std::vector<std::int64_t> features;

  // The first `count` features. REQUIRES: at least `count` were seen.
  Seen First(std::int64_t count) const;
};

// A leaf of T1, the victim, and its parent, the adversary, which receives the leaf's masked part alone, not in a sum.
struct Listener {
  int adversary = 0, victim = 0;
};
Listener ListenerOf(int workers);

// The masked sums that the victim, as a leaf of T1, sent to the adversary.
Seen SumsFrom(const Public& facts, const Party& adversary, int victim);

// The same, less pads. `pad` is called for every tile of the run, in order, with a span of the tile's size, and fills
// in what to subtract, in the top bits of each word. REQUIRES: masking `ring`.
using Pad = std::function<void(std::span<std::uint32_t>)>;
Seen SumsFrom(const Public& facts, const Party& adversary, int victim, const Pad& pad);

// The masks that the victim, as a leaf of T2, sent to the adversary in `paper` masking: a single row, with the features
// whose mask was sent bare, not in a sum.
Seen MasksFrom(const Public& facts, const Party& adversary, int victim);

// The angles of the features that the parties own, less the parties' own parts. The rest comes from the others' columns
// and the phase.
Seen OthersAngles(const Public& facts, std::span<const Party* const> parties);

// The same from any tiles whose angles the parties know; tiles without angles are ignored.
Seen OthersAngles(const Public& facts, std::span<const SeenTile* const> tiles, std::span<const Party* const> parties);

// The columns that none of the parties holds.
std::vector<std::int32_t> ColumnsOfOthers(const Public& facts, std::span<const Party* const> parties);

// Calls guess(w, seen) for `columns` with each number of features in `counts`. Skips numbers below the number of
// columns plus two. REQUIRES: as many features were seen.
std::vector<Outcome> OutcomesFor(const Public& facts, const Seen& all, const std::vector<std::int32_t>& columns,
                                 FeatureCounts counts,
                                 const std::function<Eigen::MatrixXd(const Eigen::MatrixXd& w, const Seen&)>& guess);

}  // namespace fdskl::audit

#endif  // FDSKL_RUNNERS_STUDIES_AUDIT_SEEN_H_
