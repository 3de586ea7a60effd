// The attacks that are made for masking `private` (fdskl/private_trainer.h). Without pads each must succeed.
//
// asked-predictions  The worker that asks for f, an owner, asks for f of the same samples many times. For each of its
//                    features it has angle - pad once from the training and once from each prediction. A pad that came
//                    twice, or was not uniform, would leave a trace in the circular mean; from there as owner-outputs.
//                    (f itself is an output. What it tells is no concern of the protocol.)
// helper-shares      Helper K has the pad of every angle and a share each of the cosine and the sine of angle - pad,
//                    dealt by the owner. It reads the shares as if they were the numbers, and so gets an angle.
// opened-numbers     A helper knows a sample with its label, and asks whether it was trained on, from the numbers that
//                    the first two iterations opened. It is granted all features with their phases, and other samples
//                    of the population, on which it sees how the numbers vary, and how they would move with that sample
//                    in place of another. The control knows all samples but one, as it would without pads, and asks
//                    whether the sample is that one: it need only compare.
#ifndef FDSKL_RUNNERS_STUDIES_AUDIT_PRIVATE_ATTACKS_H_
#define FDSKL_RUNNERS_STUDIES_AUDIT_PRIVATE_ATTACKS_H_

#include <functional>
#include <span>
#include <vector>

#include "runners/studies/audit/recording.h"
#include "runners/studies/audit/score.h"
#include "runners/studies/audit/seen.h"

namespace fdskl::audit {

// Guesses all columns that none of the parties holds, from angles less the parties' own parts.
std::vector<Outcome> GuessOthers(const Public& facts, const Seen& angles, std::span<const Party* const> parties,
                                 const ColumnMeans& means, FeatureCounts counts);

// REQUIRES: masking `private`; `asker` owns features.
std::vector<Outcome> AskedPredictions(const Public& facts, const Party& asker, const ColumnMeans& means,
                                      FeatureCounts counts);

// REQUIRES: masking `private`; `helper` is K.
std::vector<Outcome> HelperShares(const Public& facts, const Party& helper, const ColumnMeans& means,
                                  FeatureCounts counts);

struct Membership {
  Eigen::MatrixXd guess;    // for each candidate 1 if it is said to have been trained on, else 0
  base::DenseMatrix truth;  // likewise
};

// `opened`: to a helper, by a run on `table`. `others(n)`, n = 0, 1, ..: further tables of as many samples of the same
// population. `knows_all`: the control.
Membership OpenedNumbers(const Public& facts, std::span<const double> opened, const Table& table,
                         const std::function<Table(int number)>& others, bool knows_all);

}  // namespace fdskl::audit

#endif  // FDSKL_RUNNERS_STUDIES_AUDIT_PRIVATE_ATTACKS_H_
