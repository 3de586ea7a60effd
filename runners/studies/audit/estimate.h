// From numbers that depend on hidden columns through public frequencies, back to the columns.
//
// Seen are, for sample i and feature j, w_j . x_i + mask, in turns; w is public. The unknowns are the rows x_i.
//
// Trust: an adversary is granted the columns' means, as anyone knows them from statistics, and guesses them where it
// has nothing better. It trusts its estimate as far as it explains more than noise would (positive-part James and
// Stein): with G the share of the seen variance that the estimate explains, and G0 the share it would explain of pure
// noise,
//     guess = mean + c (estimate - mean),    c = max(0, 1 - G0 (1 - G) / (G (1 - G0))).
// So an attack that sees nothing guesses what one without a transcript would: chance, and not worse.
#ifndef FDSKL_RUNNERS_STUDIES_AUDIT_ESTIMATE_H_
#define FDSKL_RUNNERS_STUDIES_AUDIT_ESTIMATE_H_

#include <Eigen/Core>

namespace fdskl::audit {

struct Estimate {
  Eigen::MatrixXd x;     // samples by columns
  double trust = 0;      // c above
  double explained = 0;  // G above
};

// Least squares of each sample's numbers on w, with an intercept for the mean of the masks if so asked.
// REQUIRES: more features than columns, by two at least; w is features by columns, turns samples by features.
Estimate LeastSquares(const Eigen::MatrixXd& w, const Eigen::MatrixXd& turns, bool intercept);

// Where masks depend on the feature alone they drop out of differences: x less its mean over the samples.
Estimate CentredLeastSquares(const Eigen::MatrixXd& w, const Eigen::MatrixXd& turns);

// The same where the numbers are known only up to whole turns: least squares and unwrapping to the nearest turn in
// turns, until nothing changes. G0 is measured on a decoy, frequencies that have nothing to do with the data.
Estimate UnwrappedLeastSquares(const Eigen::MatrixXd& w, const Eigen::MatrixXd& turns);

// The guess above, where the estimate is of x, and where it is of x less its mean.
Eigen::MatrixXd Guess(const Estimate& estimate, const Eigen::RowVectorXd& mean);
Eigen::MatrixXd GuessCentred(const Estimate& estimate, const Eigen::RowVectorXd& mean);

}  // namespace fdskl::audit

#endif  // FDSKL_RUNNERS_STUDIES_AUDIT_ESTIMATE_H_
