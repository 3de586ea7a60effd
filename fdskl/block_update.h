// The coefficients of a new block from its features and the loss derivatives on the batch.
//
//   plain           alpha = -gamma / (B m) * Phi^T g                                [paper: Algorithm 1, line 9]
//   preconditioned  alpha = -gamma * (Phi^T Phi / B + rho I)^-1 * Phi^T g / B       [DSG authors' published code]
//
// Phi is B x m with entries phi_j(x), and g has L'(f(x), y). The leader holds both.
// Arithmetic: products in float32 over strips of rows, summed in double; the system is solved in double. The order of
//             all sums is fixed, whatever the number of threads.
#ifndef FDSKL_FDSKL_BLOCK_UPDATE_H_
#define FDSKL_FDSKL_BLOCK_UPDATE_H_

#include <vector>

#include "base/matrix.h"
#include "fdskl/settings.h"

namespace fdskl {

// REQUIRES: phi.rows() == g.size(). Throws Error when the preconditioner is not positive definite (raise rho or B).
Eigen::VectorXd BlockUpdate(const Settings& settings, const base::DenseMatrix& phi, const Eigen::VectorXf& g,
                            int threads);

// Phi^T Phi, the lower triangle; the upper one is not written.
Eigen::MatrixXd GramMatrix(const base::DenseMatrix& phi, int threads);

}  // namespace fdskl

#endif  // FDSKL_FDSKL_BLOCK_UPDATE_H_
