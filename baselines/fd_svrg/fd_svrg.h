// FD-SVRG: linear logistic regression over distributed columns.   [Zhang, Zhao, Gao, Li: Feature-Distributed SVRG for
//                                                                  High-Dimensional Linear Classification, 2018]
//   min over w, b:  F = 1/N sum log(1 + exp(-y f(x))) + lambda/2 |w|^2,   f(x) = w.x + b;  b is not regularised.
//
// Worker l holds the part of w that belongs to its columns. An epoch:
//   1. all margins f(x) are summed along trees, to the workers that hold the labels; these send out the derivatives
//      L'(f(x), y), and each worker forms its own part z of the full gradient at w_0 = w;
//   2. ceil(N / B) inner steps: the margins of B samples are summed to the leader, which sends out
//      delta = L'(f, y) - L'(f_0, y); each worker steps by  w -= eta D (1/B sum delta x + z + lambda w).
//
// What crosses: partial margins of samples, bare, on their way up; derivatives on their way down, from whose signs a
//   worker can tell the labels; once, which samples' labels an active worker holds; each epoch two sums for F. Columns,
//   their means and variances, w and labels themselves do not. Structure: binomial trees, or stars as in Wan et al.
//   2007.
// Deviations from Zhang et al., whose workers all hold all labels:
//   - as in FDSKL, a sample's margin goes to the one worker that holds its label, and active workers lead in turn;
//   - batches go through a leader's samples in random order, known to all from the seed, and not with replacement;
//   - D = 1 / (variance / 4 + lambda) for each column, after its mean is taken off: both local to the column's worker,
//     and the optimum stays the same (without regularisation of b, a shift of x is one of b);
//   - eta is theirs when given; else it grows while F falls, and an epoch in which F rose is undone and eta halved.
#ifndef FDSKL_BASELINES_FD_SVRG_FD_SVRG_H_
#define FDSKL_BASELINES_FD_SVRG_FD_SVRG_H_

#include <Eigen/Core>
#include <cstdint>
#include <span>
#include <vector>

#include "baselines/fd_svrg/centred_columns.h"
#include "baselines/fd_svrg/svrg_settings.h"
#include "fdskl/batch_plan.h"
#include "fdskl/method.h"
#include "fdskl/net/channel.h"
#include "fdskl/net/tree.h"

namespace fdskl::fd_svrg {

class FdSvrg : public Method {
 public:
  // Collective. The channel and what `view` refers to outlive the method. Labels are -1 or +1.
  FdSvrg(net::Channel& channel, const SvrgSettings& settings, const WorkerView& view);

  // Progress: iterations are epochs; the training loss is the mean of all samples', at worker 0.
  void Fit(const Observer& observer) override;
  std::vector<double> Predict(const base::Matrix& x) override;

  // This worker's part of the model, for its columns as they are.
  const Eigen::VectorXd& weights() const { return current_.w; }
  // Collective: b for columns as they are, at worker 0.
  double Intercept();
  // F, at worker 0.
  double objective() const { return current_.loss + current_.penalty; }

 private:
  // A model, and what the workers know of it after a pass over all samples.
  struct Snapshot {
    Eigen::VectorXd w;
    double b = 0;       // of centred columns; the same at all workers
    Eigen::VectorXd z;  // own part of the mean loss's gradient
    double z_b = 0;
    std::vector<double> derivative;  // by sample; where this worker holds its label
    double loss = 0, penalty = 0;    // of F, at worker 0
  };

  void ShareWhoHoldsLabels();
  // Sums own partial margins of `rows` to `root`, which gets f.
  void SumMargins(const base::Matrix& x, std::span<const std::int32_t> rows, const Eigen::VectorXd& w, double b,
                  int root, std::span<double> f);
  // Fills in what follows from w and b.
  void PassOverAll(Snapshot& snapshot);
  // What one epoch of inner steps makes of w and b.
  Snapshot InnerSteps(const Snapshot& from);
  // Whether the new model is the better one, which worker 0 decides.
  bool Accept(const Snapshot& candidate);

  net::Channel& channel_;
  SvrgSettings settings_;
  WorkerView view_;
  ColumnMoments moments_;
  Eigen::VectorXd scale_;                            // D
  std::vector<net::Tree> trees_;                     // by root: the active workers
  std::vector<std::vector<std::int32_t>> labelled_;  // by active worker
  std::vector<BatchPlan> plans_;                     // likewise
  std::vector<float> label_of_;                      // by sample
  std::int64_t steps_ = 0;                           // inner steps so far
  double eta_;
  Snapshot current_;
};

}  // namespace fdskl::fd_svrg

#endif  // FDSKL_BASELINES_FD_SVRG_FD_SVRG_H_
