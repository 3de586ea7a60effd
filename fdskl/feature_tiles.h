// Computes a worker's own part of the angles of random features, tile by tile. A tile has some samples and some
// features of one owner.
//
// Order:   the same at all workers that call with the same arguments: by features, then by samples.
// Width:   a chunk of features (feature_bank.h), or several for a few samples, so that messages are not small.
// Threads: several threads share the tiles of a chunk. Only a single worker may have several threads.
#ifndef FDSKL_FDSKL_FEATURE_TILES_H_
#define FDSKL_FDSKL_FEATURE_TILES_H_

#include <cstdint>
#include <functional>
#include <memory>
#include <span>
#include <vector>

#include "base/parallel.h"
#include "fdskl/feature_bank.h"
#include "fdskl/row_tiles.h"
#include "fdskl/settings.h"

namespace fdskl {

// Some of an owner's features for some samples.
struct Tile {
  int owner = 0;
  std::span<const std::int64_t> features;        // global numbers
  std::int64_t first_feature = 0;                // the owner's own number of the first of them
  std::span<const std::int32_t> rows;            // samples
  Eigen::Ref<const base::DenseMatrix> own_part;  // own_part(i, j): this worker's part of the angle, in turns
};

class FeatureTiles {
 public:
  // use(thread, row, tile): the first sample of the tile is rows[row].
  using Use = std::function<void(int thread, std::size_t row, const Tile& tile)>;

  // `columns` has the global numbers of this worker's columns, and must outlive the tiles.
  FeatureTiles(const Settings& settings, std::span<const std::int32_t> columns, FeatureOrder order);
  ~FeatureTiles();

  const FeatureOrder& order() const { return order_; }
  int threads() const { return crew_.threads(); }

  // The features of a tile for this many samples: a multiple of FeatureBank::kChunk. Tiles begin at multiples of it.
  static std::int64_t Width(std::size_t samples);

  // Calls `use` for each tile of the owner's features begin .. end-1 and samples `rows` of x.
  void ForEach(const base::Matrix& x, std::span<const std::int32_t> rows, int owner, std::int64_t begin,
               std::int64_t end, const Use& use);

  // Time spent on products, on making w and on reading rows that are not in memory.
  double seconds() const;

 private:
  struct Scratch;

  base::Crew crew_;
  FeatureOrder order_;
  FeatureBank bank_;
  RowTiles tiles_;
  std::vector<std::unique_ptr<Scratch>> scratch_;  // one for each thread
  double bank_seconds_ = 0;
};

}  // namespace fdskl

#endif  // FDSKL_FDSKL_FEATURE_TILES_H_
