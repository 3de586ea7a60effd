// Feature sums in which nobody has angles, cosines or partial f: masking `shared`.
//
// Shares:   an owner and the helper have secret shares of them. The shares are added up only at the leader: for f of
//           its batch, and for its new coefficients, which are sums over the batch (masking/shared_cosines.h).
// Updates:  NewCoefficients() REQUIRES plain updates, which are such sums. A preconditioned update would need the
//           block's features themselves.
// Revisits: none. Nobody has the cosines, so a second visit of a block would cost the messages of a new one.
// Range:    shares cannot be scaled, so regularisation may shrink the model by a factor of at most 1,024 in all.
#ifndef FDSKL_FDSKL_SHARED_SUMS_H_
#define FDSKL_FDSKL_SHARED_SUMS_H_

#include "fdskl/feature_sums.h"
#include "fdskl/masking/shared_cosines.h"

namespace fdskl {

class SharedSums : public FeatureSums {
 public:
  // The arguments are those of MakeFeatureSums().
  // REQUIRES: active + 2 <= workers.
  SharedSums(net::Channel& channel, const Settings& settings, int active, const masking::Secrets& secrets);

  Partials MakePartials(std::int64_t samples) const override;
  void Multiply(double factor, Partials& partials) const override;
  double smallest_scale() const override { return 0x1p-10; }
  void AddToPartials(int thread, const Tile& tile, const Coefficients& coefficients, Partials& partials) override;
  bool HasAngles(int owner) const override { return cosines_.TakesPart(owner); }
  std::vector<double> NewCoefficients(int leader, const Settings& settings, const AngleBlock& block,
                                      std::span<const std::int32_t> places, const Eigen::VectorXf& g) override;
  void AddBlock(int leader, std::span<const std::int32_t> batch, const AngleBlock& block,
                std::span<const std::int32_t> places, std::span<const double> alpha, double scale,
                Partials& partials) override;
  std::vector<double> SumPartials(std::span<const std::int32_t> rows, const Partials& partials, double scale,
                                  int root) override;

 private:
  // Adds sum_j alpha[j] phi_j to the partials of `rows`, in secret shares. Only the owner has `alpha`.
  void AddRows(int owner, std::span<const std::int32_t> rows, const Eigen::Ref<const base::DenseMatrix>& angles,
               std::span<const double> alpha, Partials& partials);

  masking::SharedCosines cosines_;
};

}  // namespace fdskl

#endif  // FDSKL_FDSKL_SHARED_SUMS_H_
