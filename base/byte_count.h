// An amount of memory: written as a number of bytes, or with K, M or G for powers of 1024: "500M".
#ifndef FDSKL_BASE_BYTE_COUNT_H_
#define FDSKL_BASE_BYTE_COUNT_H_

#include <cstdint>

namespace fdskl::base {

struct ByteCount {
  std::int64_t bytes = 0;
};

}  // namespace fdskl::base

#endif  // FDSKL_BASE_BYTE_COUNT_H_
