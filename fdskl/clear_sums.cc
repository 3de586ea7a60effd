#include "fdskl/clear_sums.h"

#include <numbers>

#include "base/index.h"
#include "base/parallel.h"
#include "base/stopwatch.h"
#include "fdskl/net/sums.h"

namespace fdskl {

ClearSums::ClearSums(net::Channel& channel, const Settings& settings, int active, const masking::Secrets& secrets)
    : FeatureSums(channel, settings, active, secrets),
      crew_(base::Cores()),
      revisits_(settings.sweeps > 0),
      lines_(base::Index(settings.threads)) {}

Partials ClearSums::MakePartials(std::int64_t samples) const {
  Partials partials;
  partials.seen.resize(base::Index(samples));
  partials.values.resize(base::Index(samples));
  return partials;
}

void ClearSums::Multiply(double factor, Partials& partials) const {
  for (double& value : partials.values) value *= factor;
}

void ClearSums::AddToPartials(int thread, const Tile& tile, const Coefficients& coefficients, Partials& partials) {
  const masking::AngleWords angles = SumAngles(thread, tile);
  if (angles.empty()) return;
  const base::Stopwatch watch;
  const auto count = static_cast<std::int64_t>(tile.features.size());
  partials.saved.Write(tile.rows, tile.first_feature, count, angles);
  std::vector<float>& line = lines_[base::Index(thread)];
  line.resize(FeatureBank::kChunk);
  // Chunk by chunk, so that the sum is the same for tiles of any width.
  for (std::int64_t done = 0; done < count;) {
    const std::int64_t first = tile.first_feature + done;
    const std::int64_t part = FeatureBank::EndInChunk(first, tile.first_feature + count) - first;
    const std::span<float> cosines = std::span(line).first(base::Index(part));
    const Eigen::Map<const Eigen::VectorXf> phi(cosines.data(), part);
    const Eigen::Map<const Eigen::VectorXf> alpha(&coefficients.floats[base::Index(first)], part);
    for (std::size_t i = 0; i < tile.rows.size(); ++i) {
      masking::CosinesOf(angles.Part(i * base::Index(count) + base::Index(done), base::Index(part)), cosines);
      partials.values[base::Index(tile.rows[i])] += std::numbers::sqrt2 * static_cast<double>(alpha.dot(phi));
    }
    done += part;
  }
  if (thread == 0) spent().cosine += watch.Seconds();
}

std::vector<double> ClearSums::NewCoefficients(int leader, const Settings& settings, const AngleBlock& block,
                                               std::span<const std::int32_t> places, const Eigen::VectorXf& g) {
  if (channel().rank() != leader) return {};
  const FeatureRows phi(block, places);
  BlockStep step(settings, phi, crew_);
  const Eigen::VectorXd alpha = step.Change(settings.gamma, Gradient(phi, g, crew_));
  if (revisits_) steps_.push_back(std::move(step));
  return {alpha.begin(), alpha.end()};
}

void ClearSums::AddBlock(int leader, std::span<const std::int32_t> batch, const AngleBlock& block,
                         std::span<const std::int32_t> places, std::span<const double> alpha, double scale,
                         Partials& partials) {
  if (channel().rank() != leader) return;
  const Eigen::Map<const Eigen::VectorXd> weights(alpha.data(), static_cast<Eigen::Index>(alpha.size()));
  const Eigen::VectorXd change = Values(FeatureRows(block, places), weights.cast<float>(), crew_);
  for (std::size_t i = 0; i < batch.size(); ++i)
    partials.values[base::Index(batch[i])] += change[static_cast<Eigen::Index>(i)] / scale;
}

void ClearSums::AddToAll(const AngleBlock& block, const Eigen::VectorXf& alpha, Partials& partials) {
  const std::vector<std::int32_t> all = base::FirstNumbers(block.rows());
  const Eigen::VectorXd change = Values(FeatureRows(block, all), alpha, crew_);
  for (std::size_t i = 0; i < all.size(); ++i) partials.values[i] += change[static_cast<Eigen::Index>(i)];
}

void ClearSums::Revisit(std::int64_t index, const Settings& settings, const AngleBlock& block,
                        std::span<const std::int32_t> batch, const Eigen::VectorXf& g, Coefficients& coefficients,
                        Partials& partials) {
  const base::Stopwatch watch;
  Eigen::VectorXd gradient = Gradient(FeatureRows(block, batch), g, crew_);
  const std::size_t first = base::Index(index * block.columns());
  const Eigen::Map<const Eigen::VectorXd> alpha(&coefficients.values[first], gradient.size());
  gradient += settings.lambda * coefficients.scale * alpha;
  const Eigen::VectorXd change = steps_[base::Index(index)].Change(settings.gamma, gradient) / coefficients.scale;
  for (std::size_t j = 0; j < base::Index(change.size()); ++j)
    coefficients.Set(first + j, coefficients.values[first + j] + change[static_cast<Eigen::Index>(j)]);
  AddToAll(block, change.cast<float>(), partials);
  spent().cosine += watch.Seconds();
}

void ClearSums::AddSaved(std::int64_t index, const AngleBlock& block, const Coefficients& coefficients,
                         Partials& partials) {
  const Eigen::Map<const Eigen::VectorXf> alpha(&coefficients.floats[base::Index(index * block.columns())],
                                                static_cast<Eigen::Index>(block.columns()));
  AddToAll(block, alpha, partials);
}

std::vector<double> ClearSums::SumPartials(std::span<const std::int32_t> rows, const Partials& partials, double scale,
                                           int root) {
  if (!is_active()) return {};
  std::vector<double> f;
  f.reserve(rows.size());
  for (const std::int32_t row : rows) f.push_back(scale * partials.values[base::Index(row)]);
  const base::Stopwatch watch;
  net::TreeSum(channel(), net::BroadcastTree(active(), root), std::span(f));
  spent().exchange += watch.Seconds();
  if (channel().rank() != root) f.clear();
  return f;
}

}  // namespace fdskl
