// The model of masking `private`, which no worker has, and how all workers evaluate it together: steps 1 to 3 and 5 of
// private_trainer.h, which also states the assumptions.
//
//   f(x) = sum_j w_j cos(angle_j) + b
//
// Holds:      H and K each have a share of the coefficients w and of b. Other workers have none.
// Collective: all workers make the same calls in the same order.
// Privacy:    MakeFeatures() reveals nothing. Predict() reveals f only to the worker that asks.
#ifndef FDSKL_FDSKL_PRIVATE_MODEL_H_
#define FDSKL_FDSKL_PRIVATE_MODEL_H_

#include <cstdint>
#include <memory>
#include <span>
#include <utility>
#include <vector>

#include "fdskl/feature_sums.h"
#include "fdskl/feature_tiles.h"
#include "fdskl/masking/angle_sum.h"
#include "fdskl/sharing/shared_features.h"

namespace fdskl {

class PrivateModel {
 public:
  // Collective: workers agree on keys. The channel and `columns` must outlive the model.
  // REQUIRES: masking private; two workers besides the active ones.
  PrivateModel(net::Channel& channel, const Settings& settings, std::span<const std::int32_t> columns, int active,
               const masking::Secrets& secrets);

  std::int64_t features() const { return features_; }
  sharing::SharedMath& math() { return math_; }
  // For the privacy audit.
  void Watch(FeatureSums::TileWatch watch) { watch_ = std::move(watch); }

  // Shares of all features at samples `rows` of x.
  std::unique_ptr<sharing::SharedFeatures> MakeFeatures(const base::Matrix& x, std::span<const std::int32_t> rows,
                                                        sharing::MaskedMatrix::Masks masks);

  // f of all samples of x at worker `asker`, nothing elsewhere. The second form takes the samples' features.
  std::vector<double> Predict(const base::Matrix& x, int asker = 0);
  std::vector<double> Predict(sharing::SharedFeatures& features, int asker = 0);

  // This worker's share of the coefficients of the cosines: owner by owner, each in the owner's own numbering.
  sharing::SharedVector coefficients;
  sharing::SharedVector intercept;  // one number

 private:
  FeatureTiles tiles_;
  std::unique_ptr<masking::AngleSum> angles_;
  sharing::Roles roles_;
  sharing::SharedMath math_;
  std::vector<std::int64_t> owned_;  // by owner: number of features
  std::int64_t features_ = 0;
  FeatureSums::TileWatch watch_;  // empty in ordinary runs
};

}  // namespace fdskl

#endif  // FDSKL_FDSKL_PRIVATE_MODEL_H_
