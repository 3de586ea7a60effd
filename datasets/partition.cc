#include "datasets/partition.h"

#include <algorithm>

#include "base/error.h"
#include "base/index.h"
#include "base/seed.h"
#include "base/shuffle.h"

namespace fdskl::datasets {

std::vector<std::int32_t> WorkerColumns(std::int64_t columns, int workers, int worker, Partition partition,
                                        std::uint64_t seed) {
  FDSKL_REQUIRE(0 <= worker && worker < workers);
  if (workers > columns) {
    base::Fail("{} workers cannot share {} columns: each worker needs at least one column, so at most {} workers",
               workers, columns, columns);
  }
  std::vector<std::int32_t> all = base::FirstNumbers(columns);
  if (partition == Partition::kShuffled) base::Shuffle(all, base::Seed("partition", seed));
  std::vector<std::int32_t> own(all.begin() + worker * columns / workers,
                                all.begin() + (worker + 1) * columns / workers);
  std::ranges::sort(own);
  return own;
}

}  // namespace fdskl::datasets
