#include "baselines/nearest_centroid/nearest_centroid.h"

#include <array>
#include <memory>

#include "base/error.h"
#include "base/index.h"
#include "base/stopwatch.h"

namespace fdskl::nearest_centroid {
namespace {

class Settings : public MethodSettings {
 public:
  std::unique_ptr<MethodSettings> Clone() const override { return std::make_unique<Settings>(*this); }

  std::vector<base::Option> Options() override {
    return {{"shrinkage", &shrinkage_, "how far to pull both means towards their middle, from 0 to below 1"}};
  }

  void Validate(const Parties& /*parties*/) const override {
    base::RequireNotNegative("shrinkage", shrinkage_);
    if (shrinkage_ >= 1) base::Fail("shrinkage must be below 1, not {}", shrinkage_);
  }

  std::unique_ptr<Method> Make(net::Channel& /*channel*/, const WorkerView& view,
                               const RunFacts& facts) const override {
    if (facts.regression) base::Fail("{} is a regression, which nearest-centroid does not do", facts.dataset);
    return std::make_unique<NearestCentroid>(view, shrinkage_);
  }

  std::vector<MemoryPart> Memory(const WorkerSize& size) const override {
    return {{"means", 0, 64 * size.columns + 8 * size.rows()}};
  }

 private:
  double shrinkage_ = 0;
};

}  // namespace

const MethodEntry kNearestCentroid = {
    .name = "nearest-centroid",
    .title = "Nearest centroid",
    .color = "#999999",
    .placement = MethodEntry::Placement::kCentral,
    .settings = []() -> std::unique_ptr<MethodSettings> { return std::make_unique<Settings>(); },
    .rough_seconds = [](const RunSize& size) { return 1e-9 * size.rows * size.entries; }};

void NearestCentroid::Fit(const Observer& observer) {
  base::Stopwatch watch;
  const base::Matrix& x = *view_.train;
  std::array<Eigen::VectorXd, 2> sums = {Eigen::VectorXd::Zero(x.columns()), Eigen::VectorXd::Zero(x.columns())};
  std::array<double, 2> counts = {};
  for (std::size_t i = 0; i < view_.labelled.size(); ++i) {
    const std::size_t upper = view_.labels[i] > 0 ? 1 : 0;
    ++counts[upper];
    base::ForEntries(x, view_.labelled[i], [&](Eigen::Index k, double value) { sums[upper][k] += value; });
  }
  if (counts[0] == 0 || counts[1] == 0) base::Fail("nearest-centroid needs samples of both classes");
  double seconds = watch.Lap();
  if (!observer({.iteration = 1, .iterations = 2, .seconds = seconds, .evaluation = Evaluation::kNotNow})) return;
  watch.Lap();
  const Eigen::VectorXd lower = sums[0] / counts[0];
  const Eigen::VectorXd upper = sums[1] / counts[1];
  w_ = (1 - shrinkage_) * (upper - lower);
  b_ = -w_.dot(upper + lower) / 2;
  seconds += watch.Lap();
  observer({.iteration = 2, .iterations = 2, .seconds = seconds, .evaluation = Evaluation::kNow});
}

std::vector<double> NearestCentroid::Predict(const base::Matrix& x) {
  std::vector<double> f(base::Index(x.rows()), b_);
  for (std::int64_t row = 0; row < x.rows(); ++row) {
    base::ForEntries(x, row, [&](Eigen::Index k, double value) { f[base::Index(row)] += w_[k] * value; });
  }
  return f;
}

}  // namespace fdskl::nearest_centroid
