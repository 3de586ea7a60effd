// One worker's part of the model, and how all workers evaluate the model together.
//                                                                       [paper: Algorithm 2, and lines 5 to 7 of 1]
//   f(x) = sum_j alpha_j sqrt(2) cos(w_j . x + b_j)
//
// Holds:      the rows of w for its own columns, and the coefficients alpha of the features that it owns. The
//             coefficients are never sent.
// Evaluation: the angles of an owner's features are summed tile by tile. A worker that gets angles, or shares of them,
//             adds the features to its part of f(x). The parts are summed to one active worker. The masking decides how
//             (feature_sums.h).
// Saved:      a worker keeps its part of f(x) for each sample, and the iteration up to which it is current (Partials).
//             A sample that is seen again costs only the features added since. An owner may also save the angles of its
//             features, and revisit them without sending angles again.
// Collective: all workers call SaveAngles(), MakeBlock(), NewCoefficients(), Append(), Revisit(), BringUpToDate(),
//             Sum() and Predict() in the same order.
#ifndef FDSKL_FDSKL_EXPANSION_H_
#define FDSKL_FDSKL_EXPANSION_H_

#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "fdskl/feature_sums.h"
#include "fdskl/feature_tiles.h"
#include "fdskl/masking/secrets.h"
#include "fdskl/net/channel.h"
#include "fdskl/settings.h"

namespace fdskl {

// A worker's time, by kind of work.
struct ExpansionSeconds {
  double product = 0;   // its own part of the angles, and reading rows that are not in memory
  double mask = 0;      // masks, phases, ring words
  double exchange = 0;  // messages and waiting for them
  double cosine = 0;    // cosines and partial f
};

class Expansion {
 public:
  // `columns` has the global numbers of this worker's columns. The channel and `columns` must outlive the expansion.
  // Collective: in maskings where workers agree on keys.
  // REQUIRES: settings.threads == 1 unless there is only one worker.
  Expansion(net::Channel& channel, const Settings& settings, std::span<const std::int32_t> columns, int active,
            const masking::Secrets& secrets);
  ~Expansion();

  const FeatureOrder& order() const { return order_; }
  std::int64_t iterations() const { return iterations_; }
  std::int64_t visits() const { return visits_; }  // revisits so far
  // The worker that leads the next iteration and owns the features added in it.
  int leader() const { return order_.Leader(iterations_); }
  // Coefficients of the features that this worker owns, in the order in which they were added.
  std::vector<double> coefficients() const;
  ExpansionSeconds seconds() const;

  // For the privacy audit; see FeatureSums::TileWatch.
  // REQUIRES: settings.threads == 1.
  void Watch(FeatureSums::TileWatch watch) { sums_->Watch(std::move(watch)); }

  // Partials that live as long as the expansion and stay valid as it grows.
  Partials& KeepPartials(std::int64_t samples);
  // From now on owners save the angles of all samples that have partials here: of `blocks` blocks each, as many as fit
  // into `budget_bytes` at every owner. Other blocks are summed again when they are needed, with equal results.
  // Collective: owners agree on how many fit.
  // REQUIRES:   the expansion is empty.
  void SaveAngles(std::int64_t blocks, std::int64_t budget_bytes);
  std::int64_t saved_bytes() const;

  // The next three calls, in this order, are an iteration. BringUpToDate() and Sum() of its batch `rows` come first.
  //
  // Sums the angles of the features that the iteration adds, at samples `rows`, whose partials are given.
  void MakeBlock(const base::Matrix& x, std::span<const std::int32_t> rows, Partials& partials);
  // The leader's new coefficients, with the learning rate settings.gamma; empty elsewhere. Only the leader needs `g`,
  // the derivatives of the loss on the batch.
  std::vector<double> NewCoefficients(const Settings& settings, const Eigen::VectorXf& g);
  // Ends the iteration: multiplies all earlier coefficients by `factor`, adds the leader's new ones, and brings the
  // partials of `rows` up to date.
  void Append(double factor, std::span<const double> alpha, std::span<const std::int32_t> rows, Partials& partials);

  // Changes the coefficients of the features that iteration `iteration` made, with the learning rate settings.gamma,
  // and the partials of all samples of x. Only the features' owner needs `g`, the loss's derivatives on `batch`.
  // REQUIRES: all partials of x are up to date; SaveAngles() was called.
  void Revisit(const Settings& settings, std::int64_t iteration, const base::Matrix& x,
               std::span<const std::int32_t> batch, const Eigen::VectorXf& g, Partials& partials);

  // Adds to the partials of `rows` all features that they do not contain yet.
  void BringUpToDate(const base::Matrix& x, std::span<const std::int32_t> rows, Partials& partials);
  void BringAllUpToDate(const base::Matrix& x, Partials& partials);
  // f of `rows` at `root`, an active worker; nothing elsewhere.
  // REQUIRES: they are up to date.
  std::vector<double> Sum(std::span<const std::int32_t> rows, const Partials& partials, int root);

  // f of all samples of x at worker 0, nothing elsewhere. The second form continues from `partials`.
  std::vector<double> Predict(const base::Matrix& x);
  std::vector<double> Predict(const base::Matrix& x, Partials& partials);

  // The cosines of the first `features` features at all samples of x, in the clear.
  // REQUIRES: there is only one worker.
  base::DenseMatrix Cosines(const base::Matrix& x, std::int64_t features);

  // Sets the coefficients of a saved model.
  // REQUIRES: as many as this worker owns after `iterations`.
  void Restore(std::int64_t iterations, std::span<const double> alpha);

 private:
  // Sums the angles of the owner's block `index` at samples `rows`, and writes those that this worker gets to `block`;
  // sample rows[i] has row places[i] there.
  void SumBlock(const base::Matrix& x, std::span<const std::int32_t> rows, int owner, std::int64_t index,
                std::span<const std::int32_t> places, AngleBlock* block);
  // If there were revisits since `partials` was computed, computes it again from the saved blocks.
  void Refresh(Partials& partials);

  net::Channel& channel_;
  FeatureOrder order_;
  FeatureTiles tiles_;
  std::unique_ptr<FeatureSums> sums_;
  std::int64_t iterations_ = 0;
  Coefficients alpha_;
  std::vector<std::unique_ptr<Partials>> kept_;
  std::int64_t saved_blocks_ = 0;  // number of blocks that each owner saves
  std::int64_t visits_ = 0;        // revisits so far
  AngleBlock scratch_block_;       // angles of a block that is not saved
  // This worker's angles of the newest block, and the rows of its batch in it.
  const AngleBlock* newest_ = &scratch_block_;
  std::vector<std::int32_t> places_;
};

}  // namespace fdskl

#endif  // FDSKL_FDSKL_EXPANSION_H_
