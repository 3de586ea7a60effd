// Consecutive samples that a reader, or the generator of a stand-in, passes to the column store.
//
// A block has about kBlockEntries stored entries, so that a dataset may be larger than memory.
#ifndef FDSKL_DATASETS_ROW_BLOCK_H_
#define FDSKL_DATASETS_ROW_BLOCK_H_

#include <cstdint>
#include <functional>
#include <vector>

#include "base/matrix.h"

namespace fdskl::datasets {

struct RowBlock {
  base::Matrix x;
  std::vector<float> labels;  // one per row of x, as published
};

using RowSink = std::function<void(const RowBlock&)>;

inline constexpr std::int64_t kBlockEntries = 1 << 23;
inline constexpr std::int64_t kMaxBlockRows = 1 << 16;

}  // namespace fdskl::datasets

#endif  // FDSKL_DATASETS_ROW_BLOCK_H_
