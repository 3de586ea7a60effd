// An amount of memory: written as a number of bytes, or with K, M or G for powers of 1024: "500M".
#ifndef FDSKL_RUNNERS_BYTE_COUNT_H_
#define FDSKL_RUNNERS_BYTE_COUNT_H_

#include <cstdint>

namespace fdskl {

struct ByteCount {
  std::int64_t bytes = 0;
};

}  // namespace fdskl

#endif  // FDSKL_RUNNERS_BYTE_COUNT_H_
