// The training of FDSKL at one worker.                                            [paper: Algorithm 1]
//
// Iteration t is led by active worker t mod active:
//   1. the leader picks B samples whose labels it has, and broadcasts their numbers along T0;
//   2. all workers bring the partial f of these samples up to date, and sum them to the leader; only the leader learns
//      f(x) (expansion.h);
//   3. the angles of m new features are summed to the leader, which owns them;
//   4. the leader computes their alphas (feature_sums.h); all earlier alphas are multiplied by 1 - gamma lambda.
//
// When all blocks are made, they are revisited `sweeps` times in the order in which they were made. In a revisit:
//   1. the block's owner leads, picks B samples, and sends their numbers to the other active workers;
//   2. active workers sum their partial f of these samples to it;
//   3. it changes the block's alphas, and its own partial f of all training samples, from the angles that it has saved.
// So a revisit costs a sum of partial f and no angles, and owners see no new angle in it. Before the first revisit, the
// angles of the newest blocks are summed once for samples that have not seen them.
//
// With cache_partials off, partial f are forgotten after each iteration: the paper's quadratic cost.
// With one worker the same code is DSG (Lemma 1).
// Update conjugate is another solver, with trainers of its own: ridge_trainer.h, private_trainer.h.
#ifndef FDSKL_FDSKL_TRAINER_H_
#define FDSKL_FDSKL_TRAINER_H_

#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "fdskl/batch_plan.h"
#include "fdskl/expansion.h"
#include "fdskl/masking/secrets.h"
#include "fdskl/method.h"
#include "fdskl/model_file.h"
#include "fdskl/net/channel.h"
#include "fdskl/settings.h"

namespace fdskl {

class Trainer : public PartedMethod {
 public:
  // Collective: all workers construct it together. The channel and all that `view` refers to must outlive the trainer.
  // The first form takes its secrets from the seed, so that experiments repeat. A batch that is larger than the
  // number of labels of a leader is cut to it.
  Trainer(net::Channel& channel, const Settings& settings, const WorkerView& view);
  Trainer(net::Channel& channel, const Settings& settings, const WorkerView& view, const masking::Secrets& secrets);

  void Fit(const Observer& observer) override;
  // Continues from the last call when x is the view's `watched`.
  std::vector<double> Predict(const base::Matrix& x) override;
  std::int64_t saved_bytes() const override { return model_.saved_bytes(); }

  // One iteration: a new block, or once all are made, a revisit of the next one. Fit() calls this in a loop.
  void Step();

  ModelPart Part() const override;

  Expansion& model() { return model_; }
  const Expansion& model() const { return model_; }
  // Time spent on new coefficients as a leader.
  double update_seconds() const { return update_seconds_; }

 private:
  void MakeNextBlock();
  void RevisitNextBlock();
  // The next batch of the leader that makes or revisits block number `block`.
  std::vector<std::int32_t> BroadcastBatch(std::int64_t block, const net::Tree& tree);
  // The derivatives of the loss at f on the batch. Sets last_loss_.
  Eigen::VectorXf Derivatives(std::span<const std::int32_t> batch, const std::vector<double>& f);

  net::Channel& channel_;
  Settings settings_;
  WorkerView view_;
  masking::Secrets secrets_;
  Expansion model_;
  Partials* train_partials_;      // belong to the model
  Partials* watched_partials_;    // belong to the model; null without watched samples
  std::vector<BatchPlan> plans_;  // one for each group of labels that this worker holds
  std::vector<float> label_of_;   // by training sample; NaN where this worker does not hold the label
  std::int64_t batch_size_ = 0;
  std::int64_t blocks_ = 0;  // number of blocks in all
  double last_loss_;
  double update_seconds_ = 0;
};

// Makes the trainer for these settings, one of the three. In the first form runs repeat: secrets come from the seed.
// Collective: all workers call it.
std::unique_ptr<PartedMethod> MakeTrainer(net::Channel& channel, const Settings& settings, const WorkerView& view);
std::unique_ptr<PartedMethod> MakeTrainer(net::Channel& channel, const Settings& settings, const WorkerView& view,
                                          const masking::Secrets& secrets);

}  // namespace fdskl

#endif  // FDSKL_FDSKL_TRAINER_H_
