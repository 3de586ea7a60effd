// A count or position as std::size_t, the type that the containers of the standard library take; and a list of them.
#ifndef FDSKL_BASE_INDEX_H_
#define FDSKL_BASE_INDEX_H_

#include <cstddef>
#include <cstdint>
#include <numeric>
#include <vector>

namespace fdskl::base {

// REQUIRES: i >= 0.
constexpr std::size_t Index(std::int64_t i) { return static_cast<std::size_t>(i); }

// 0, 1, .., count - 1.
inline std::vector<std::int32_t> FirstNumbers(std::int64_t count) {
  std::vector<std::int32_t> numbers(Index(count));
  std::iota(numbers.begin(), numbers.end(), 0);
  return numbers;
}

}  // namespace fdskl::base

#endif  // FDSKL_BASE_INDEX_H_
