// A permutation that is the same on every machine and with every standard library.
#ifndef FDSKL_BASE_SHUFFLE_H_
#define FDSKL_BASE_SHUFFLE_H_

#include <cstdint>
#include <span>
#include <vector>

namespace fdskl::base {

// Fisher and Yates, with Philox keyed by `seed`.
void Shuffle(std::span<std::int32_t> ids, std::uint64_t seed);

// 0 .. count - 1, shuffled.
std::vector<std::int32_t> ShuffledOrder(std::int64_t count, std::uint64_t seed);

}  // namespace fdskl::base

#endif  // FDSKL_BASE_SHUFFLE_H_
