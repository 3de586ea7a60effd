#include "fdskl/expansion.h"

#include <algorithm>
#include <map>

#include "base/error.h"
#include "base/index.h"
#include "fdskl/net/peer_check.h"
#include "fdskl/net/sums.h"

namespace fdskl {

namespace {

// In every masking, angles are rounded before they are saved.
Settings Rounded(Settings settings) {
  settings.round_angles = settings.sweeps > 0;
  return settings;
}

}  // namespace

Expansion::Expansion(net::Channel& channel, const Settings& settings, std::span<const std::int32_t> columns, int active,
                     const masking::Secrets& secrets)
    : channel_(channel),
      order_{settings.block, active},
      tiles_(settings, columns, order_),
      sums_(MakeFeatureSums(channel, Rounded(settings), active, secrets)) {}

Expansion::~Expansion() = default;

Partials& Expansion::KeepPartials(std::int64_t samples) {
  kept_.push_back(std::make_unique<Partials>(sums_->MakePartials(samples)));
  return *kept_.back();
}

void Expansion::SaveAngles(std::int64_t blocks, std::int64_t budget_bytes) {
  FDSKL_REQUIRE(iterations_ == 0);
  std::int64_t row_bytes = 0;
  for (const auto& kept : kept_) {
    row_bytes += static_cast<std::int64_t>(kept->seen.size()) * order_.block *
                 static_cast<std::int64_t>(masking::BytesOf(sums_->form()));
  }
  saved_blocks_ = std::min(blocks, budget_bytes / std::max<std::int64_t>(1, row_bytes));
  if (channel_.rank() == 0) {
    for (int owner = 1; owner < order_.active; ++owner) {
      std::int64_t theirs = 0;
      channel_.Receive(owner, std::span(&theirs, 1));
      net::CheckRange(channel_, owner, "the number of saved blocks", theirs, 0, blocks);
      saved_blocks_ = std::min(saved_blocks_, theirs);
    }
  } else if (channel_.rank() < order_.active) {
    channel_.Send<std::int64_t>(0, std::span(&saved_blocks_, 1));
  }
  const net::Tree tree = net::BroadcastTree(channel_.size(), 0);
  net::TreeBroadcast(channel_, tree, std::span(&saved_blocks_, 1));
  net::CheckRange(channel_, net::SenderIn(tree, channel_), "the number of saved blocks", saved_blocks_, 0, blocks);
  if (channel_.rank() >= order_.active) return;
  for (const auto& kept : kept_) {
    kept->saved = SavedAngles(sums_->form(), static_cast<std::int64_t>(kept->seen.size()), order_.block, saved_blocks_);
  }
}

std::int64_t Expansion::saved_bytes() const {
  std::int64_t sum = 0;
  for (const auto& kept : kept_) sum += kept->saved.bytes();
  return sum;
}

void Expansion::SumBlock(const base::Matrix& x, std::span<const std::int32_t> rows, int owner, std::int64_t index,
                         std::span<const std::int32_t> places, AngleBlock* block) {
  const std::int64_t begin = index * order_.block;
  tiles_.ForEach(x, rows, owner, begin, begin + order_.block, [&](int thread, std::size_t row, const Tile& tile) {
    const masking::AngleWords angles = sums_->SumAngles(thread, tile);
    if (angles.empty()) return;
    const std::size_t columns = tile.features.size();
    for (std::size_t i = 0; i < tile.rows.size(); ++i)
      block->Write(places[row + i], tile.first_feature - begin, angles.Part(i * columns, columns));
  });
}

void Expansion::MakeBlock(const base::Matrix& x, std::span<const std::int32_t> rows, Partials& partials) {
  const std::int64_t index = iterations_ / order_.active;
  AngleBlock* block = &scratch_block_;
  if (partials.saved.limit() > index && channel_.rank() == leader()) {
    partials.saved.Reserve((index + 1) * order_.block);
    block = &partials.saved.at(index);
    places_.assign(rows.begin(), rows.end());
  } else {
    const auto count = static_cast<std::int64_t>(rows.size());
    if (sums_->HasAngles(leader())) block->Shape(sums_->form(), count, order_.block);
    places_ = base::FirstNumbers(count);
  }
  SumBlock(x, rows, leader(), index, places_, block);
  newest_ = block;
}

std::vector<double> Expansion::NewCoefficients(const Settings& settings, const Eigen::VectorXf& g) {
  return sums_->NewCoefficients(leader(), settings, *newest_, places_, g);
}

void Expansion::Append(double factor, std::span<const double> alpha, std::span<const std::int32_t> rows,
                       Partials& partials) {
  FDSKL_REQUIRE(alpha.empty() == (channel_.rank() != leader()));
  alpha_.scale *= factor;
  if (alpha_.scale < sums_->smallest_scale()) {  // rarely: fold the scale in
    for (const auto& kept : kept_) sums_->Multiply(alpha_.scale, *kept);
    for (double& value : alpha_.values) value *= alpha_.scale;
    alpha_.floats.assign(alpha_.values.begin(), alpha_.values.end());
    alpha_.scale = 1;
  }
  for (const double value : alpha) alpha_.Append(value);
  sums_->AddBlock(leader(), rows, *newest_, places_, alpha, alpha_.scale, partials);
  ++iterations_;
  for (const std::int32_t row : rows) partials.seen[base::Index(row)] = iterations_;
}

void Expansion::BringUpToDate(const base::Matrix& x, std::span<const std::int32_t> rows, Partials& partials) {
  std::map<std::int64_t, std::vector<std::int32_t>> groups;  // samples, by the iterations that they have seen
  for (const std::int32_t row : rows) groups[partials.seen[base::Index(row)]].push_back(row);
  // Samples that have seen the fewest features begin. Others join at their first unseen feature, so that every feature
  // is made once.
  std::vector<std::int32_t> behind;
  for (auto group = groups.begin(); group != groups.end();) {
    const std::int64_t begin = group->first;
    behind.insert(behind.end(), group->second.begin(), group->second.end());
    std::ranges::sort(behind);
    ++group;
    const std::int64_t end = group == groups.end() ? iterations_ : group->first;
    for (int owner = 0; owner < order_.active; ++owner) {
      if (channel_.rank() == owner) partials.saved.Reserve(order_.Owned(owner, iterations_));
      tiles_.ForEach(x, behind, owner, order_.Owned(owner, begin), order_.Owned(owner, end),
                     [&](int thread, std::size_t /*row*/, const Tile& tile) {
                       sums_->AddToPartials(thread, tile, alpha_, partials);
                     });
    }
  }
  for (const std::int32_t row : rows) partials.seen[base::Index(row)] = iterations_;
}

void Expansion::BringAllUpToDate(const base::Matrix& x, Partials& partials) {
  BringUpToDate(x, base::AllRows(x), partials);
}

void Expansion::Revisit(const Settings& settings, std::int64_t iteration, const base::Matrix& x,
                        std::span<const std::int32_t> batch, const Eigen::VectorXf& g, Partials& partials) {
  const int owner = order_.Leader(iteration);
  const std::int64_t index = iteration / order_.active;
  const bool owns = channel_.rank() == owner;
  AngleBlock* block = &scratch_block_;
  if (index >= saved_blocks_) {
    const std::vector<std::int32_t> all = base::AllRows(x);
    if (owns) block->Shape(sums_->form(), x.rows(), order_.block);
    SumBlock(x, all, owner, index, all, block);
  } else if (owns) {
    block = &partials.saved.at(index);
  }
  if (owns) sums_->Revisit(index, settings, *block, batch, g, alpha_, partials);
  partials.visits = ++visits_;
}

void Expansion::Refresh(Partials& partials) {
  if (partials.visits == visits_ || partials.seen.empty()) return;
  const std::int64_t seen = std::min(partials.seen[0], saved_blocks_ * order_.active);
  std::fill(partials.seen.begin(), partials.seen.end(), seen);
  std::fill(partials.values.begin(), partials.values.end(), 0.0);
  if (channel_.rank() < order_.active) {
    const std::int64_t blocks = order_.Owned(channel_.rank(), seen) / order_.block;
    for (std::int64_t index = 0; index < blocks; ++index)
      sums_->AddSaved(index, partials.saved.at(index), alpha_, partials);
  }
  partials.visits = visits_;
}

std::vector<double> Expansion::Sum(std::span<const std::int32_t> rows, const Partials& partials, int root) {
  FDSKL_REQUIRE(root < order_.active);
  return sums_->SumPartials(rows, partials, alpha_.scale, root);
}

std::vector<double> Expansion::Predict(const base::Matrix& x) {
  Partials partials = sums_->MakePartials(x.rows());
  partials.visits = visits_;
  return Predict(x, partials);
}

std::vector<double> Expansion::Predict(const base::Matrix& x, Partials& partials) {
  Refresh(partials);
  const std::vector<std::int32_t> rows = base::AllRows(x);
  BringUpToDate(x, rows, partials);
  return Sum(rows, partials, 0);
}

base::DenseMatrix Expansion::Cosines(const base::Matrix& x, std::int64_t features) {
  FDSKL_REQUIRE(channel_.size() == 1);
  base::DenseMatrix cosines(x.rows(), features);
  const std::vector<std::int32_t> rows = base::AllRows(x);
  tiles_.ForEach(x, rows, 0, 0, features, [&](int thread, std::size_t row, const Tile& tile) {
    const masking::AngleWords angles = sums_->SumAngles(thread, tile);
    const std::size_t count = tile.features.size();
    for (std::size_t i = 0; i < tile.rows.size(); ++i) {
      float* const target = &cosines(static_cast<Eigen::Index>(row + i), tile.first_feature);
      masking::CosinesOf(angles.Part(i * count, count), {target, count});
    }
  });
  return cosines;
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
  const FeatureSeconds sums = sums_->seconds();
  return {tiles_.seconds(), sums.mask, sums.exchange, sums.cosine};
}

}  // namespace fdskl
