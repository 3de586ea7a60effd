// Feature sums where the owner of a feature has its angles and cosines: masking `none`, `paper` and `ring`.
//
// Partials:  the owner adds alpha_j phi_j(x) to its own part of f. The owners' parts are summed along T0.
// Deviation: partial f travel between active workers only. Passive ones have nothing to add and need not see them.
#ifndef FDSKL_FDSKL_CLEAR_SUMS_H_
#define FDSKL_FDSKL_CLEAR_SUMS_H_

#include "fdskl/feature_sums.h"

namespace fdskl {

class ClearSums : public FeatureSums {
 public:
  // The arguments are those of MakeFeatureSums().
  ClearSums(net::Channel& channel, const Settings& settings, int active, const masking::Secrets& secrets)
      : FeatureSums(channel, settings, active, secrets) {}

  Partials MakePartials(std::int64_t samples) const override;
  void Multiply(double factor, Partials& partials) const override;
  double smallest_scale() const override { return 1e-20; }  // values divided by it still fit a float
  void AddToPartials(int thread, const Tile& tile, const Coefficients& coefficients, Partials& partials) override;
  void ShapeBlock(int leader, Eigen::Index rows, Eigen::Index columns, base::DenseMatrix& block) const override;
  void WriteToBlock(int thread, const Tile& tile, Eigen::Index row, Eigen::Index column,
                    base::DenseMatrix& block) override;
  std::vector<double> NewCoefficients(int leader, const Settings& settings, const base::DenseMatrix& block,
                                      const Eigen::VectorXf& g) override;
  void AddBlock(int leader, std::span<const std::int32_t> batch, const base::DenseMatrix& block,
                std::span<const double> alpha, double scale, Partials& partials) override;
  std::vector<double> SumPartials(std::span<const std::int32_t> rows, const Partials& partials, double scale,
                                  int root) override;
};

}  // namespace fdskl

#endif  // FDSKL_FDSKL_CLEAR_SUMS_H_
