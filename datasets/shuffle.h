// A permutation that is the same on every machine and with every standard library.
#ifndef FDSKL_DATASETS_SHUFFLE_H_
#define FDSKL_DATASETS_SHUFFLE_H_

#include <cstdint>
#include <span>
#include <vector>

namespace fdskl {

// Fisher and Yates, with Philox keyed by `seed`.
void Shuffle(std::span<std::int32_t> ids, std::uint64_t seed);

// 0 .. count - 1, shuffled.
std::vector<std::int32_t> ShuffledOrder(std::int64_t count, std::uint64_t seed);

}  // namespace fdskl

#endif  // FDSKL_DATASETS_SHUFFLE_H_
