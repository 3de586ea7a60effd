// A plain implementation of doubly stochastic gradients, in one process and in doubles. Tests compare Trainer with it
// (Lemma 1). Nothing is lazy, tiled, cached or masked here.
#ifndef FDSKL_FDSKL_REFERENCE_H_
#define FDSKL_FDSKL_REFERENCE_H_

#include <Eigen/Core>
#include <cstdint>
#include <functional>
#include <vector>

#include "fdskl/settings.h"

namespace fdskl {

class Reference {
 public:
  struct Feature {
    Eigen::VectorXd w;  // in turns
    double b = 0;       // in turns
  };
  // FeatureOf returns feature j; BatchOf returns the next samples of the leader that makes or revisits a block.
  using FeatureOf = std::function<Feature(std::int64_t j)>;
  using BatchOf = std::function<std::vector<std::int32_t>(std::int64_t block)>;

  // x has one row per sample, y its label or target.
  Reference(const Settings& settings, Eigen::MatrixXd x, Eigen::VectorXd y, FeatureOf feature_of, BatchOf batch_of);

  // One iteration: B samples and m new features; with sweeps, once all features are made, a revisit of the next block.
  void Step();

  const std::vector<double>& coefficients() const { return alpha_; }
  double Predict(const Eigen::VectorXd& x) const;

 private:
  double Phi(const Feature& feature, const Eigen::VectorXd& x) const;
  Eigen::MatrixXd PhiOf(std::int64_t block, const std::vector<std::int32_t>& batch) const;
  Eigen::VectorXd DerivativesAt(const std::vector<std::int32_t>& batch) const;

  Settings settings_;
  Eigen::MatrixXd x_;
  Eigen::VectorXd y_;
  FeatureOf feature_of_;
  BatchOf batch_of_;
  std::int64_t iteration_ = 0;
  std::int64_t visits_ = 0;
  std::vector<Eigen::MatrixXd> systems_;  // by block: the matrix of the system that is solved with its gradient
  std::vector<Feature> features_;
  std::vector<double> alpha_;
};

// The features and batches that Trainer uses for the same settings, with `samples` training samples of `columns`
// columns whose labels are dealt in turn into `label_groups` groups.
Reference::FeatureOf ExperimentFeatures(const Settings& settings, std::int64_t columns);
Reference::BatchOf ExperimentBatches(const Settings& settings, std::int64_t samples, int label_groups);

}  // namespace fdskl

#endif  // FDSKL_FDSKL_REFERENCE_H_
