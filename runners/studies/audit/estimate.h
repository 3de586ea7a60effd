// Estimates hidden columns from masked linear functions of them with public coefficients.
//
// For sample i and feature j the adversary has seen w_j . x_i + mask, in turns. The frequencies w are public; the rows
// x_i are the unknowns.
//
// Trust: an adversary is granted the columns' means, as public statistics would tell them, and guesses them when it
// has nothing better. It trusts its estimate only as far as that explains more than noise would (positive-part James
// and Stein). With G the share of the seen variance that the estimate explains, and G0 that which it explains of noise,
//     guess = mean + c (estimate - mean),    c = max(0, 1 - G0 (1 - G) / (G (1 - G0))).
// So an attack that sees nothing guesses as one without a transcript: at chance, not worse.
#ifndef FDSKL_RUNNERS_STUDIES_AUDIT_ESTIMATE_H_
#define FDSKL_RUNNERS_STUDIES_AUDIT_ESTIMATE_H_

#include <Eigen/Core>

namespace fdskl::audit {

struct Estimate {
  Eigen::MatrixXd x;     // samples by columns
  double trust = 0;      // c above
  double explained = 0;  // G above
};

// Regresses each sample's numbers on w by least squares; `intercept` allows for the mean of the masks.
// REQUIRES: at least two features more than columns; w is features by columns, turns samples by features.
Estimate LeastSquares(const Eigen::MatrixXd& w, const Eigen::MatrixXd& turns, bool intercept);

// Estimates x less its mean over the samples. Masks that depend on the feature alone drop out.
Estimate CentredLeastSquares(const Eigen::MatrixXd& w, const Eigen::MatrixXd& turns);

// The same for numbers known only up to whole turns: alternates between least squares and unwrapping to the nearest
// turn until nothing changes. G0 is measured on a decoy: frequencies that have nothing to do with the data.
Estimate UnwrappedLeastSquares(const Eigen::MatrixXd& w, const Eigen::MatrixXd& turns);

// The guess above, from an estimate of x and from an estimate of x less its mean.
Eigen::MatrixXd Guess(const Estimate& estimate, const Eigen::RowVectorXd& mean);
Eigen::MatrixXd GuessCentred(const Estimate& estimate, const Eigen::RowVectorXd& mean);

}  // namespace fdskl::audit

#endif  // FDSKL_RUNNERS_STUDIES_AUDIT_ESTIMATE_H_
