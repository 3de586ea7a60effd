// Computes the coefficients of a block from its features and the derivatives of the loss on the batch.
//
//   gradient        Phi^T g / B, and for a block that is revisited + lambda alpha
//   plain           alpha -= gamma / m * gradient                                    [paper: Algorithm 1, line 9]
//   preconditioned  alpha -= gamma * (Phi^T Phi / B + rho I)^-1 * gradient           [DSG authors' published code]
//                   where Phi^T Phi / B may be computed from some samples of the batch (gram_rows)
//
// Phi is B x m with entries phi_j(x), and g has L'(f(x), y). The leader holds both.
// Arithmetic: cosines are computed where they are used. Products are in float32 over strips of rows, and summed in
//             double. The system is solved in double. The order of all sums is fixed, whatever the number of threads.
#ifndef FDSKL_FDSKL_BLOCK_UPDATE_H_
#define FDSKL_FDSKL_BLOCK_UPDATE_H_

#include <algorithm>
#include <cstdint>

#include "base/matrix.h"
#include "base/parallel.h"
#include "fdskl/angle_block.h"
#include "fdskl/settings.h"

namespace fdskl {

// Phi^T g / B.
// REQUIRES: phi.rows() == g.size() > 0.
Eigen::VectorXd Gradient(const FeatureRows& phi, const Eigen::VectorXf& g, base::Crew& crew);

// Phi alpha, one value for each row.
Eigen::VectorXd Values(const FeatureRows& phi, const Eigen::VectorXf& alpha, base::Crew& crew);

// Phi^T Phi, the lower triangle; the upper one is not written.
Eigen::MatrixXd GramMatrix(const FeatureRows& phi, base::Crew& crew);

// The number of samples of a batch from which the preconditioner is computed. They are evenly spaced: the i-th of them
// is at i * batch / rows.
inline std::int64_t GramRows(const Settings& settings, std::int64_t batch) {
  return settings.gram_rows == 0 ? batch : std::min(batch, settings.gram_rows);
}

// The step of one block: the matrix by which its gradients are multiplied. Made once, from the batch of the iteration
// that makes the block.
class BlockStep {
 public:
  // Errors: Error when the preconditioner is not positive definite (raise rho or B).
  BlockStep(const Settings& settings, const FeatureRows& phi, base::Crew& crew);

  // The change of the block's coefficients.
  Eigen::VectorXd Change(double gamma, const Eigen::VectorXd& gradient) const;

 private:
  Eigen::MatrixXd factor_;  // the lower Cholesky factor of the system; empty for plain updates
};

}  // namespace fdskl

#endif  // FDSKL_FDSKL_BLOCK_UPDATE_H_
