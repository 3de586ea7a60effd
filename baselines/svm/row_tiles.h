// Rows in tiles of 256, for products that are summed a tile at a time.
#ifndef FDSKL_BASELINES_SVM_ROW_TILES_H_
#define FDSKL_BASELINES_SVM_ROW_TILES_H_

#include <algorithm>
#include <cstdint>
#include <span>

#include "base/index.h"

namespace fdskl::svm {

inline constexpr std::int64_t kRowsOfATile = 256;

inline std::int64_t RowTiles(std::int64_t rows) { return (rows + kRowsOfATile - 1) / kRowsOfATile; }

// Those of tile `t`; the last may have fewer.
inline std::span<const std::int32_t> RowsOfTile(std::span<const std::int32_t> rows, std::int64_t t) {
  const std::size_t begin = base::Index(t * kRowsOfATile);
  return rows.subspan(begin, std::min(base::Index(kRowsOfATile), rows.size() - begin));
}

}  // namespace fdskl::svm

#endif  // FDSKL_BASELINES_SVM_ROW_TILES_H_
