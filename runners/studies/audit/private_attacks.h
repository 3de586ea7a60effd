// The attacks for masking `private` alone (fdskl/private_trainer.h). Each must succeed when pads are switched off.
//
// asked-predictions  An owner asks for f of the same samples many times. For each of its features it has angle - pad
//                    once from the training and once from each prediction. A pad that was used twice, or was not
//                    uniform, would leave a trace in the circular mean. The rest is as in owner-outputs.
//                    (f itself is an output; the protocol does not hide what f tells.)
// helper-shares      Helper K has the pad of every angle and a share each of the cosine and the sine of angle - pad,
//                    dealt by the owner. It takes the shares for the numbers themselves, and computes an angle.
// opened-numbers     A helper knows a sample with its label, and asks whether it was trained on, from the numbers that
//                    the first two iterations opened. It is granted all features with their phases, and samples that
//                    were not trained on. They show it how the numbers vary, and how they would change with that
//                    sample in place of another. The control knows all samples but one, as it would without pads, and
//                    asks whether the sample is that one. It only needs to compare.
#ifndef FDSKL_RUNNERS_STUDIES_AUDIT_PRIVATE_ATTACKS_H_
#define FDSKL_RUNNERS_STUDIES_AUDIT_PRIVATE_ATTACKS_H_

#include <functional>
#include <span>
#include <vector>

#include "runners/studies/audit/recording.h"
#include "runners/studies/audit/score.h"
#include "runners/studies/audit/seen.h"

namespace fdskl::audit {

// Guesses all columns that none of the parties holds, from angles from which the parties' own parts were subtracted.
std::vector<Outcome> GuessOthers(const Public& facts, const Seen& angles, std::span<const Party* const> parties,
                                 const ColumnMeans& means, FeatureCounts counts);

// REQUIRES: masking `private`; `asker` owns features.
std::vector<Outcome> AskedPredictions(const Public& facts, const Party& asker, const ColumnMeans& means,
                                      FeatureCounts counts);

// REQUIRES: masking `private`; `helper` is K.
std::vector<Outcome> HelperShares(const Public& facts, const Party& helper, const ColumnMeans& means,
                                  FeatureCounts counts);

struct Membership {
  Eigen::MatrixXd guess;    // for each candidate 1 if the attack says that it was trained on, else 0
  base::DenseMatrix truth;  // for each candidate 1 if it was trained on, else 0
};

// The attack opened-numbers. `opened` are the numbers that a run on `table` opened to a helper. others(n), n = 0, 1,
// .., gives further tables with equally many samples of the same population. `knows_all` runs the control instead.
Membership OpenedNumbers(const Public& facts, std::span<const double> opened, const Table& table,
                         const std::function<Table(int number)>& others, bool knows_all);

}  // namespace fdskl::audit

#endif  // FDSKL_RUNNERS_STUDIES_AUDIT_PRIVATE_ATTACKS_H_
