#include "fdskl/feature_tiles.h"

#include <algorithm>

#include "base/index.h"
#include "base/stopwatch.h"
#include "fdskl/projection.h"

namespace fdskl {

struct FeatureTiles::Scratch {
  base::DenseMatrix gathered;
  base::DenseMatrix tile;
  double product_seconds = 0;
};

FeatureTiles::FeatureTiles(const Settings& settings, std::span<const std::int32_t> columns, FeatureOrder order)
    : crew_(settings.threads), order_(order), bank_(settings, columns, order), tiles_(crew_.threads()) {
  for (int thread = 0; thread < crew_.threads(); ++thread) scratch_.push_back(std::make_unique<Scratch>());
}

FeatureTiles::~FeatureTiles() = default;

std::int64_t FeatureTiles::Width(std::size_t samples) {
  constexpr std::int64_t kMost = 8;  // chunks
  const auto fit = static_cast<std::int64_t>(RowTiles::kTileRows / std::max<std::size_t>(1, samples));
  return FeatureBank::kChunk * std::clamp<std::int64_t>(fit, 1, kMost);
}

void FeatureTiles::ForEach(const base::Matrix& x, std::span<const std::int32_t> rows, int owner, std::int64_t begin,
                           std::int64_t end, const Use& use) {
  const std::int64_t width = Width(rows.size());
  std::vector<std::int64_t> features;
  tiles_.Begin(x, rows);
  while (begin < end) {
    const std::int64_t count = std::min(end - begin, width - begin % width);
    features.resize(base::Index(count));
    for (std::int64_t i = 0; i < count; ++i) features[base::Index(i)] = order_.Global(owner, begin + i);
    // Chunk by chunk. There is more than one only where all samples are one tile.
    for (std::int64_t done = 0; done < count;) {
      base::Stopwatch watch;
      const std::int64_t first = begin + done;
      const std::int64_t part = FeatureBank::EndInChunk(first, begin + count) - first;
      const FeatureBank::View w = bank_.Get(owner, first, first + part);
      bank_seconds_ += watch.Lap();
      crew_.Run(tiles_.count(), [&](std::int64_t index, int thread) {
        base::Stopwatch lap;
        Scratch& scratch = *scratch_[base::Index(thread)];
        const RowTiles::Rows in_memory = tiles_.Get(index, thread);
        if (scratch.tile.cols() != count) scratch.tile.resize(RowTiles::kTileRows, count);
        auto own_part = scratch.tile.topRows(static_cast<Eigen::Index>(in_memory.rows.size()));
        Project(*in_memory.x, in_memory.rows, w, scratch.gathered, own_part.middleCols(done, part));
        scratch.product_seconds += lap.Lap();
        if (done + part < count) return;
        use(thread, base::Index(index) * RowTiles::kTileRows,
            {owner, features, begin, tiles_.Samples(index), own_part});
      });
      done += part;
    }
    begin += count;
  }
}

double FeatureTiles::seconds() const {
  double sum = bank_seconds_;
  for (const auto& scratch : scratch_) sum += scratch->product_seconds;
  return sum;
}

}  // namespace fdskl
