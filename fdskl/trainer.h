// FDSKL, as one worker runs it.                                                   [paper: Algorithms 1 and 2]
//
// Model:      f(x) = sum_j alpha_j sqrt(2) cos(w_j . x + b_j). Iteration t is led by active worker t mod active; it makes m
//             features, owns them and keeps their coefficients, which are never sent.
// Iteration:  1. the leader picks B samples it has labels for and broadcasts their numbers along T0;
//             2. for every feature so far the angle is summed to the feature's owner (angle_sum.h, Algorithm 3), which adds
//                its alpha_j phi_j(x) to its partial f(x) (Algorithm 2);
//             3. the owners' partial f are summed to the leader, which alone learns f(x);
//             4. the leader computes the new block's alphas (block_update.h); all earlier ones shrink by 1 - gamma lambda.
// Saved:      an owner keeps of each training sample its partial f and the iteration it is current to, so a sample seen
//             again costs only the features added since. --cache-partials off gives the paper's quadratic cost.
// Sequential: over a channel of one worker the same text is DSG (Lemma 1).
//
// Deviation:  partial f travel between active workers only: passive ones have nothing to add and need not see them.
#ifndef FDSKL_FDSKL_TRAINER_H_
#define FDSKL_FDSKL_TRAINER_H_

#include <cstdint>
#include <functional>
#include <memory>
#include <span>
#include <vector>

#include "fdskl/angle_sum.h"
#include "fdskl/batch_plan.h"
#include "fdskl/channel.h"
#include "fdskl/feature_bank.h"
#include "fdskl/feature_order.h"
#include "fdskl/method.h"
#include "fdskl/secrets.h"
#include "fdskl/settings.h"

namespace fdskl {

// Where a worker's training time went.
struct TrainSeconds {
  double product = 0;   // own part of the angles
  double mask = 0;      // masks, phases, ring words
  double exchange = 0;  // messages and waiting for them
  double cosine = 0;    // cosines and partial f
  double update = 0;    // the leader's new coefficients
};

class Trainer : public Method {
 public:
  // Collective. The channel and all that `view` refers to outlive the trainer.
  // Throws Error for settings that do not fit the data: no labels, a batch beyond a leader's labels is cut, not refused.
  Trainer(Channel& channel, const Settings& settings, const WorkerView& view);
  Trainer(Channel& channel, const Settings& settings, const WorkerView& view, const Secrets& secrets);
  ~Trainer() override;

  void Fit(const Observer& observer) override;
  std::vector<double> Predict(const Matrix& x) override;

  // One iteration; Fit() is a loop over this.
  void Step();

  std::int64_t iteration() const { return iteration_; }
  // The coefficients of this worker's own features, in its own order.
  std::vector<double> coefficients() const;
  TrainSeconds seconds() const;

 private:
  // What owners keep of a set of samples. Every worker tracks `seen`; it follows from the broadcast batches.
  struct Partials {
    std::vector<double> raw;         // partial f over own features, in units of scale_
    std::vector<std::int64_t> seen;  // iterations whose features are in `raw`
    explicit Partials(std::int64_t samples)
        : raw(static_cast<std::size_t>(samples)), seen(static_cast<std::size_t>(samples)) {}
  };
  // At the owner: phi(i, j) / sqrt(2) for samples first_row + i and features first_feature + j of one tile.
  using TileSink = std::function<void(std::size_t first_row, std::int64_t first_feature, Eigen::Ref<DenseMatrix> phi)>;

  std::vector<std::int32_t> BroadcastBatch(int leader);
  // Sums the angles of the owner's features begin .. end-1 for samples `rows` of x, tile by tile, and hands each tile's
  // cosines to `sink` at the owner.
  void ForTiles(const Matrix& x, std::span<const std::int32_t> rows, int owner, std::int64_t begin, std::int64_t end,
                const TileSink& sink);
  // Adds to the partials of `rows` all features of iterations they have not seen.
  void BringUpToDate(const Matrix& x, std::span<const std::int32_t> rows, Partials& partials);
  // f of `rows` at `root`, an active worker; nothing elsewhere.
  std::vector<double> SumPartials(std::span<const std::int32_t> rows, const Partials& partials, int root);
  // The leader's coefficients for phi (its new block on the batch) given f there; adds them to the model.
  void Learn(std::span<const std::int32_t> batch, const std::vector<double>& f, const DenseMatrix& phi);

  Channel& channel_;
  Settings settings_;
  WorkerView view_;
  FeatureOrder order_;
  FeatureBank bank_;
  std::vector<std::unique_ptr<AngleSum>> sums_;  // one for each thread; more than one only without peers
  std::vector<BatchPlan> plans_;                 // of this worker's label shares
  std::vector<float> label_of_;                  // by training sample; NaN where this worker does not hold it
  std::int64_t batch_size_ = 0;
  std::int64_t iteration_ = 0;
  double scale_ = 1;           // alpha = scale_ * alpha_
  std::vector<double> alpha_;  // of this worker's own features
  Partials train_partials_;
  std::unique_ptr<Partials> watched_partials_;
  double last_loss_;
  TrainSeconds seconds_;
  struct Scratch;
  std::vector<std::unique_ptr<Scratch>> scratch_;  // one for each thread
};

}  // namespace fdskl

#endif  // FDSKL_FDSKL_TRAINER_H_
