#include "fdskl/expansion.h"

#include <algorithm>
#include <map>
#include <numeric>

#include "base/error.h"
#include "base/index.h"
#include "base/parallel.h"
#include "base/stopwatch.h"
#include "fdskl/projection.h"

namespace fdskl {

struct Expansion::Scratch {
  base::DenseMatrix gathered;
  base::DenseMatrix tile;
  double product_seconds = 0;
};

Expansion::Expansion(net::Channel& channel, const Settings& settings, std::span<const std::int32_t> columns, int active,
                     const masking::Secrets& secrets)
    : channel_(channel),
      threads_(settings.threads),
      order_{settings.block, active},
      bank_(settings, columns, order_),
      sums_(MakeFeatureSums(channel, settings, active, secrets)) {
  for (int thread = 0; thread < threads_; ++thread) scratch_.push_back(std::make_unique<Scratch>());
}

Expansion::~Expansion() = default;

Partials& Expansion::KeepPartials(std::int64_t samples) {
  kept_.push_back(std::make_unique<Partials>(sums_->MakePartials(samples)));
  return *kept_.back();
}

void Expansion::ForTiles(const base::Matrix& x, std::span<const std::int32_t> rows, int owner, std::int64_t begin,
                         std::int64_t end, const TileUse& use) {
  std::vector<std::int64_t> features;
  while (begin < end) {
    base::Stopwatch watch;
    const std::int64_t count = std::min(end - begin, FeatureBank::kChunk - begin % FeatureBank::kChunk);
    const FeatureBank::View w = bank_.Get(owner, begin, begin + count);
    features.resize(base::Index(count));
    for (std::int64_t i = 0; i < count; ++i) features[base::Index(i)] = order_.Global(owner, begin + i);
    features_seconds_ += watch.Lap();
    const auto tiles = static_cast<std::int64_t>((rows.size() + kTileRows - 1) / kTileRows);
    base::ParallelFor(tiles, threads_, [&](std::int64_t index, int thread) {
      base::Stopwatch lap;
      Scratch& scratch = *scratch_[base::Index(thread)];
      const std::size_t row = base::Index(index) * kTileRows;
      const std::span<const std::int32_t> part = rows.subspan(row, std::min(kTileRows, rows.size() - row));
      if (scratch.tile.cols() != count) scratch.tile.resize(kTileRows, count);
      auto own_part = scratch.tile.topRows(static_cast<Eigen::Index>(part.size()));
      Project(x, part, w, scratch.gathered, own_part);
      scratch.product_seconds += lap.Lap();
      use(thread, row, {owner, features, begin, part, own_part});
    });
    begin += count;
  }
}

void Expansion::MakeBlock(const base::Matrix& x, std::span<const std::int32_t> rows, base::DenseMatrix& block) {
  const std::int64_t begin = order_.Owned(leader(), iterations_);
  sums_->ShapeBlock(leader(), static_cast<Eigen::Index>(rows.size()), order_.block, block);
  ForTiles(x, rows, leader(), begin, begin + order_.block, [&](int thread, std::size_t row, const Tile& tile) {
    sums_->WriteToBlock(thread, tile, static_cast<Eigen::Index>(row), tile.first_feature - begin, block);
  });
}

std::vector<double> Expansion::NewCoefficients(const Settings& settings, const base::DenseMatrix& block,
                                               const Eigen::VectorXf& g) {
  return sums_->NewCoefficients(leader(), settings, block, g);
}

void Expansion::Append(double factor, std::span<const double> alpha, std::span<const std::int32_t> rows,
                       const base::DenseMatrix& block, Partials& partials) {
  FDSKL_REQUIRE(alpha.empty() == (channel_.rank() != leader()));
  alpha_.scale *= factor;
  if (alpha_.scale < sums_->smallest_scale()) {  // rarely: fold the scale in
    for (const auto& kept : kept_) sums_->Multiply(alpha_.scale, *kept);
    for (double& value : alpha_.values) value *= alpha_.scale;
    alpha_.floats.assign(alpha_.values.begin(), alpha_.values.end());
    alpha_.scale = 1;
  }
  for (const double value : alpha) alpha_.Append(value);
  sums_->AddBlock(leader(), rows, block, alpha, alpha_.scale, partials);
  ++iterations_;
  for (const std::int32_t row : rows) partials.seen[base::Index(row)] = iterations_;
}

void Expansion::BringUpToDate(const base::Matrix& x, std::span<const std::int32_t> rows, Partials& partials) {
  std::map<std::int64_t, std::vector<std::int32_t>> groups;  // samples, by the iterations that they have seen
  for (const std::int32_t row : rows) groups[partials.seen[base::Index(row)]].push_back(row);
  for (const auto& [seen, group] : groups) {
    for (int owner = 0; owner < order_.active; ++owner) {
      ForTiles(x, group, owner, order_.Owned(owner, seen), order_.Owned(owner, iterations_),
               [&](int thread, std::size_t /*row*/, const Tile& tile) {
                 sums_->AddToPartials(thread, tile, alpha_, partials);
               });
    }
  }
  for (const std::int32_t row : rows) partials.seen[base::Index(row)] = iterations_;
}

std::vector<double> Expansion::Sum(std::span<const std::int32_t> rows, const Partials& partials, int root) {
  FDSKL_REQUIRE(root < order_.active);
  return sums_->SumPartials(rows, partials, alpha_.scale, root);
}

std::vector<double> Expansion::Predict(const base::Matrix& x) {
  Partials partials = sums_->MakePartials(x.rows());
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
  alpha_ = Coefficients();
  for (const double value : alpha) alpha_.Append(value);
}

std::vector<double> Expansion::coefficients() const {
  std::vector<double> alpha(alpha_.values);
  for (double& value : alpha) value *= alpha_.scale;
  return alpha;
}

ExpansionSeconds Expansion::seconds() const {
  const masking::SumSeconds sums = sums_->seconds();
  ExpansionSeconds seconds{features_seconds_, sums.mask, sums.exchange, sums.cosine};
  for (const auto& scratch : scratch_) seconds.product += scratch->product_seconds;
  return seconds;
}

}  // namespace fdskl
