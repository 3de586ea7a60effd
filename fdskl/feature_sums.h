// Computes with the angles of random features: the workers' parts of f, the features of a new block, and f itself.
//
// MakeFeatureSums() chooses one of two implementations:
//   ClearSums   the owner of a feature has its angles and cosines. Masking `none`, `paper` and `ring`.   clear_sums.h
//   SharedSums  the owner and the helper have secret shares of the angles. Sums of cosines are computed on the shares
//               and opened only at the leader. Masking `shared`.                                        shared_sums.h
//
// Collective: all workers make the same calls in the same order, with tiles of the same shape.
// Threads:    calls with different `thread` may run at the same time. Only a single worker may have several threads.
#ifndef FDSKL_FDSKL_FEATURE_SUMS_H_
#define FDSKL_FDSKL_FEATURE_SUMS_H_

#include <cstdint>
#include <functional>
#include <memory>
#include <span>
#include <vector>

#include "base/matrix.h"
#include "fdskl/angle_block.h"
#include "fdskl/feature_tiles.h"
#include "fdskl/masking/angle_sum.h"
#include "fdskl/masking/secrets.h"
#include "fdskl/net/channel.h"
#include "fdskl/settings.h"

namespace fdskl {

// A worker's part of f for a set of samples, in the units of Coefficients::values: f is Coefficients::scale times the
// sum of all workers' parts. Every worker tracks `seen` and `visits`.
struct Partials {
  std::vector<std::int64_t> seen;    // iterations whose features are in the sums below
  std::vector<double> values;        // ClearSums: the part of f over the features that this worker owns
  std::vector<std::uint64_t> words;  // SharedSums: this worker's secret share of f, modulo 2^64
  SavedAngles saved;                 // at an owner that revisits its blocks: their angles for these samples
  std::int64_t visits = 0;           // revisits of blocks that are in the sums above

  // Resets the partials of these samples to those of the empty model.
  void Forget(std::span<const std::int32_t> rows);
};

// Coefficients of the features that this worker owns: alpha_j = scale * values[j].
struct Coefficients {
  double scale = 1;
  std::vector<double> values;
  std::vector<float> floats;  // the values again, for products

  void Append(double alpha) {
    values.push_back(alpha / scale);
    floats.push_back(static_cast<float>(values.back()));
  }
  void Set(std::size_t j, double value) {
    values[j] = value;
    floats[j] = static_cast<float>(value);
  }
};

// The time spent, by kind of work.
struct FeatureSeconds : masking::SumSeconds {
  double cosine = 0;  // cosines, and sums with them
};

class FeatureSums {
 public:
  // For the privacy audit: called at every worker when the angles of a tile have been summed, with all that the worker
  // sees of the tile. `angles` are those that it gets, in turns; most workers get none.
  using TileWatch =
      std::function<void(int owner, std::span<const std::int64_t> features, std::span<const std::int32_t> rows,
                         const Eigen::Ref<const base::DenseMatrix>& angles)>;

  FeatureSums(const FeatureSums&) = delete;
  FeatureSums& operator=(const FeatureSums&) = delete;
  virtual ~FeatureSums();

  // REQUIRES: one thread.
  void Watch(TileWatch watch);
  FeatureSeconds seconds() const;

  virtual Partials MakePartials(std::int64_t samples) const = 0;
  // Multiplies the partials by `factor`.
  // Errors: SharedSums cannot do it and throws Error.
  virtual void Multiply(double factor, Partials& partials) const = 0;
  // When Coefficients::scale falls below this, it must be multiplied into the coefficients and the partials.
  virtual double smallest_scale() const = 0;

  // Adds the tile's features to the partials of its samples, and saves their angles there if partials.saved has room.
  // Only the owner needs `coefficients`.
  virtual void AddToPartials(int thread, const Tile& tile, const Coefficients& coefficients, Partials& partials) = 0;

  // Whether this worker needs a block for the owner's angles: the owner does; in SharedSums also the helper, which has
  // shares of them, and the dealer, which needs their shape.
  virtual bool HasAngles(int owner) const = 0;
  // Sums the tile's angles, and returns those that this worker gets. Valid until the next call of this thread.
  masking::AngleWords SumAngles(int thread, const Tile& tile);
  masking::AngleForm form() const { return angle_sums_[0]->form(); }

  // The leader's coefficients of a new block; empty elsewhere. `g` has the derivatives of the loss on the batch, at the
  // leader only. `block` has this worker's angles of the block, and `places` the rows of the batch in it.
  virtual std::vector<double> NewCoefficients(int leader, const Settings& settings, const AngleBlock& block,
                                              std::span<const std::int32_t> places, const Eigen::VectorXf& g) = 0;
  // Adds the block to the partials of the batch. `alpha` is the result of NewCoefficients().
  virtual void AddBlock(int leader, std::span<const std::int32_t> batch, const AngleBlock& block,
                        std::span<const std::int32_t> places, std::span<const double> alpha, double scale,
                        Partials& partials) = 0;
  // Called by the owner for its block number `index`: changes the block's coefficients by the derivatives `g` of the
  // loss on the batch, and the partials of all samples, whose angles are in `block`.
  // REQUIRES: not SharedSums, which throws std::logic_error.
  virtual void Revisit(std::int64_t index, const Settings& settings, const AngleBlock& block,
                       std::span<const std::int32_t> batch, const Eigen::VectorXf& g, Coefficients& coefficients,
                       Partials& partials);
  // Adds the block's features to the partials of all samples, whose angles are in `block`.
  // REQUIRES: the worker owns the block; not SharedSums, which throws std::logic_error.
  virtual void AddSaved(std::int64_t index, const AngleBlock& block, const Coefficients& coefficients,
                        Partials& partials);

  // f of `rows` at `root`, an active worker; empty elsewhere.
  virtual std::vector<double> SumPartials(std::span<const std::int32_t> rows, const Partials& partials, double scale,
                                          int root) = 0;

 protected:
  FeatureSums(net::Channel& channel, const Settings& settings, int active, const masking::Secrets& secrets);

  net::Channel& channel() const { return channel_; }
  int active() const { return active_; }
  bool is_active() const { return channel_.rank() < active_; }
  FeatureSeconds& spent() { return seconds_; }

 private:
  net::Channel& channel_;
  int active_;
  std::vector<std::unique_ptr<masking::AngleSum>> angle_sums_;  // one for each thread
  TileWatch watch_;                                             // empty in ordinary runs
  FeatureSeconds seconds_;
};

// Workers 0 .. active-1 own features. The channel must outlive the sums.
// Collective: all workers call it.
// REQUIRES:   one thread unless there is only one worker; in `shared`, two workers besides the active ones.
std::unique_ptr<FeatureSums> MakeFeatureSums(net::Channel& channel, const Settings& settings, int active,
                                             const masking::Secrets& secrets);

}  // namespace fdskl

#endif  // FDSKL_FDSKL_FEATURE_SUMS_H_
