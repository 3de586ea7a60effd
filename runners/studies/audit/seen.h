// What an adversary reads off its transcript: one number for each sample and feature, in turns.
#ifndef FDSKL_RUNNERS_STUDIES_AUDIT_SEEN_H_
#define FDSKL_RUNNERS_STUDIES_AUDIT_SEEN_H_

#include <cstdint>
#include <functional>
#include <span>
#include <vector>

#include "runners/studies/audit/attack.h"
#include "runners/studies/audit/recording.h"

namespace fdskl::audit {

// Only features that were seen for every sample, in ascending order.
struct Seen {
  Eigen::MatrixXd turns;  // samples by features
  std::vector<std::int64_t> features;

  // The first `count` features. REQUIRES: there are as many.
  Seen First(std::int64_t count) const;
};

// T1 has a leaf whose masked part its parent sees alone: the parent listens, the leaf is its victim.
struct Listener {
  int adversary = 0, victim = 0;
};
Listener ListenerOf(int workers);

// What the victim, as a leaf of T1, sent to the adversary.
Seen SumsFrom(const Public& facts, const Party& adversary, int victim);

// The same with what `pad` says taken off, message by message: it is called for every tile of the run, in order, with
// the words that the tile has, and fills in their pads. REQUIRES: masking `ring` of 32 bits.
using Pad = std::function<void(std::span<std::uint32_t>)>;
Seen SumsFrom(const Public& facts, const Party& adversary, int victim, const Pad& pad);

// What the victim alone sent to the adversary along T2, in `paper` masking: the masks of those features of which it
// sent its own and no sum; a single row.
Seen MasksFrom(const Public& facts, const Party& adversary, int victim);

// The angles of the parties' own features, less all their own parts: what the others' columns and the phase make.
Seen OthersAngles(const Public& facts, std::span<const Party* const> parties);

// guess(w, seen) of `columns` from each number of features in `counts`; numbers that are not above that of the columns
// by two are left out. REQUIRES: as many features were seen.
std::vector<Outcome> OutcomesFor(const Public& facts, const Seen& all, const std::vector<std::int32_t>& columns,
                                 FeatureCounts counts,
                                 const std::function<Eigen::MatrixXd(const Eigen::MatrixXd& w, const Seen&)>& guess);

}  // namespace fdskl::audit

#endif  // FDSKL_RUNNERS_STUDIES_AUDIT_SEEN_H_
