// FD-SVRG: linear logistic regression over distributed columns.   [Zhang, Zhao, Gao, Li: Feature-Distributed SVRG for
//                                                                  High-Dimensional Linear Classification, 2018]
//   min over w, b:  F = 1/N sum log(1 + exp(-y f(x))) + lambda/2 |w|^2,   f(x) = w.x + b;  b is not regularised.
//
// Worker l holds the part of w that belongs to its columns. An epoch:
//   1. All margins f(x) are summed along trees to the workers that hold the labels. These send out the derivatives
//      L'(f(x), y), and each worker computes its own part z of the full gradient at w_0 = w.
//   2. In each of ceil(N / B) inner steps, the margins of B samples are summed to the leader, which sends out
//      delta = L'(f, y) - L'(f_0, y). Each worker steps by  w -= eta D (1/B sum delta x + z + lambda w).
//
// Messages:   partial margins of samples, bare; derivatives; once, which samples' labels an active worker holds; two
//             sums for F in each epoch.
// Privacy:    a worker can tell the labels from the signs of the derivatives. Columns, their means and variances, w and
//             the labels themselves are never sent.
// Deviations: in Zhang et al. all workers hold all labels. Here:
//   - a sample's margin goes to the one worker that holds its label, and active workers lead in turn, as in FDSKL;
//   - batches go through a leader's samples in random order, known to all from the seed, and not with replacement;
//   - steps are scaled by D = 1 / (variance / 4 + lambda) for each column, after its mean is subtracted. Both are local
//     to the column's worker and keep the optimum (b is not regularised, so that a shift of x is a shift of b);
//   - eta is fixed, as theirs, only when given. Otherwise it grows while F falls; an epoch in which F rises is undone,
//     and eta halved.
#ifndef FDSKL_BASELINES_FD_SVRG_FD_SVRG_H_
#define FDSKL_BASELINES_FD_SVRG_FD_SVRG_H_

#include <Eigen/Core>
#include <cstdint>
#include <span>
#include <vector>

#include "base/matrix.h"
#include "baselines/fd_svrg/fd_svrg_method.h"
#include "fdskl/batch_plan.h"
#include "fdskl/method.h"
#include "fdskl/net/channel.h"
#include "fdskl/net/tree.h"

namespace fdskl::fd_svrg {

// The following functions compute with one worker's columns minus their means. They do not store the centred columns,
// so that sparse columns stay sparse.

// Mean and variance of each column.
struct ColumnMoments {
  Eigen::VectorXd mean;
  Eigen::VectorXd variance;

  explicit ColumnMoments(const base::Matrix& x);
};

// out[i] = w . (row rows[i] of x - mean).
void CentredProducts(const base::Matrix& x, const Eigen::VectorXd& mean, std::span<const std::int32_t> rows,
                     const Eigen::VectorXd& w, std::span<double> out);

// sum_i weight[i] (row rows[i] of x - mean).
Eigen::VectorXd CentredCombination(const base::Matrix& x, const Eigen::VectorXd& mean,
                                   std::span<const std::int32_t> rows, std::span<const double> weight);

class FdSvrg : public Method {
 public:
  // The channel and the data that `view` refers to must outlive the method.
  // Collective: all workers construct it.
  // REQUIRES:   labels are -1 or +1.
  FdSvrg(net::Channel& channel, const SvrgSettings& settings, const WorkerView& view);

  // Progress: iterations are epochs; the training loss is the mean over all samples, at worker 0.
  void Fit(const Observer& observer) override;
  std::vector<double> Predict(const base::Matrix& x) override;

  // This worker's part of w, for its columns before centring.
  const Eigen::VectorXd& weights() const { return current_.w; }
  // b for the columns before centring, at worker 0.
  // Collective: all workers call it.
  double Intercept();
  // F, at worker 0.
  double objective() const { return current_.loss + current_.penalty; }

 private:
  // A model, and the numbers that a worker has about it after a pass over all samples.
  struct Snapshot {
    Eigen::VectorXd w;
    double b = 0;                    // for centred columns; the same at all workers
    Eigen::VectorXd z;               // this worker's part of the gradient of the mean loss
    double z_b = 0;                  // the derivative of the mean loss by b
    std::vector<double> derivative;  // L'(f(x), y) for each sample whose label this worker holds
    double loss = 0, penalty = 0;    // the two terms of F, at worker 0
  };

  void ShareWhoHoldsLabels();
  // Sums the partial margins of `rows` to worker `root`, which gets f.
  void SumMargins(const base::Matrix& x, std::span<const std::int32_t> rows, const Eigen::VectorXd& w, double b,
                  int root, std::span<double> f);
  // Computes the rest of the snapshot from its w and b.
  void PassOverAll(Snapshot& snapshot);
  // Returns w and b after one epoch of inner steps.
  Snapshot InnerSteps(const Snapshot& from);
  // Whether the candidate is better than the current model; worker 0 decides.
  bool Accept(const Snapshot& candidate);

  net::Channel& channel_;
  SvrgSettings settings_;
  WorkerView view_;
  ColumnMoments moments_;
  Eigen::VectorXd scale_;                            // D
  std::vector<net::Tree> trees_;                     // one for each active worker, its root
  std::vector<std::vector<std::int32_t>> labelled_;  // samples whose labels each active worker holds
  std::vector<BatchPlan> plans_;                     // batches of each active worker
  std::vector<float> label_of_;                      // by sample: its label, where this worker holds it
  std::int64_t steps_ = 0;                           // inner steps so far
  double eta_;
  Snapshot current_;
};

}  // namespace fdskl::fd_svrg

#endif  // FDSKL_BASELINES_FD_SVRG_FD_SVRG_H_
