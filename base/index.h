// A count or position as std::size_t, the type that the containers of the standard library take.
#ifndef FDSKL_BASE_INDEX_H_
#define FDSKL_BASE_INDEX_H_

#include <cstddef>
#include <cstdint>

namespace fdskl::base {

// REQUIRES: i >= 0.
constexpr std::size_t Index(std::int64_t i) { return static_cast<std::size_t>(i); }

}  // namespace fdskl::base

#endif  // FDSKL_BASE_INDEX_H_
