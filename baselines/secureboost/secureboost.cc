#include "baselines/secureboost/secureboost.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>
#include <span>

#include "base/error.h"
#include "base/index.h"
#include "base/stopwatch.h"
#include "fdskl/loss.h"

namespace fdskl::secureboost {
namespace {

using base::Index;

// The constant that minimises the loss.
double BestConstant(LossKind loss, const std::vector<double>& y) {
  const double mean = std::accumulate(y.begin(), y.end(), 0.0) / static_cast<double>(y.size());
  if (loss == LossKind::kSquare) return mean;
  constexpr double kMost = 1 - 1e-6;  // with one class alone there is no finite minimum
  const double bounded = std::clamp(mean, -kMost, kMost);
  return std::log((1 + bounded) / (1 - bounded));
}

double SecondDerivative(LossKind loss, double first) {
  return loss == LossKind::kSquare ? 2 : std::abs(first) * (1 - std::abs(first));
}

}  // namespace

SecureBoost::SecureBoost(net::Channel& channel, const BoostSettings& settings, const WorkerView& view)
    : channel_(channel), settings_(settings), view_(view), grower_(channel, settings, *view.train, view.total_columns) {
  FDSKL_REQUIRE(view.active == 1 && view.labelled.size() == view.labels.size());
  FDSKL_REQUIRE(std::ssize(view.labelled) == (channel.rank() == 0 ? view.train->rows() : 0));
  FDSKL_REQUIRE(settings.loss == LossKind::kLogistic || settings.loss == LossKind::kSquare);
  FDSKL_REQUIRE(settings.trees >= 1 && settings.depth >= 1 && settings.lambda >= 0 && settings.learning_rate > 0);
  if (channel.rank() != 0) return;
  y_.resize(view.labels.size());
  for (std::size_t i = 0; i < view.labels.size(); ++i) y_[Index(view.labelled[i])] = view.labels[i];
  base_ = BestConstant(settings.loss, y_);
  f_.assign(y_.size(), base_);
}

SplitRule SecureBoost::Differentiate(std::vector<Gradient>& gradients) const {
  std::vector<double> first(f_.size());
  for (std::size_t i = 0; i < f_.size(); ++i) first[i] = LossDerivative(settings_.loss, f_[i], y_[i]);
  double largest_g = 1;
  double largest_h = 0.25;
  if (settings_.loss == LossKind::kSquare) {
    for (const double g : first) largest_g = std::max(largest_g, std::abs(g));
    largest_h = 2;
  }
  const FixedPoint code(largest_g, largest_h);
  gradients.clear();
  for (const double g : first) gradients.push_back(code.Encode(g, SecondDerivative(settings_.loss, g)));
  return {code, settings_};
}

double SecureBoost::MeanLoss() const {
  double sum = 0;
  for (std::size_t i = 0; i < f_.size(); ++i) sum += Loss(settings_.loss, f_[i], y_[i]);
  return sum / static_cast<double>(f_.size());
}

void SecureBoost::Fit(const Observer& observer) {
  double seconds = 0;
  double loss = std::numeric_limits<double>::quiet_NaN();
  base::Stopwatch watch;
  const auto report = [&](int level) {
    seconds += watch.Lap();
    // Before the first tree is done there is no model to measure.
    const bool go_on = observer({.iteration = grown_,
                                 .iterations = settings_.trees,
                                 .features = grown_,
                                 .seconds = seconds,
                                 .train_loss = loss,
                                 .evaluation = grown_ == 0 ? Evaluation::kNotNow : Evaluation::kAsScheduled,
                                 .level = level,
                                 .levels = settings_.depth});
    watch.Lap();
    return go_on;
  };
  std::vector<Gradient> gradients;
  while (grown_ < settings_.trees) {
    const SplitRule rule = Differentiate(gradients);
    if (!grower_.Grow(gradients, rule, report)) return;
    ++grown_;
    if (channel_.rank() == 0) {
      trees_.push_back(grower_.tree());
      for (std::size_t i = 0; i < f_.size(); ++i) f_[i] += grower_.steps()[i];
      loss = MeanLoss();
    }
    if (!report(0)) return;
  }
}

std::vector<double> SecureBoost::Predict(const base::Matrix& x) {
  const bool watched = &x == view_.watched;
  const std::int64_t first = watched ? watched_trees_ : 0;
  if (watched) watched_trees_ = grown_;
  if (channel_.rank() != 0) {
    if (first < grown_) AnswerQueries(channel_, grower_.table(), grown_ - first, settings_.depth, x);
    return {};
  }
  std::vector<double> f(Index(x.rows()), base_);
  if (first > 0) f = watched_;
  if (first < grown_)
    AddTrees(channel_, grower_.table(), std::span(trees_).subspan(Index(first)), settings_.depth, x, f);
  if (watched) watched_ = f;
  return f;
}

}  // namespace fdskl::secureboost
