// Permutations that are the same on every machine and with every standard library.
#ifndef FDSKL_BASE_SHUFFLE_H_
#define FDSKL_BASE_SHUFFLE_H_

#include <array>
#include <cstdint>
#include <span>
#include <vector>

namespace fdskl::base {

// Fisher and Yates, with Philox keyed by `seed`. Rounds of one seed are independent.
void Shuffle(std::span<std::int32_t> ids, std::uint64_t seed, std::uint64_t round = 0);

// 0 .. count - 1, shuffled.
std::vector<std::int32_t> ShuffledOrder(std::int64_t count, std::uint64_t seed);

// The samples of the classes -1 and +1, ascending. Labels other than these are those of a regression, which has no
// classes: all samples are then in the first.
std::array<std::vector<std::int32_t>, 2> ByClass(std::span<const float> labels);

// All samples in an order of which every prefix is stratified, to within one sample of each class. It is random else.
std::vector<std::int32_t> StratifiedOrder(std::span<const float> labels, std::uint64_t seed);

}  // namespace fdskl::base

#endif  // FDSKL_BASE_SHUFFLE_H_
