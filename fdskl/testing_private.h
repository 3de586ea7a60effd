// For tests of masking `private`: its settings, runs over threads, and the same solver in the clear.
#ifndef FDSKL_FDSKL_TESTING_PRIVATE_H_
#define FDSKL_FDSKL_TESTING_PRIVATE_H_

#include <cmath>
#include <numbers>
#include <vector>

#include "fdskl/private_trainer.h"
#include "fdskl/reference.h"
#include "fdskl/ridge_solver.h"
#include "fdskl/testing.h"

namespace fdskl::testing {

inline Settings PrivateSettings() {
  Settings settings;
  settings.seed = 7;
  settings.masking = Masking::kPrivate;
  settings.update = Update::kConjugate;
  settings.loss = LossKind::kSquare;
  settings.sigma = 0.7;
  settings.lambda = 1e-3;
  settings.block = 8;
  settings.features = 88;
  settings.sweeps = 12;
  return settings;
}

// f of samples x, by the reference's features and the solver in the clear.
inline std::vector<double> SolveInTheClear(const Settings& settings, const Problem& train, const base::DenseMatrix& x) {
  const Reference::FeatureOf feature_of = ExperimentFeatures(settings, train.x.cols());
  const auto cosines = [&](const base::DenseMatrix& samples) {
    base::DenseMatrix c(samples.rows(), settings.features);
    for (Eigen::Index j = 0; j < c.cols(); ++j) {
      const Reference::Feature feature = feature_of(j);
      for (Eigen::Index i = 0; i < c.rows(); ++i)
        c(i, j) = static_cast<float>(
            std::cos(2 * std::numbers::pi * (feature.w.dot(samples.row(i).cast<double>()) + feature.b)));
    }
    return c;
  };
  const base::DenseMatrix c = cosines(train.x);
  RidgeSolver solver(c, Eigen::Map<const Eigen::VectorXf>(train.y.data(), c.rows()), settings.lambda);
  for (std::int64_t t = 0; t < settings.sweeps; ++t) solver.Step();
  const Eigen::VectorXd f = (cosines(x).cast<double>() * solver.solution()).array() + solver.intercept();
  return {f.begin(), f.end()};
}

}  // namespace fdskl::testing

#endif  // FDSKL_FDSKL_TESTING_PRIVATE_H_
