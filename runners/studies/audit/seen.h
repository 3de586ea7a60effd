// What an adversary reads off its transcript: one number for each sample and feature, in turns.
#ifndef FDSKL_RUNNERS_STUDIES_AUDIT_SEEN_H_
#define FDSKL_RUNNERS_STUDIES_AUDIT_SEEN_H_

#include <cstdint>
#include <functional>
#include <span>
#include <vector>

#include "runners/studies/audit/recording.h"
#include "runners/studies/audit/score.h"

namespace fdskl::audit {

// Only features that were seen for every sample, in ascending order.
struct Seen {
  Eigen::MatrixXd turns;  // samples by features
  std::vector<std::int64_t> features;

  // The first `count` features. REQUIRES: there are as many.
  Seen First(std::int64_t count) const;
};

// A leaf of T1 and its parent. The parent, the adversary, sees the masked part of the leaf, its victim, by itself.
struct Listener {
  int adversary = 0, victim = 0;
};
Listener ListenerOf(int workers);

// What the victim, as a leaf of T1, sent to the adversary.
Seen SumsFrom(const Public& facts, const Party& adversary, int victim);

// The same, less pads: `pad` is called for every tile of the run, in order, with as many words as the tile has, and
// fills in what is to be subtracted from them, at the top of 32 bits. REQUIRES: masking `ring`.
using Pad = std::function<void(std::span<std::uint32_t>)>;
Seen SumsFrom(const Public& facts, const Party& adversary, int victim, const Pad& pad);

// The masks that the victim, as a leaf of T2, sent to the adversary in `paper` masking: a single row, for the features
// whose mask it sent bare and not in a sum.
Seen MasksFrom(const Public& facts, const Party& adversary, int victim);

// The angles of the features that the parties own, less all the parties' own parts: what remains comes from the others'
// columns and the phase.
Seen OthersAngles(const Public& facts, std::span<const Party* const> parties);

// The same from tiles of angles that the parties came to know in any way; those without angles are left out.
Seen OthersAngles(const Public& facts, std::span<const SeenTile* const> tiles, std::span<const Party* const> parties);

// The columns that none of the parties holds.
std::vector<std::int32_t> ColumnsOfOthers(const Public& facts, std::span<const Party* const> parties);

// guess(w, seen) of `columns` for each number of features in `counts`. Numbers below that of the columns plus two are
// left out. REQUIRES: as many features were seen.
std::vector<Outcome> OutcomesFor(const Public& facts, const Seen& all, const std::vector<std::int32_t>& columns,
                                 FeatureCounts counts,
                                 const std::function<Eigen::MatrixXd(const Eigen::MatrixXd& w, const Seen&)>& guess);

}  // namespace fdskl::audit

#endif  // FDSKL_RUNNERS_STUDIES_AUDIT_SEEN_H_
