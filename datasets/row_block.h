// Some consecutive samples on their way from a reader (or the stand-in's generator) to the column store.
//
// Datasets larger than memory pass through in blocks of about kBlockEntries stored entries.
#ifndef FDSKL_DATASETS_ROW_BLOCK_H_
#define FDSKL_DATASETS_ROW_BLOCK_H_

#include <cstdint>
#include <functional>
#include <vector>

#include "base/matrix.h"

namespace fdskl::datasets {

struct RowBlock {
  base::Matrix x;
  std::vector<float> labels;  // one for each row of x; as published
};

using RowSink = std::function<void(const RowBlock&)>;

inline constexpr std::int64_t kBlockEntries = 1 << 23;
inline constexpr std::int64_t kMaxBlockRows = 1 << 16;

}  // namespace fdskl::datasets

#endif  // FDSKL_DATASETS_ROW_BLOCK_H_
