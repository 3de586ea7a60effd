// How much of the truth a guess has, and how much one has without any transcript.
//
// Columns of zeros and ones alone: the share of bits right; chance is to guess each column's more frequent value.
// Others: R^2, pooled over the columns, 1 - sum (guess - truth)^2 / sum (truth - mean)^2; chance is the mean, 0.
// Advantage: (recovered - chance) / (1 - chance): 0 is guessing, 1 is everything.
#ifndef FDSKL_RUNNERS_STUDIES_AUDIT_SCORE_H_
#define FDSKL_RUNNERS_STUDIES_AUDIT_SCORE_H_

#include <Eigen/Core>
#include <array>
#include <cstdint>
#include <span>
#include <string_view>
#include <utility>

#include "base/names.h"

namespace fdskl::audit {

enum class Measure { kBits, kR2 };

struct Score {
  Measure measure = Measure::kBits;
  double recovered = 0;
  double chance = 0;
  double permuted = 0;  // recovered, had the samples been in another order: what a broken audit would still find
};

// Both samples by columns. `seed` shuffles the truth for `permuted`.
Score ScoreGuess(const Eigen::MatrixXd& guess, const Eigen::MatrixXd& truth, std::uint64_t seed);

struct Summary {
  // The mean over repeats, and its 95% interval by Student's t. What counts is the distance from each repeat's own
  // chance: that samples differ from repeat to repeat does not widen the interval.
  double recovered = 0, low = 0, high = 0;
  double chance = 0, advantage = 0, permuted = 0;
};

// REQUIRES: a score, all of the same measure.
Summary Summarise(std::span<const Score> scores);

constexpr auto NamesOf(Measure /*value*/) {
  return base::EnumTable<Measure, 2>{"measure", {{{Measure::kBits, "bits"}, {Measure::kR2, "r2"}}}};
}

}  // namespace fdskl::audit

#endif  // FDSKL_RUNNERS_STUDIES_AUDIT_SCORE_H_
