#include "fdskl/trainer.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>
#include <numbers>
#include <numeric>
#include <thread>

#include "base/error.h"
#include "base/seed.h"
#include "fdskl/block_update.h"
#include "fdskl/loss.h"
#include "fdskl/parallel.h"
#include "fdskl/projection.h"
#include "fdskl/stopwatch.h"
#include "fdskl/sums.h"
#include "fdskl/turns.h"

namespace fdskl {
namespace {

constexpr std::size_t kTileRows = 128;
constexpr double kSmallestScale = 1e-100;

std::size_t Index(std::int64_t i) { return static_cast<std::size_t>(i); }

}  // namespace

struct Trainer::Scratch {
  DenseMatrix gathered;
  DenseMatrix tile;
  double product_seconds = 0;
  double cosine_seconds = 0;
};

Trainer::Trainer(Channel& channel, const Settings& settings, const WorkerView& view)
    : Trainer(channel, settings, view, Secrets::ForExperiment(settings.seed, channel.rank())) {}

Trainer::Trainer(Channel& channel, const Settings& settings, const WorkerView& view, const Secrets& secrets)
    : channel_(channel),
      settings_(settings),
      view_(view),
      order_{settings.block, view.active},
      bank_(settings, view.columns, order_),
      train_partials_(view.train->rows()),
      last_loss_(std::numeric_limits<double>::quiet_NaN()) {
  FDSKL_REQUIRE(settings.threads == 1 || channel.size() == 1);
  FDSKL_REQUIRE(1 <= view.active && view.active <= channel.size());
  FDSKL_REQUIRE(view.labelled.size() == view.labels.size());
  FDSKL_REQUIRE((channel.rank() < view.active) == !view.labelled.empty());
  FDSKL_REQUIRE(settings.batch >= 1 && settings.block >= 1 && settings.features >= 1);
  FDSKL_REQUIRE(settings.gamma * settings.lambda < 1);
  for (int thread = 0; thread < settings.threads; ++thread) {
    sums_.push_back(std::make_unique<AngleSum>(channel, settings, secrets, view.active));
    scratch_.push_back(std::make_unique<Scratch>());
  }
  // One worker can stand for several shares (DSG beside FDSKL); several active workers have one share each.
  const int shares = settings.shares == 0 ? view.active : settings.shares;
  const int own_shares = shares / view.active;
  FDSKL_REQUIRE(own_shares * view.active == shares && (own_shares == 1 || view.active == 1));
  batch_size_ = std::min(settings.batch, view.train->rows() / shares);
  if (batch_size_ < 1) Fail("{} training samples are too few for {} label shares", view.train->rows(), shares);
  label_of_.assign(Index(view.train->rows()), std::numeric_limits<float>::quiet_NaN());
  for (std::size_t i = 0; i < view.labels.size(); ++i) label_of_[Index(view.labelled[i])] = view.labels[i];
  for (int own = 0; own < own_shares && !view.labelled.empty(); ++own) {
    std::vector<std::int32_t> samples;
    for (std::size_t i = Index(own); i < view.labelled.size(); i += Index(own_shares)) samples.push_back(view.labelled[i]);
    plans_.emplace_back(samples, batch_size_, Seed("batches", settings.seed, channel.rank() + own));
  }
}

Trainer::~Trainer() = default;

void Trainer::Fit(const Observer& observer) {
  const std::int64_t iterations = (settings_.features + settings_.block - 1) / settings_.block;
  double seconds = 0;
  bool go_on = true;
  while (go_on && iteration_ < iterations) {
    const Stopwatch watch;
    Step();
    seconds += watch.Seconds();
    go_on = observer({iteration_, iterations, iteration_ * settings_.block, seconds, last_loss_});
  }
}

void Trainer::Step() {
  const int leader = order_.Leader(iteration_);
  const std::vector<std::int32_t> batch = BroadcastBatch(leader);
  if (!settings_.cache_partials) {
    for (const std::int32_t row : batch) {
      train_partials_.raw[Index(row)] = 0;
      train_partials_.seen[Index(row)] = 0;
    }
  }
  BringUpToDate(*view_.train, batch, train_partials_);
  const std::vector<double> f = SumPartials(batch, train_partials_, leader);
  const bool leads = channel_.rank() == leader;
  DenseMatrix phi;
  if (leads) phi.resize(static_cast<Eigen::Index>(batch.size()), settings_.block);
  const std::int64_t begin = order_.Owned(leader, iteration_);
  ForTiles(*view_.train, batch, leader, begin, begin + settings_.block,
           [&](std::size_t row, std::int64_t feature, Eigen::Ref<DenseMatrix> tile) {
             phi.block(static_cast<Eigen::Index>(row), feature - begin, tile.rows(), tile.cols()) =
                 tile * std::numbers::sqrt2_v<float>;
           });
  scale_ *= 1 - settings_.gamma * settings_.lambda;
  if (scale_ < kSmallestScale) {  // once in a blue moon: fold the scalar in
    for (double& alpha : alpha_) alpha *= scale_;
    for (Partials* partials : {&train_partials_, watched_partials_.get()})
      if (partials != nullptr)
        for (double& raw : partials->raw) raw *= scale_;
    scale_ = 1;
  }
  if (leads) Learn(batch, f, phi);
  ++iteration_;
  for (const std::int32_t row : batch) train_partials_.seen[Index(row)] = iteration_;
}

std::vector<std::int32_t> Trainer::BroadcastBatch(int leader) {
  std::vector<std::int32_t> batch(Index(batch_size_));
  if (channel_.rank() == leader) {
    const std::span<const std::int32_t> picked = plans_[Index(iteration_ / view_.active) % plans_.size()].Next();
    std::copy(picked.begin(), picked.end(), batch.begin());
  }
  const Stopwatch watch;
  TreeBroadcast(channel_, BroadcastTree(channel_.size(), leader), std::span(batch));
  seconds_.exchange += watch.Seconds();
  return batch;
}

void Trainer::ForTiles(const Matrix& x, std::span<const std::int32_t> rows, int owner, std::int64_t begin,
                       std::int64_t end, const TileSink& sink) {
  std::vector<std::int64_t> features;
  while (begin < end) {
    Stopwatch watch;
    const std::int64_t count = std::min(end - begin, FeatureBank::kChunk - begin % FeatureBank::kChunk);
    const FeatureBank::View w = bank_.Get(owner, begin, begin + count);
    features.resize(Index(count));
    for (std::int64_t i = 0; i < count; ++i) features[Index(i)] = order_.Global(owner, begin + i);
    seconds_.product += watch.Lap();
    const auto tiles = static_cast<std::int64_t>((rows.size() + kTileRows - 1) / kTileRows);
    ParallelFor(tiles, settings_.threads, [&](std::int64_t index, int thread) {
      Stopwatch lap;
      Scratch& scratch = *scratch_[Index(thread)];
      const std::size_t row = Index(index) * kTileRows;
      const std::span<const std::int32_t> part = rows.subspan(row, std::min(kTileRows, rows.size() - row));
      if (scratch.tile.cols() != count) scratch.tile.resize(kTileRows, count);
      auto tile = scratch.tile.topRows(static_cast<Eigen::Index>(part.size()));
      Project(x, part, w, scratch.gathered, tile);
      scratch.product_seconds += lap.Lap();
      sums_[Index(thread)]->Sum(owner, features, tile);
      if (channel_.rank() != owner) return;
      lap.Lap();
      float* const angles = tile.data();
      for (Eigen::Index i = 0; i < tile.size(); ++i) angles[i] = CosTurns(angles[i]);
      sink(row, begin, tile);
      scratch.cosine_seconds += lap.Lap();
    });
    begin += count;
  }
}

void Trainer::BringUpToDate(const Matrix& x, std::span<const std::int32_t> rows, Partials& partials) {
  std::map<std::int64_t, std::vector<std::int32_t>> groups;  // by what they have seen
  for (const std::int32_t row : rows) groups[partials.seen[Index(row)]].push_back(row);
  for (const auto& [seen, group] : groups) {
    for (int owner = 0; owner < view_.active; ++owner) {
      ForTiles(x, group, owner, order_.Owned(owner, seen), order_.Owned(owner, iteration_),
               [&, &members = group](std::size_t row, std::int64_t feature, Eigen::Ref<DenseMatrix> tile) {
                 const Eigen::Map<const Eigen::VectorXd> alpha(&alpha_[Index(feature)], tile.cols());
                 const Eigen::VectorXf sums = tile * alpha.cast<float>();
                 for (Eigen::Index i = 0; i < sums.size(); ++i)
                   partials.raw[Index(members[row + Index(i)])] += std::numbers::sqrt2 * static_cast<double>(sums[i]);
               });
    }
  }
  for (const std::int32_t row : rows) partials.seen[Index(row)] = iteration_;
}

std::vector<double> Trainer::SumPartials(std::span<const std::int32_t> rows, const Partials& partials, int root) {
  if (channel_.rank() >= view_.active) return {};
  std::vector<double> f;
  f.reserve(rows.size());
  for (const std::int32_t row : rows) f.push_back(scale_ * partials.raw[Index(row)]);
  const Stopwatch watch;
  TreeSum(channel_, BroadcastTree(view_.active, root), std::span(f));
  seconds_.exchange += watch.Seconds();
  if (channel_.rank() != root) f.clear();
  return f;
}

void Trainer::Learn(std::span<const std::int32_t> batch, const std::vector<double>& f, const DenseMatrix& phi) {
  const Stopwatch watch;
  Eigen::VectorXf g(static_cast<Eigen::Index>(batch.size()));
  double loss = 0;
  for (std::size_t i = 0; i < batch.size(); ++i) {
    const double y = label_of_[Index(batch[i])];
    loss += Loss(settings_.loss, f[i], y);
    g[static_cast<Eigen::Index>(i)] = static_cast<float>(LossDerivative(settings_.loss, f[i], y));
  }
  last_loss_ = loss / static_cast<double>(batch.size());
  const int threads = std::max(1, static_cast<int>(std::thread::hardware_concurrency()));
  const Eigen::VectorXd alpha = BlockUpdate(settings_, phi, g, threads) / scale_;
  alpha_.insert(alpha_.end(), alpha.begin(), alpha.end());
  const Eigen::VectorXf change = phi * alpha.cast<float>();
  for (std::size_t i = 0; i < batch.size(); ++i)
    train_partials_.raw[Index(batch[i])] += change[static_cast<Eigen::Index>(i)];
  seconds_.update += watch.Seconds();
}

std::vector<double> Trainer::Predict(const Matrix& x) {
  std::vector<std::int32_t> rows(Index(x.rows()));
  std::iota(rows.begin(), rows.end(), 0);
  if (&x != view_.watched) {
    Partials partials(x.rows());
    BringUpToDate(x, rows, partials);
    return SumPartials(rows, partials, 0);
  }
  if (!watched_partials_) watched_partials_ = std::make_unique<Partials>(x.rows());
  BringUpToDate(x, rows, *watched_partials_);
  return SumPartials(rows, *watched_partials_, 0);
}

std::vector<double> Trainer::coefficients() const {
  std::vector<double> alpha(alpha_);
  for (double& value : alpha) value *= scale_;
  return alpha;
}

TrainSeconds Trainer::seconds() const {
  TrainSeconds seconds = seconds_;
  for (const auto& scratch : scratch_) {
    seconds.product += scratch->product_seconds;
    seconds.cosine += scratch->cosine_seconds;
  }
  for (const auto& sum : sums_) {
    seconds.mask += sum->seconds().mask;
    seconds.exchange += sum->seconds().exchange;
  }
  return seconds;
}

}  // namespace fdskl
