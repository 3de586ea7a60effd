#include "fdskl/trainer.h"

#include <algorithm>
#include <limits>

#include "base/error.h"
#include "base/index.h"
#include "base/memory.h"
#include "base/seed.h"
#include "base/stopwatch.h"
#include "fdskl/loss.h"
#include "fdskl/net/peer_check.h"
#include "fdskl/net/sums.h"
#include "fdskl/private_trainer.h"
#include "fdskl/ridge_trainer.h"

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
  FDSKL_REQUIRE(settings.update != Update::kConjugate && settings.masking != Masking::kPrivate);
  FDSKL_REQUIRE(settings.masking != Masking::kShared || settings.update == Update::kPlain);
  FDSKL_REQUIRE(settings.sweeps == 0 || (settings.masking != Masking::kShared && settings.cache_partials));
  blocks_ = (settings.features + settings.block - 1) / settings.block;
  if (settings.sweeps > 0) {
    std::int64_t budget = settings.angle_memory.bytes;
    if (budget <= 0) {
      std::int64_t free = base::AvailableMemoryBytes() / 2;
      if (settings.memory_limit_bytes) free = std::min(free, *settings.memory_limit_bytes / 4);  // columns take half
      budget = free / view.active;
    }
    model_.SaveAngles((blocks_ + view.active - 1) / view.active, budget);
  }
  // One worker alone can hold several groups of labels (DSG beside FDSKL); several active workers hold one group each.
  const int groups = settings.label_groups == 0 ? view.active : settings.label_groups;
  const int own_groups = groups / view.active;
  FDSKL_REQUIRE(own_groups * view.active == groups && (own_groups == 1 || view.active == 1));
  batch_size_ = std::min(settings.batch, view.train->rows() / groups);
  if (batch_size_ < 1)
    base::Fail("{} training samples are too few for {} groups of labels", view.train->rows(), groups);
  label_of_.assign(base::Index(view.train->rows()), std::numeric_limits<float>::quiet_NaN());
  for (std::size_t i = 0; i < view.labels.size(); ++i) label_of_[base::Index(view.labelled[i])] = view.labels[i];
  for (int own = 0; own < own_groups && !view.labelled.empty(); ++own) {
    std::vector<std::int32_t> samples;
    for (std::size_t i = base::Index(own); i < view.labelled.size(); i += base::Index(own_groups))
      samples.push_back(view.labelled[i]);
    plans_.emplace_back(samples, batch_size_, base::Seed("batches", settings.seed, channel.rank() + own));
  }
}

void Trainer::Fit(const Observer& observer) {
  const std::int64_t iterations = blocks_ * (1 + settings_.sweeps);
  double seconds = 0;
  bool go_on = true;
  while (go_on && model_.iterations() + model_.visits() < iterations) {
    const base::Stopwatch watch;
    Step();
    seconds += watch.Seconds();
    go_on = observer({model_.iterations() + model_.visits(), iterations, model_.iterations() * settings_.block, seconds,
                      last_loss_});
  }
}

void Trainer::Step() {
  if (settings_.sweeps == 0 || model_.iterations() < blocks_) {
    MakeNextBlock();
  } else {
    RevisitNextBlock();
  }
}

void Trainer::MakeNextBlock() {
  const int leader = model_.leader();
  const bool leads = channel_.rank() == leader;
  const std::vector<std::int32_t> batch =
      BroadcastBatch(model_.iterations(), net::BroadcastTree(channel_.size(), leader));
  if (!settings_.cache_partials) train_partials_->Forget(batch);
  model_.BringUpToDate(*view_.train, batch, *train_partials_);
  const std::vector<double> f = model_.Sum(batch, *train_partials_, leader);
  model_.MakeBlock(*view_.train, batch, *train_partials_);
  const base::Stopwatch watch;
  Settings now = settings_;
  now.gamma = RateAt(settings_, model_.iterations());
  const std::vector<double> alpha = model_.NewCoefficients(now, leads ? Derivatives(batch, f) : Eigen::VectorXf());
  model_.Append(1 - now.gamma * now.lambda, alpha, batch, *train_partials_);
  if (leads) update_seconds_ += watch.Seconds();
}

void Trainer::RevisitNextBlock() {
  FDSKL_REQUIRE(settings_.sweeps > 0);
  const std::int64_t block = model_.visits() % blocks_;
  const int leader = model_.order().Leader(block);
  if (model_.visits() == 0) model_.BringAllUpToDate(*view_.train, *train_partials_);
  std::vector<std::int32_t> batch;
  std::vector<double> f;
  if (channel_.rank() < view_.active) {
    batch = BroadcastBatch(block, net::BroadcastTree(view_.active, leader));
    f = model_.Sum(batch, *train_partials_, leader);
  }
  const base::Stopwatch watch;
  Settings now = settings_;
  now.gamma = RateAt(settings_, blocks_ + model_.visits());
  model_.Revisit(now, block, *view_.train, batch, channel_.rank() == leader ? Derivatives(batch, f) : Eigen::VectorXf(),
                 *train_partials_);
  if (channel_.rank() == leader) update_seconds_ += watch.Seconds();
}

std::vector<std::int32_t> Trainer::BroadcastBatch(std::int64_t block, const net::Tree& tree) {
  std::vector<std::int32_t> batch(base::Index(batch_size_));
  if (channel_.rank() == tree.root()) {
    const std::int64_t turn = block / view_.active;
    const std::span<const std::int32_t> picked = plans_[base::Index(turn) % plans_.size()].Next();
    std::copy(picked.begin(), picked.end(), batch.begin());
  }
  net::TreeBroadcast(channel_, tree, std::span(batch));
  net::CheckAscending(channel_, net::SenderIn(tree, channel_), "a sample of the batch", batch, view_.train->rows());
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

ModelPart Trainer::Part() const {
  ModelPart part = PartOf(channel_, settings_, view_, secrets_);
  part.iterations = model_.iterations();
  part.coefficients = model_.coefficients();
  return part;
}

std::vector<double> Trainer::Predict(const base::Matrix& x) {
  return &x == view_.watched ? model_.Predict(x, *watched_partials_) : model_.Predict(x);
}

std::unique_ptr<PartedMethod> MakeTrainer(net::Channel& channel, const Settings& settings, const WorkerView& view) {
  return MakeTrainer(channel, settings, view, masking::Secrets::ForExperiment(settings.seed, channel.rank()));
}

std::unique_ptr<PartedMethod> MakeTrainer(net::Channel& channel, const Settings& settings, const WorkerView& view,
                                          const masking::Secrets& secrets) {
  if (settings.update != Update::kConjugate) return std::make_unique<Trainer>(channel, settings, view, secrets);
  if (channel.size() == 1) return std::make_unique<RidgeTrainer>(channel, settings, view, secrets);
  return std::make_unique<PrivateTrainer>(channel, settings, view, secrets);
}

}  // namespace fdskl
