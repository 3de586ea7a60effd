// What workers do with the angles of random features: parts of f, the features of a new block, and f itself.
//
// Two kinds, chosen once by MakeFeatureSums():
//   ClearSums   the owner of a feature has its angles and cosines. Masking `none`, `paper` and `ring`.   clear_sums.h
//   SharedSums  the owner and the helper have secret shares of the angles; sums of cosines are computed on the shares
//               and opened at the leader alone. Masking `shared`.                                       shared_sums.h
//
// Collective: all workers make the same calls in the same order, with tiles of the same shape.
// Threads:    calls with different `thread` may run at the same time; more than one thread is for a worker alone.
#ifndef FDSKL_FDSKL_FEATURE_SUMS_H_
#define FDSKL_FDSKL_FEATURE_SUMS_H_

#include <cstdint>
#include <functional>
#include <memory>
#include <span>
#include <vector>

#include "base/matrix.h"
#include "fdskl/masking/angle_sum.h"
#include "fdskl/masking/secrets.h"
#include "fdskl/net/channel.h"
#include "fdskl/settings.h"

namespace fdskl {

// What a worker keeps of f for a set of samples, in the units of Coefficients::values: f is Coefficients::scale times
// the sum of what workers keep. Every worker tracks `seen`.
struct Partials {
  std::vector<std::int64_t> seen;    // iterations whose features are in the sums below
  std::vector<double> values;        // ClearSums: the part of f over the features that this worker owns
  std::vector<std::uint64_t> words;  // SharedSums: this worker's secret share of f, modulo 2^64

  // Makes the partials of these samples those of the empty model.
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
};

// The angles of some of an owner's features for some samples.
struct Tile {
  int owner = 0;
  std::span<const std::int64_t> features;        // global numbers
  std::int64_t first_feature = 0;                // the first of them, as the owner counts its own
  std::span<const std::int32_t> rows;            // samples
  Eigen::Ref<const base::DenseMatrix> own_part;  // own_part(i, j): this worker's part of the angle, in turns
};

class FeatureSums {
 public:
  // What a worker can note of a tile while it follows the protocol: called at every worker when the tile's angles have
  // been summed. `angles` are the sums at the owner, in turns, and unspecified elsewhere. For the privacy audit.
  using TileWatch =
      std::function<void(int owner, std::span<const std::int64_t> features, std::span<const std::int32_t> rows,
                         const Eigen::Ref<const base::DenseMatrix>& angles)>;

  FeatureSums(const FeatureSums&) = delete;
  FeatureSums& operator=(const FeatureSums&) = delete;
  virtual ~FeatureSums();

  // REQUIRES: one thread.
  void Watch(TileWatch watch);
  masking::SumSeconds seconds() const;

  virtual Partials MakePartials(std::int64_t samples) const = 0;
  // Multiplies the partials by `factor`. Errors: SharedSums cannot do it and throws Error.
  virtual void Multiply(double factor, Partials& partials) const = 0;
  // The scale of Coefficients below which it is to be folded into the coefficients and the partials.
  virtual double smallest_scale() const = 0;

  // Adds the tile's features to the partials of its samples. The owner alone needs `coefficients`.
  virtual void AddToPartials(int thread, const Tile& tile, const Coefficients& coefficients, Partials& partials) = 0;

  // A block holds what this worker has of an iteration's new features for its batch: the leader phi(i, j) in ClearSums,
  // the leader and the helper their shares of the angles in SharedSums.
  //
  // Gives `block` its shape where this worker has something of the leader's block.
  virtual void ShapeBlock(int leader, Eigen::Index rows, Eigen::Index columns, base::DenseMatrix& block) const = 0;
  // Writes the tile to the block, from this row and column on.
  virtual void WriteToBlock(int thread, const Tile& tile, Eigen::Index row, Eigen::Index column,
                            base::DenseMatrix& block) = 0;
  // The leader's new coefficients, from the loss's derivatives `g` on the batch, which it alone has; empty elsewhere.
  virtual std::vector<double> NewCoefficients(int leader, const Settings& settings, const base::DenseMatrix& block,
                                              const Eigen::VectorXf& g) = 0;
  // Adds the block to the partials of the batch. `alpha` is what NewCoefficients() gave.
  virtual void AddBlock(int leader, std::span<const std::int32_t> batch, const base::DenseMatrix& block,
                        std::span<const double> alpha, double scale, Partials& partials) = 0;

  // f of `rows` at `root`, an active worker; empty elsewhere.
  virtual std::vector<double> SumPartials(std::span<const std::int32_t> rows, const Partials& partials, double scale,
                                          int root) = 0;

 protected:
  FeatureSums(net::Channel& channel, const Settings& settings, int active, const masking::Secrets& secrets);

  net::Channel& channel() const { return channel_; }
  int active() const { return active_; }
  bool is_active() const { return channel_.rank() < active_; }
  masking::SumSeconds& spent() { return seconds_; }

  // Sums the tile's angles, and hands the rows of their cosines to `sink` at the owner.
  void SumAngles(int thread, const Tile& tile, const masking::AngleSum::RowSink& sink);
  // From now on angles() are what AngleSum::KeepAngles() promises of the last tile.
  void KeepAngles();
  base::DenseMatrix& angles() { return angles_; }

 private:
  net::Channel& channel_;
  int active_;
  std::vector<std::unique_ptr<masking::AngleSum>> angle_sums_;  // one for each thread
  base::DenseMatrix angles_;
  TileWatch watch_;  // empty in ordinary runs
  masking::SumSeconds seconds_;
};

// Collective. Workers 0 .. active-1 own features. The channel outlives the sums.
// REQUIRES: one thread unless the worker is alone; in `shared`, two workers besides the active ones.
std::unique_ptr<FeatureSums> MakeFeatureSums(net::Channel& channel, const Settings& settings, int active,
                                             const masking::Secrets& secrets);

}  // namespace fdskl

#endif  // FDSKL_FDSKL_FEATURE_SUMS_H_
