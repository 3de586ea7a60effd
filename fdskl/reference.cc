#include "fdskl/reference.h"

#include <Eigen/LU>
#include <algorithm>
#include <cmath>
#include <memory>
#include <numbers>
#include <utility>

#include "base/index.h"
#include "base/seed.h"
#include "fdskl/batch_plan.h"
#include "fdskl/block_update.h"
#include "fdskl/loss.h"
#include "fdskl/masking/secrets.h"
#include "fdskl/random_features.h"

namespace fdskl {

Reference::Reference(const Settings& settings, Eigen::MatrixXd x, Eigen::VectorXd y, FeatureOf feature_of,
                     BatchOf batch_of)
    : settings_(settings),
      x_(std::move(x)),
      y_(std::move(y)),
      feature_of_(std::move(feature_of)),
      batch_of_(std::move(batch_of)) {}

double Reference::Phi(const Feature& feature, const Eigen::VectorXd& x) const {
  return std::numbers::sqrt2 * std::cos(2 * std::numbers::pi * (feature.w.dot(x) + feature.b));
}

double Reference::Predict(const Eigen::VectorXd& x) const {
  double f = 0;
  for (std::size_t j = 0; j < features_.size(); ++j) f += alpha_[j] * Phi(features_[j], x);
  return f;
}

Eigen::MatrixXd Reference::PhiOf(std::int64_t block, const std::vector<std::int32_t>& batch) const {
  Eigen::MatrixXd phi(static_cast<Eigen::Index>(batch.size()), static_cast<Eigen::Index>(settings_.block));
  for (Eigen::Index i = 0; i < phi.rows(); ++i)
    for (Eigen::Index j = 0; j < phi.cols(); ++j)
      phi(i, j) = Phi(features_[static_cast<std::size_t>(block * settings_.block + j)],
                      x_.row(batch[static_cast<std::size_t>(i)]));
  return phi;
}

Eigen::VectorXd Reference::DerivativesAt(const std::vector<std::int32_t>& batch) const {
  Eigen::VectorXd g(static_cast<Eigen::Index>(batch.size()));
  for (Eigen::Index i = 0; i < g.size(); ++i) {
    const std::int32_t sample = batch[static_cast<std::size_t>(i)];
    g[i] = LossDerivative(settings_.loss, Predict(x_.row(sample)), y_[sample]);
  }
  return g;
}

void Reference::Step() {
  const auto m = static_cast<Eigen::Index>(settings_.block);
  const double gamma = RateAt(settings_, iteration_ + visits_);
  const std::int64_t blocks = (settings_.features + settings_.block - 1) / settings_.block;
  const bool revisits = settings_.sweeps > 0 && iteration_ == blocks;
  const std::int64_t block = revisits ? visits_++ % blocks : iteration_++;
  const std::vector<std::int32_t> batch = batch_of_(block);
  const Eigen::VectorXd g = DerivativesAt(batch);
  const std::size_t first = static_cast<std::size_t>(block * settings_.block);
  if (!revisits) {
    for (double& earlier : alpha_) earlier *= 1 - gamma * settings_.lambda;
    alpha_.resize(first + static_cast<std::size_t>(m));
    for (Eigen::Index j = 0; j < m; ++j) features_.push_back(feature_of_(block * settings_.block + j));
  }
  const Eigen::MatrixXd phi = PhiOf(block, batch);
  const auto rows = static_cast<double>(batch.size());
  Eigen::Map<Eigen::VectorXd> alpha(&alpha_[first], m);
  const Eigen::VectorXd gradient = phi.transpose() * g / rows + settings_.lambda * alpha;
  if (settings_.update == Update::kPlain) {
    alpha -= gamma / static_cast<double>(m) * gradient;
    return;
  }
  if (!revisits) {
    const Eigen::Index some = GramRows(settings_, phi.rows());
    Eigen::MatrixXd gram = Eigen::MatrixXd::Zero(m, m);
    for (Eigen::Index i = 0; i < some; ++i) {
      const Eigen::VectorXd row = phi.row(i * phi.rows() / some);
      gram += row * row.transpose() / static_cast<double>(some);
    }
    systems_.push_back(gram + settings_.rho * Eigen::MatrixXd::Identity(m, m));
  }
  alpha -= gamma * systems_[static_cast<std::size_t>(block)].partialPivLu().solve(gradient);
}

Reference::FeatureOf ExperimentFeatures(const Settings& settings, std::int64_t columns) {
  return [settings, columns](std::int64_t j) {
    const std::vector<std::int32_t> all = base::FirstNumbers(columns);
    base::DenseMatrix w(columns, 1);
    RandomFeatures(settings.kernel, settings.sigma, settings.seed).Fill(j, all, w);
    std::uint32_t phase = 0;
    masking::KeyStream stream(masking::Secrets::ForExperiment(settings.seed, 0).phase_key);
    stream.FillFrom(static_cast<std::uint64_t>(j), std::as_writable_bytes(std::span(&phase, 1)));
    return Reference::Feature{w.col(0).cast<double>(), static_cast<double>(phase) * 0x1p-32};
  };
}

Reference::BatchOf ExperimentBatches(const Settings& settings, std::int64_t samples, int label_groups) {
  auto plans = std::make_shared<std::vector<BatchPlan>>();
  for (int group = 0; group < label_groups; ++group) {
    std::vector<std::int32_t> labelled;
    for (std::int64_t i = group; i < samples; i += label_groups) labelled.push_back(static_cast<std::int32_t>(i));
    plans->emplace_back(labelled, std::min(settings.batch, samples / label_groups),
                        base::Seed("batches", settings.seed, group));
  }
  return [plans](std::int64_t block) {
    const auto batch = (*plans)[static_cast<std::size_t>(block) % plans->size()].Next();
    return std::vector<std::int32_t>(batch.begin(), batch.end());
  };
}

}  // namespace fdskl
