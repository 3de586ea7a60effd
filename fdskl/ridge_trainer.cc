#include "fdskl/ridge_trainer.h"

#include <numbers>

#include "base/error.h"
#include "base/index.h"
#include "base/stopwatch.h"
#include "fdskl/ridge_solver.h"

namespace fdskl {

RidgeTrainer::RidgeTrainer(net::Channel& channel, const Settings& settings, const WorkerView& view,
                           const masking::Secrets& secrets)
    : channel_(channel),
      settings_(settings),
      view_(view),
      secrets_(secrets),
      model_(channel, settings, view.columns, 1, secrets_) {
  FDSKL_REQUIRE(channel.size() == 1 && settings.loss == LossKind::kSquare && settings.sweeps >= 1);
  FDSKL_REQUIRE(std::ssize(view.labelled) == view.train->rows() && view.labels.size() == view.labelled.size());
}

void RidgeTrainer::Fit(const Observer& observer) {
  base::Stopwatch watch;
  const std::int64_t blocks = (settings_.features + settings_.block - 1) / settings_.block;
  const base::DenseMatrix cosines = model_.Cosines(*view_.train, blocks * settings_.block);
  Eigen::VectorXf y(view_.train->rows());
  for (std::size_t i = 0; i < view_.labels.size(); ++i) y[view_.labelled[i]] = view_.labels[i];
  RidgeSolver solver(cosines, y, settings_.lambda);
  std::vector<double> alpha(base::Index(cosines.cols()));
  double seconds = 0;
  bool go_on = true;
  for (std::int64_t iteration = 1; go_on && iteration <= settings_.sweeps; ++iteration) {
    solver.Step();
    for (std::size_t j = 0; j < alpha.size(); ++j)
      alpha[j] = solver.solution()[static_cast<Eigen::Index>(j)] / std::numbers::sqrt2;
    model_.Restore(blocks, alpha);
    intercept_ = solver.intercept();
    seconds += watch.Lap();
    go_on = observer({iteration, settings_.sweeps, cosines.cols(), seconds, solver.MeanSquare()});
    watch.Lap();
  }
}

std::vector<double> RidgeTrainer::Predict(const base::Matrix& x) {
  std::vector<double> f = model_.Predict(x);
  for (double& value : f) value += intercept_;
  return f;
}

ModelPart RidgeTrainer::Part() const {
  ModelPart part = PartOf(channel_, settings_, view_, secrets_);
  part.iterations = model_.iterations();
  part.coefficients = model_.coefficients();
  part.intercept = intercept_;
  return part;
}

}  // namespace fdskl
