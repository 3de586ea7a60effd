// The model as one worker holds it, and how all workers evaluate it together.
//                                                                       [paper: Algorithm 2, and lines 5 to 7 of 1]
//   f(x) = sum_j alpha_j sqrt(2) cos(w_j . x + b_j)
//
// Holds:      its own columns' rows of w, and the coefficients alpha of the features it owns, which are never sent.
// Evaluation: for every feature the angle is summed to the feature's owner (angle_sum.h), which adds alpha_j phi_j(x)
//             to its partial f(x); the owners' partial f are summed to one of them.
// Saved:      an owner keeps of a sample its partial f and the iteration it is current to (Partials), so that a sample
//             seen again costs only the features added since.
// Collective: ForNewBlock(), BringUpToDate(), Sum() and Predict() are called by all workers in the same order.
// Shared:     in `shared` masking nobody has angles, cosines or partial f. Owners and the helper have shares of them,
//             which are put together at the leader alone: for f of its batch, and for the sums that its coefficients
//             are (shared_cosines.h).
//
// Deviation:  partial f travel between active workers only: passive ones have nothing to add and need not
//             see them.
#ifndef FDSKL_FDSKL_EXPANSION_H_
#define FDSKL_FDSKL_EXPANSION_H_

#include <cstdint>
#include <functional>
#include <memory>
#include <span>
#include <vector>

#include "fdskl/feature_bank.h"
#include "fdskl/feature_order.h"
#include "fdskl/masking/angle_sum.h"
#include "fdskl/masking/secrets.h"
#include "fdskl/masking/shared_cosines.h"
#include "fdskl/net/channel.h"
#include "fdskl/settings.h"

namespace fdskl {

// What workers keep of a set of samples. Every worker tracks `seen`; only owners have something in `raw`.
struct Partials {
  std::vector<double> raw;            // partial f over own features, in the expansion's units
  std::vector<std::int64_t> seen;     // iterations whose features are in `raw`
  std::vector<std::uint64_t> shares;  // in `shared` masking instead of `raw`, at owners and the helper

  explicit Partials(std::int64_t samples)
      : raw(static_cast<std::size_t>(samples)),
        seen(static_cast<std::size_t>(samples)),
        shares(static_cast<std::size_t>(samples)) {}
};

// Where a worker's time went.
struct ExpansionSeconds {
  double product = 0;   // own part of the angles
  double mask = 0;      // masks, phases, ring words
  double exchange = 0;  // messages and waiting for them
  double cosine = 0;    // cosines and partial f
};

class Expansion {
 public:
  // `columns`: the global numbers of this worker's columns. The channel and `columns` outlive the expansion.
  // Collective in `ring` masking. REQUIRES: settings.threads == 1 unless the worker is alone.
  Expansion(net::Channel& channel, const Settings& settings, std::span<const std::int32_t> columns, int active,
            const masking::Secrets& secrets);
  ~Expansion();

  const FeatureOrder& order() const { return order_; }
  std::int64_t iterations() const { return iterations_; }
  // Of this worker's own features, in its own order.
  std::vector<double> coefficients() const;
  ExpansionSeconds seconds() const;

  // What a worker can note of a tile while it follows the protocol: called at every worker when a tile's angles have
  // been summed; `angles` are the sums at the owner, in turns, and unspecified elsewhere. For the privacy audit.
  using TileWatch =
      std::function<void(int owner, std::span<const std::int64_t> features, std::span<const std::int32_t> rows,
                         const Eigen::Ref<const base::DenseMatrix>& angles)>;
  // REQUIRES: settings.threads == 1.
  void Watch(TileWatch watch);

  // Partials that live as long as the expansion and stay valid as it grows.
  Partials& KeepPartials(std::int64_t samples);

  // phi(i, j) of samples rows[i] and the j-th feature of the block that the next iteration adds; at its leader alone,
  // elsewhere phi is left as it is. In `shared`, shares of the angles in turns, at the leader and the helper, and only
  // the shape at the dealer.
  void ForNewBlock(const base::Matrix& x, std::span<const std::int32_t> rows, base::DenseMatrix& phi);

  // For `shared` masking; `block` is what ForNewBlock() gave. Before Append(): sum_i weights[i] phi(i, j) for each j,
  // at the leader, which alone has weights. After it: adds the new block to the partials of `rows`, which are then
  // current.
  bool shared() const { return shared_ != nullptr; }
  std::vector<double> SumsOverSamples(const base::DenseMatrix& block, std::span<const double> weights);
  void AddNewBlock(std::span<const std::int32_t> rows, const base::DenseMatrix& block, Partials& partials);

  // Ends an iteration: all alphas shrink by `factor`, the leader adds those of its new block, the others nothing.
  void Append(double factor, std::span<const double> alpha);

  // Adds to the partials of `rows` all features of iterations they have not seen.
  void BringUpToDate(const base::Matrix& x, std::span<const std::int32_t> rows, Partials& partials);
  // Says that `partials` of `rows` are current but for this worker's newest block, whose part of f is `f`; on the other
  // workers `f` is empty.
  void SetCurrent(std::span<const std::int32_t> rows, std::span<const double> f, Partials& partials) const;
  // f of `rows` at `root`, an active worker; nothing elsewhere. REQUIRES: they are up to date.
  std::vector<double> Sum(std::span<const std::int32_t> rows, const Partials& partials, int root);

  // f of all samples of x at worker 0, nothing elsewhere; the second form goes on from what `partials` hold.
  std::vector<double> Predict(const base::Matrix& x);
  std::vector<double> Predict(const base::Matrix& x, Partials& partials);

  // Takes over coefficients of a saved model. REQUIRES: as many as this worker owns after `iterations`.
  void Restore(std::int64_t iterations, std::span<const double> alpha);

 private:
  // At the owner: cos(angle) of sample `row` and own features first_feature + j.
  using RowSink = std::function<void(std::size_t row, std::int64_t first_feature, std::span<const float> cosines)>;
  // In `shared`, at all who take part: their shares of the angles of a tile from sample `row` and that feature on.
  using TileSink = std::function<void(std::size_t row, std::int64_t first_feature,
                                      const Eigen::Ref<const base::DenseMatrix>& angles)>;
  struct Scratch;
  static constexpr std::size_t kTileRows = 128;

  // Sums the angles of the owner's features begin .. end-1 for samples `rows` of x, tile by tile, and hands the cosines
  // to `sink` at the owner.
  void ForTiles(const base::Matrix& x, std::span<const std::int32_t> rows, int owner, std::int64_t begin,
                std::int64_t end, const RowSink& sink, const TileSink& shares);
  std::vector<double> SumShares(std::span<const std::int32_t> rows, const Partials& partials, int root);
  // In `shared`: adds shares of the owner's features from `first_feature` on to the partials of `rows`.
  void AddShares(int owner, std::int64_t first_feature, const Eigen::Ref<const base::DenseMatrix>& angles,
                 std::span<const std::int32_t> rows, Partials& partials);

  net::Channel& channel_;
  int threads_;
  FeatureOrder order_;
  FeatureBank bank_;
  std::vector<std::unique_ptr<masking::AngleSum>> sums_;  // one for each thread; more than one only without peers
  std::vector<std::unique_ptr<Scratch>> scratch_;         // likewise
  std::unique_ptr<masking::SharedCosines> shared_;        // in `shared` masking alone
  std::int64_t iterations_ = 0;
  double scale_ = 1;                 // alpha = scale_ * alpha_
  std::vector<double> alpha_;        // of own features
  std::vector<float> alpha_floats_;  // the same
  std::vector<std::unique_ptr<Partials>> kept_;
  ExpansionSeconds seconds_;
  TileWatch watch_;  // none in ordinary runs
};

}  // namespace fdskl

#endif  // FDSKL_FDSKL_EXPANSION_H_
