// The samples of a matrix tile by tile, wherever its rows are: in memory, or read when they are needed (base/matrix.h).
//
// Memory:  of rows that have to be read, those of the newest samples asked for are kept up to kKeptBytes, or to a
//          sixteenth of the matrix where that is less; the others are read again for each use. A batch that fits is so
//          read once for all its features.
// Threads: Get() may be called by several threads at once, each with tiles and a number of its own.
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
  static constexpr int kKeptPart = 16;  // one part in so many of a matrix is kept

  // Rows of a matrix in memory.
  struct Rows {
    const base::Matrix* x;
    std::span<const std::int32_t> rows;
  };

  explicit RowTiles(int threads) : scratch_(static_cast<std::size_t>(threads)) {}

  // From now on tiles are of samples `rows` of x; both outlive the calls of Get(). What was read of the same samples of
  // the same matrix stays.
  void Begin(const base::Matrix& x, std::span<const std::int32_t> rows);

  std::int64_t count() const { return static_cast<std::int64_t>((rows_.size() + kTileRows - 1) / kTileRows); }
  // Samples rows[index * kTileRows] .. of Begin(), as they are numbered there.
  std::span<const std::int32_t> Samples(std::int64_t index) const;
  // The same samples' rows; valid until the thread's next call.
  Rows Get(std::int64_t index, int thread);

 private:
  struct Kept {
    bool full = false;
    base::Matrix rows;
  };

  const base::Matrix* x_ = nullptr;
  std::span<const std::int32_t> rows_;
  std::vector<std::int32_t> numbers_;    // 0, 1, .., of a tile that was read
  std::vector<std::int32_t> kept_rows_;  // the samples that kept_ is of
  const base::RowSource* kept_source_ = nullptr;
  std::vector<Kept> kept_;             // the first tiles
  std::vector<base::Matrix> scratch_;  // one for each thread
};

}  // namespace fdskl

#endif  // FDSKL_FDSKL_ROW_TILES_H_
