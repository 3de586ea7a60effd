#include "fdskl/expansion.h"

#include <algorithm>
#include <map>
#include <numbers>
#include <numeric>

#include "base/error.h"
#include "base/index.h"
#include "base/parallel.h"
#include "base/stopwatch.h"
#include "fdskl/net/sums.h"
#include "fdskl/projection.h"

namespace fdskl {
namespace {

constexpr double kSmallestScale = 1e-20;          // coefficients divided by it still fit a float
constexpr double kSmallestSharedScale = 0x1p-10;  // shares cannot be scaled

}  // namespace

struct Expansion::Scratch {
  base::DenseMatrix gathered;
  base::DenseMatrix tile;
  base::DenseMatrix angles;  // when they are shared or watched
  double product_seconds = 0;
};

Expansion::Expansion(net::Channel& channel, const Settings& settings, std::span<const std::int32_t> columns, int active,
                     const masking::Secrets& secrets)
    : channel_(channel), threads_(settings.threads), order_{settings.block, active}, bank_(settings, columns, order_) {
  FDSKL_REQUIRE(settings.threads == 1 || channel.size() == 1);
  FDSKL_REQUIRE(1 <= active && active <= channel.size());
  for (int thread = 0; thread < threads_; ++thread) {
    sums_.push_back(std::make_unique<masking::AngleSum>(channel, settings, secrets, active));
    scratch_.push_back(std::make_unique<Scratch>());
  }
  if (settings.masking != Masking::kShared) return;
  shared_ = std::make_unique<masking::SharedCosines>(channel, secrets, active);
  sums_[0]->KeepAngles(&scratch_[0]->angles);
}

Expansion::~Expansion() = default;

void Expansion::Watch(TileWatch watch) {
  FDSKL_REQUIRE(threads_ == 1);
  watch_ = std::move(watch);
  sums_[0]->KeepAngles(watch_ || shared_ ? &scratch_[0]->angles : nullptr);
}

Partials& Expansion::KeepPartials(std::int64_t samples) {
  kept_.push_back(std::make_unique<Partials>(samples));
  return *kept_.back();
}

void Expansion::ForTiles(const base::Matrix& x, std::span<const std::int32_t> rows, int owner, std::int64_t begin,
                         std::int64_t end, const RowSink& sink, const TileSink& shares) {
  std::vector<std::int64_t> features;
  while (begin < end) {
    base::Stopwatch watch;
    const std::int64_t count = std::min(end - begin, FeatureBank::kChunk - begin % FeatureBank::kChunk);
    const FeatureBank::View w = bank_.Get(owner, begin, begin + count);
    features.resize(base::Index(count));
    for (std::int64_t i = 0; i < count; ++i) features[base::Index(i)] = order_.Global(owner, begin + i);
    seconds_.product += watch.Lap();
    const auto tiles = static_cast<std::int64_t>((rows.size() + kTileRows - 1) / kTileRows);
    base::ParallelFor(tiles, threads_, [&](std::int64_t index, int thread) {
      base::Stopwatch lap;
      Scratch& scratch = *scratch_[base::Index(thread)];
      const std::size_t row = base::Index(index) * kTileRows;
      const std::span<const std::int32_t> part = rows.subspan(row, std::min(kTileRows, rows.size() - row));
      if (scratch.tile.cols() != count) scratch.tile.resize(kTileRows, count);
      auto tile = scratch.tile.topRows(static_cast<Eigen::Index>(part.size()));
      Project(x, part, w, scratch.gathered, tile);
      scratch.product_seconds += lap.Lap();
      if (shared_) scratch.angles.resize(static_cast<Eigen::Index>(part.size()), count);
      const auto give = [&](Eigen::Index i, std::span<const float> cosines) {
        sink(row + base::Index(i), begin, cosines);
      };
      sums_[base::Index(thread)]->Cosines(owner, features, tile, shared_ ? masking::AngleSum::RowSink() : give);
      if (watch_) watch_(owner, features, part, scratch.angles);
      if (shared_ && shared_->TakesPart(owner)) shares(row, begin, scratch.angles);
    });
    begin += count;
  }
}

void Expansion::ForNewBlock(const base::Matrix& x, std::span<const std::int32_t> rows, base::DenseMatrix& phi) {
  const int leader = order_.Leader(iterations_);
  const std::int64_t begin = order_.Owned(leader, iterations_);
  if (shared_ ? shared_->TakesPart(leader) : channel_.rank() == leader) {
    phi.resize(static_cast<Eigen::Index>(rows.size()), order_.block);
  }
  ForTiles(
      x, rows, leader, begin, begin + order_.block,
      [&](std::size_t row, std::int64_t feature, std::span<const float> cosines) {
        float* const target = &phi(static_cast<Eigen::Index>(row), feature - begin);
        for (std::size_t j = 0; j < cosines.size(); ++j) target[j] = std::numbers::sqrt2_v<float> * cosines[j];
      },
      [&](std::size_t row, std::int64_t feature, const Eigen::Ref<const base::DenseMatrix>& angles) {
        phi.block(static_cast<Eigen::Index>(row), feature - begin, angles.rows(), angles.cols()) = angles;
      });
}

void Expansion::Append(double factor, std::span<const double> alpha) {
  FDSKL_REQUIRE(alpha.empty() == (channel_.rank() != order_.Leader(iterations_)));
  scale_ *= factor;
  if (shared_ && scale_ < kSmallestSharedScale) {
    base::Fail("the model has shrunk by {:.0f}: masking shared has no digits left for it; take a smaller lambda",
               1 / scale_);
  }
  if (scale_ < kSmallestScale) {  // once in a blue moon: fold the scalar in
    for (double& value : alpha_) value *= scale_;
    alpha_floats_.assign(alpha_.begin(), alpha_.end());
    for (const auto& partials : kept_)
      for (double& raw : partials->raw) raw *= scale_;
    scale_ = 1;
  }
  for (const double value : alpha) {
    alpha_.push_back(value / scale_);
    alpha_floats_.push_back(static_cast<float>(alpha_.back()));
  }
  ++iterations_;
}

void Expansion::BringUpToDate(const base::Matrix& x, std::span<const std::int32_t> rows, Partials& partials) {
  std::map<std::int64_t, std::vector<std::int32_t>> groups;  // by what they have seen
  for (const std::int32_t row : rows) groups[partials.seen[base::Index(row)]].push_back(row);
  for (const auto& [seen, group] : groups) {
    for (int owner = 0; owner < order_.active; ++owner) {
      ForTiles(
          x, group, owner, order_.Owned(owner, seen), order_.Owned(owner, iterations_),
          [&, &members = group](std::size_t row, std::int64_t feature, std::span<const float> cosines) {
            const auto count = static_cast<Eigen::Index>(cosines.size());
            const Eigen::Map<const Eigen::VectorXf> alpha(&alpha_floats_[base::Index(feature)], count);
            const float sum = alpha.dot(Eigen::Map<const Eigen::VectorXf>(cosines.data(), count));
            partials.raw[base::Index(members[row])] += std::numbers::sqrt2 * static_cast<double>(sum);
          },
          [&, &members = group](std::size_t row, std::int64_t feature,
                                const Eigen::Ref<const base::DenseMatrix>& angles) {
            AddShares(owner, feature, angles, std::span(members).subspan(row, base::Index(angles.rows())), partials);
          });
    }
  }
  for (const std::int32_t row : rows) partials.seen[base::Index(row)] = iterations_;
}

void Expansion::SetCurrent(std::span<const std::int32_t> rows, std::span<const double> f, Partials& partials) const {
  for (std::size_t i = 0; i < f.size(); ++i) partials.raw[base::Index(rows[i])] += f[i] / scale_;
  for (const std::int32_t row : rows) partials.seen[base::Index(row)] = iterations_;
}

std::vector<double> Expansion::Sum(std::span<const std::int32_t> rows, const Partials& partials, int root) {
  FDSKL_REQUIRE(root < order_.active);
  if (shared_) return SumShares(rows, partials, root);
  if (channel_.rank() >= order_.active) return {};
  std::vector<double> f;
  f.reserve(rows.size());
  for (const std::int32_t row : rows) f.push_back(scale_ * partials.raw[base::Index(row)]);
  const base::Stopwatch watch;
  net::TreeSum(channel_, net::BroadcastTree(order_.active, root), std::span(f));
  seconds_.exchange += watch.Seconds();
  if (channel_.rank() != root) f.clear();
  return f;
}

std::vector<double> Expansion::Predict(const base::Matrix& x) {
  Partials partials(x.rows());
  return Predict(x, partials);
}

std::vector<double> Expansion::Predict(const base::Matrix& x, Partials& partials) {
  std::vector<std::int32_t> rows(base::Index(x.rows()));
  std::iota(rows.begin(), rows.end(), 0);
  BringUpToDate(x, rows, partials);
  return Sum(rows, partials, 0);
}

void Expansion::Restore(std::int64_t iterations, std::span<const double> alpha) {
  const bool owns = channel_.rank() < order_.active;
  FDSKL_REQUIRE(static_cast<std::int64_t>(alpha.size()) == (owns ? order_.Owned(channel_.rank(), iterations) : 0));
  iterations_ = iterations;
  scale_ = 1;
  alpha_.assign(alpha.begin(), alpha.end());
  alpha_floats_.assign(alpha_.begin(), alpha_.end());
}

std::vector<double> Expansion::coefficients() const {
  std::vector<double> alpha(alpha_);
  for (double& value : alpha) value *= scale_;
  return alpha;
}

ExpansionSeconds Expansion::seconds() const {
  ExpansionSeconds seconds = seconds_;
  for (const auto& scratch : scratch_) {
    seconds.product += scratch->product_seconds;
  }
  for (const auto& sum : sums_) {
    seconds.mask += sum->seconds().mask;
    seconds.exchange += sum->seconds().exchange;
    seconds.cosine += sum->seconds().cosine;
  }
  return seconds;
}

}  // namespace fdskl
