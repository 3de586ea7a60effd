#include "base/shuffle.h"

#include <Random123/philox.h>

#include <numeric>
#include <utility>

namespace fdskl::base {

void Shuffle(std::span<std::int32_t> ids, std::uint64_t seed) {
  const r123::Philox2x64::key_type key = {{seed}};
  for (std::uint64_t left = ids.size(); left > 1; --left) {
    const std::uint64_t random = r123::Philox2x64()({{left, 0}}, key)[0];
    const auto pick = static_cast<std::size_t>(random % left);  // bias: left / 2^64
    std::swap(ids[left - 1], ids[pick]);
  }
}

std::vector<std::int32_t> ShuffledOrder(std::int64_t count, std::uint64_t seed) {
  std::vector<std::int32_t> order(static_cast<std::size_t>(count));
  std::iota(order.begin(), order.end(), 0);
  Shuffle(order, seed);
  return order;
}

}  // namespace fdskl::base
