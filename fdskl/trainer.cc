#include "fdskl/trainer.h"

#include <algorithm>
#include <limits>
#include <thread>

#include "base/error.h"
#include "base/index.h"
#include "base/seed.h"
#include "base/stopwatch.h"
#include "fdskl/block_update.h"
#include "fdskl/loss.h"
#include "fdskl/net/sums.h"

namespace fdskl {
Trainer::Trainer(net::Channel& channel, const Settings& settings, const WorkerView& view)
    : Trainer(channel, settings, view, masking::Secrets::ForExperiment(settings.seed, channel.rank())) {}

Trainer::Trainer(net::Channel& channel, const Settings& settings, const WorkerView& view,
                 const masking::Secrets& secrets)
    : channel_(channel),
      settings_(settings),
      view_(view),
      secrets_(secrets),
      model_(channel, settings, view.columns, view.active, secrets),
      train_partials_(&model_.KeepPartials(view.train->rows())),
      watched_partials_(view.watched == nullptr ? nullptr : &model_.KeepPartials(view.watched->rows())),
      last_loss_(std::numeric_limits<double>::quiet_NaN()) {
  FDSKL_REQUIRE(view.labelled.size() == view.labels.size());
  FDSKL_REQUIRE((channel.rank() < view.active) == !view.labelled.empty());
  FDSKL_REQUIRE(settings.batch >= 1 && settings.block >= 1 && settings.features >= 1);
  FDSKL_REQUIRE(settings.gamma * settings.lambda < 1);
  FDSKL_REQUIRE(settings.masking != Masking::kShared || settings.update == Update::kPlain);
  // One worker can stand for several shares (DSG beside FDSKL); several active workers have one share each.
  const int shares = settings.shares == 0 ? view.active : settings.shares;
  const int own_shares = shares / view.active;
  FDSKL_REQUIRE(own_shares * view.active == shares && (own_shares == 1 || view.active == 1));
  batch_size_ = std::min(settings.batch, view.train->rows() / shares);
  if (batch_size_ < 1) base::Fail("{} training samples are too few for {} label shares", view.train->rows(), shares);
  label_of_.assign(base::Index(view.train->rows()), std::numeric_limits<float>::quiet_NaN());
  for (std::size_t i = 0; i < view.labels.size(); ++i) label_of_[base::Index(view.labelled[i])] = view.labels[i];
  for (int own = 0; own < own_shares && !view.labelled.empty(); ++own) {
    std::vector<std::int32_t> samples;
    for (std::size_t i = base::Index(own); i < view.labelled.size(); i += base::Index(own_shares))
      samples.push_back(view.labelled[i]);
    plans_.emplace_back(samples, batch_size_, base::Seed("batches", settings.seed, channel.rank() + own));
  }
}

void Trainer::Fit(const Observer& observer) {
  const std::int64_t iterations = (settings_.features + settings_.block - 1) / settings_.block;
  double seconds = 0;
  bool go_on = true;
  while (go_on && model_.iterations() < iterations) {
    const base::Stopwatch watch;
    Step();
    seconds += watch.Seconds();
    go_on = observer({model_.iterations(), iterations, model_.iterations() * settings_.block, seconds, last_loss_});
  }
}

void Trainer::Step() {
  const int leader = model_.order().Leader(model_.iterations());
  const std::vector<std::int32_t> batch = BroadcastBatch(leader);
  if (!settings_.cache_partials) {
    for (const std::int32_t row : batch) {
      train_partials_->raw[base::Index(row)] = 0;
      train_partials_->shares[base::Index(row)] = 0;
      train_partials_->seen[base::Index(row)] = 0;
    }
  }
  model_.BringUpToDate(*view_.train, batch, *train_partials_);
  const std::vector<double> f = model_.Sum(batch, *train_partials_, leader);
  model_.ForNewBlock(*view_.train, batch, phi_);
  const double shrink = 1 - RateAt(settings_, model_.iterations()) * settings_.lambda;
  if (model_.shared()) {
    model_.Append(shrink, LearnShared(batch, f));
    model_.AddNewBlock(batch, phi_, *train_partials_);
  } else if (channel_.rank() == leader) {
    const base::Stopwatch watch;
    const Eigen::VectorXd alpha = Learn(batch, f);
    const Eigen::VectorXd change = (phi_ * alpha.cast<float>()).cast<double>();
    model_.Append(shrink, {alpha.data(), base::Index(alpha.size())});
    model_.SetCurrent(batch, {change.data(), base::Index(change.size())}, *train_partials_);
    update_seconds_ += watch.Seconds();
  } else {
    model_.Append(shrink, {});
    model_.SetCurrent(batch, {}, *train_partials_);
  }
}

std::vector<std::int32_t> Trainer::BroadcastBatch(int leader) {
  std::vector<std::int32_t> batch(base::Index(batch_size_));
  if (channel_.rank() == leader) {
    const std::int64_t turn = model_.iterations() / view_.active;
    const std::span<const std::int32_t> picked = plans_[base::Index(turn) % plans_.size()].Next();
    std::copy(picked.begin(), picked.end(), batch.begin());
  }
  net::TreeBroadcast(channel_, net::BroadcastTree(channel_.size(), leader), std::span(batch));
  return batch;
}

Eigen::VectorXf Trainer::Derivatives(std::span<const std::int32_t> batch, const std::vector<double>& f) {
  Eigen::VectorXf g(static_cast<Eigen::Index>(batch.size()));
  double loss = 0;
  for (std::size_t i = 0; i < batch.size(); ++i) {
    const double y = label_of_[base::Index(batch[i])];
    loss += Loss(settings_.loss, f[i], y);
    g[static_cast<Eigen::Index>(i)] = static_cast<float>(LossDerivative(settings_.loss, f[i], y));
  }
  last_loss_ = loss / static_cast<double>(batch.size());
  return g;
}

Eigen::VectorXd Trainer::Learn(std::span<const std::int32_t> batch, const std::vector<double>& f) {
  Settings now = settings_;
  now.gamma = RateAt(settings_, model_.iterations());
  return BlockUpdate(now, phi_, Derivatives(batch, f),
                     std::max(1, static_cast<int>(std::thread::hardware_concurrency())));
}

std::vector<double> Trainer::LearnShared(std::span<const std::int32_t> batch, const std::vector<double>& f) {
  std::vector<double> weights;  // over the batch's size, so that their sums stay small
  if (channel_.rank() == model_.order().Leader(model_.iterations())) {
    for (const float g : Derivatives(batch, f)) weights.push_back(g / static_cast<double>(batch.size()));
  }
  std::vector<double> alpha = model_.SumsOverSamples(phi_, weights);
  const double rate = RateAt(settings_, model_.iterations()) / static_cast<double>(settings_.block);
  for (double& value : alpha) value *= -rate;
  return alpha;
}

ModelPart Trainer::Part() const {
  ModelPart part;
  part.worker = channel_.rank();
  part.workers = channel_.size();
  part.active = view_.active;
  part.settings = settings_;
  part.iterations = model_.iterations();
  part.columns.assign(view_.columns.begin(), view_.columns.end());
  part.coefficients = model_.coefficients();
  part.secrets = secrets_;
  return part;
}

std::vector<double> Trainer::Predict(const base::Matrix& x) {
  return &x == view_.watched ? model_.Predict(x, *watched_partials_) : model_.Predict(x);
}

}  // namespace fdskl
