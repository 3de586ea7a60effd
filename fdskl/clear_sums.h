// Feature sums in which the owner of a feature has its angles and cosines: masking `none`, `paper` and `ring`.
//
// Partials:  the owner adds alpha_j phi_j(x) to its own part of f. The owners' parts are summed along T0.
// Revisits:  an owner keeps the factor of each block's preconditioner, and needs no message but the sum of partial f.
// Deviation: only active workers send partial f to each other. Passive ones have nothing to add and need not see them.
#ifndef FDSKL_FDSKL_CLEAR_SUMS_H_
#define FDSKL_FDSKL_CLEAR_SUMS_H_

#include "fdskl/block_update.h"
#include "fdskl/feature_sums.h"

namespace fdskl {

class ClearSums : public FeatureSums {
 public:
  // The arguments are those of MakeFeatureSums().
  ClearSums(net::Channel& channel, const Settings& settings, int active, const masking::Secrets& secrets);

  Partials MakePartials(std::int64_t samples) const override;
  void Multiply(double factor, Partials& partials) const override;
  double smallest_scale() const override { return 1e-20; }  // values divided by it still fit a float
  void AddToPartials(int thread, const Tile& tile, const Coefficients& coefficients, Partials& partials) override;
  bool HasAngles(int owner) const override { return channel().rank() == owner; }
  std::vector<double> NewCoefficients(int leader, const Settings& settings, const AngleBlock& block,
                                      std::span<const std::int32_t> places, const Eigen::VectorXf& g) override;
  void AddBlock(int leader, std::span<const std::int32_t> batch, const AngleBlock& block,
                std::span<const std::int32_t> places, std::span<const double> alpha, double scale,
                Partials& partials) override;
  void Revisit(std::int64_t index, const Settings& settings, const AngleBlock& block,
               std::span<const std::int32_t> batch, const Eigen::VectorXf& g, Coefficients& coefficients,
               Partials& partials) override;
  void AddSaved(std::int64_t index, const AngleBlock& block, const Coefficients& coefficients,
                Partials& partials) override;
  std::vector<double> SumPartials(std::span<const std::int32_t> rows, const Partials& partials, double scale,
                                  int root) override;

 private:
  // Adds Phi alpha to the partials of all samples.
  void AddToAll(const AngleBlock& block, const Eigen::VectorXf& alpha, Partials& partials);

  base::Crew crew_;  // all cores, for the leader's updates
  bool revisits_;
  std::vector<BlockStep> steps_;           // one for each own block, if it revisits them
  std::vector<std::vector<float>> lines_;  // a row of cosines for each thread
};

}  // namespace fdskl

#endif  // FDSKL_FDSKL_CLEAR_SUMS_H_
