// The samples of a matrix, tile by tile, whether its rows are in memory or in a RowSource (base/matrix.h).
//
// Memory:  rows of a RowSource are kept after reading, for the samples of the last Begin(), up to kKeptBytes or a
//          sixteenth of the matrix, whichever is less. Other rows are read again for each use. So a batch that fits is
//          read once for all features.
// Threads: several threads may call Get() at once, each with its own tiles and its own thread number.
#ifndef FDSKL_FDSKL_ROW_TILES_H_
#define FDSKL_FDSKL_ROW_TILES_H_

#include <cstdint>
#include <span>
#include <vector>

#include "base/matrix.h"

namespace fdskl {

class RowTiles {
 public:
  static constexpr std::size_t kTileRows = 128;
  static constexpr std::int64_t kKeptBytes = std::int64_t{64} << 20;
  static constexpr int kKeptPart = 16;  // at most one part in 16 of a matrix is kept

  // Rows of a matrix in memory.
  struct Rows {
    const base::Matrix* x;
    std::span<const std::int32_t> rows;
  };

  explicit RowTiles(int threads) : scratch_(static_cast<std::size_t>(threads)) {}

  // From now on tiles are of samples `rows` of x; both must outlive the calls of Get(). Rows that were kept stay if the
  // matrix and the samples are the same as before.
  void Begin(const base::Matrix& x, std::span<const std::int32_t> rows);

  std::int64_t count() const { return static_cast<std::int64_t>((rows_.size() + kTileRows - 1) / kTileRows); }
  // Samples rows[index * kTileRows] .. of Begin(), as they are numbered there.
  std::span<const std::int32_t> Samples(std::int64_t index) const;
  // The rows of these samples; valid until the thread's next call.
  Rows Get(std::int64_t index, int thread);

 private:
  struct Kept {
    bool full = false;
    base::Matrix rows;
  };

  const base::Matrix* x_ = nullptr;
  std::span<const std::int32_t> rows_;
  std::vector<std::int32_t> numbers_;    // 0, 1, ..: the row numbers of a tile that was read
  std::vector<std::int32_t> kept_rows_;  // the samples whose rows are in kept_
  const base::RowSource* kept_source_ = nullptr;
  std::vector<Kept> kept_;             // the first tiles
  std::vector<base::Matrix> scratch_;  // one for each thread
};

}  // namespace fdskl

#endif  // FDSKL_FDSKL_ROW_TILES_H_
