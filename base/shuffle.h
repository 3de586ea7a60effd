// Permutations that are the same on every machine and with every standard library.
#ifndef FDSKL_BASE_SHUFFLE_H_
#define FDSKL_BASE_SHUFFLE_H_

#include <array>
#include <cstdint>
#include <span>
#include <vector>

namespace fdskl::base {

// Fisher-Yates shuffle with random numbers of Philox, keyed by `seed`. Rounds of one seed are independent.
void Shuffle(std::span<std::int32_t> ids, std::uint64_t seed, std::uint64_t round = 0);

// 0 .. count - 1, shuffled.
std::vector<std::int32_t> ShuffledOrder(std::int64_t count, std::uint64_t seed);

// The samples of class -1 and of class +1, each ascending. If any label is another number the task is a regression,
// which has no classes: then all samples are in the first list.
std::array<std::vector<std::int32_t>, 2> ByClass(std::span<const float> labels);

// All samples in a random order whose every prefix is stratified, to within one sample of each class.
std::vector<std::int32_t> StratifiedOrder(std::span<const float> labels, std::uint64_t seed);

}  // namespace fdskl::base

#endif  // FDSKL_BASE_SHUFFLE_H_
