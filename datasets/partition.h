// Which columns each worker holds: the vertical partition.
#ifndef FDSKL_DATASETS_PARTITION_H_
#define FDSKL_DATASETS_PARTITION_H_

#include <array>
#include <cstdint>
#include <string_view>
#include <utility>
#include <vector>

#include "base/names.h"

namespace fdskl::datasets {

// Blocks of neighbouring columns, or of columns shuffled by the seed.
enum class Partition { kContiguous, kShuffled };

constexpr auto NamesOf(Partition /*value*/) {
  return base::EnumTable<Partition, 2>{"partition",
                                       {{{Partition::kContiguous, "contiguous"}, {Partition::kShuffled, "shuffled"}}}};
}

// The columns of `worker`, ascending. Over all workers every column occurs once, and no two workers' numbers of columns
// differ by more than one. `seed` matters only when shuffled.
// REQUIRES: 0 <= worker < workers. Errors: Error when there are more workers than columns.
std::vector<std::int32_t> WorkerColumns(std::int64_t columns, int workers, int worker, Partition partition,
                                        std::uint64_t seed);

}  // namespace fdskl::datasets

#endif  // FDSKL_DATASETS_PARTITION_H_
