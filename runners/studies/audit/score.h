// The guesses of an attack, and how much of the truth they recover beyond a guess without any transcript.
//
// Binary columns: the share of bits right; chance is to guess each column's more frequent value.
// Other columns:  R^2, pooled over the columns: 1 - sum (guess - truth)^2 / sum (truth - mean)^2. Chance is the mean,
//                 whose R^2 is 0.
// Advantage:      (recovered - chance) / (1 - chance): 0 is guessing, 1 is everything.
#ifndef FDSKL_RUNNERS_STUDIES_AUDIT_SCORE_H_
#define FDSKL_RUNNERS_STUDIES_AUDIT_SCORE_H_

#include <Eigen/Core>
#include <array>
#include <cstdint>
#include <map>
#include <span>
#include <string_view>
#include <utility>
#include <vector>

#include "base/names.h"
#include "results/audit_row.h"
#include "runners/studies/audit/table.h"

namespace fdskl::audit {

using results::AttackKind;

// Numbers of features that the adversary has seen; an attack makes one guess for each. In kMergedKernel they are
// numbers of known rows, in kRowSets of seen trees.
using FeatureCounts = std::span<const std::int64_t>;

// A guess of hidden columns.
struct Outcome {
  std::int64_t features = 0;          // one of the FeatureCounts
  std::vector<std::int32_t> samples;  // guessed samples; empty: all
  std::vector<std::int32_t> columns;  // guessed columns of the truth that the scorer is given
  Eigen::MatrixXd guess;              // samples by columns
};

// What is recovered: bits of binary columns, or variance of others.
enum class Measure { kBits, kR2 };

constexpr auto NamesOf(Measure /*value*/) {
  return base::EnumTable<Measure, 2>{"measure", {{{Measure::kBits, "bits"}, {Measure::kR2, "r2"}}}};
}

// How much of the truth one guess recovered.
struct Score {
  Measure measure = Measure::kBits;
  double recovered = 0;
  double chance = 0;
  double permuted = 0;  // recovered when the truth's samples are shuffled; well above chance only in a broken audit
};

// Scores a guess against the truth; both are samples by columns. `seed` shuffles the truth for `permuted`.
Score ScoreGuess(const Eigen::MatrixXd& guess, const Eigen::MatrixXd& truth, std::uint64_t seed);

struct Summary {
  // The mean over repeats and its 95% interval by Student's t. The interval is that of the distance from each repeat's
  // own chance, so it does not widen merely because repeats have different samples.
  double recovered = 0, low = 0, high = 0;
  double chance = 0, advantage = 0, permuted = 0;
};

// REQUIRES: at least one score, all of the same measure.
Summary Summarise(std::span<const Score> scores);

// Collects the scores of a setup's repeats, by attack and number of features, and makes rows of them.
class Tally {
 public:
  // Scores one repeat's outcome against the truth; `seed` is the repeat's.
  void Add(AttackKind attack, const Outcome& outcome, const base::DenseMatrix& truth, std::uint64_t seed);

  // Rows with the columns that come from scores; the caller fills in those that describe the setup.
  std::vector<results::AuditRow> Rows() const;

 private:
  struct Entry {
    std::int64_t hidden_columns = 0;
    std::vector<Score> scores;
  };
  std::map<std::pair<AttackKind, std::int64_t>, Entry> entries_;
};

}  // namespace fdskl::audit

#endif  // FDSKL_RUNNERS_STUDIES_AUDIT_SCORE_H_
