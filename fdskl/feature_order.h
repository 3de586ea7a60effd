// Who owns which random feature.
//
// Iteration t makes the features j = t*m .. t*m+m-1, and they belong to its leader, worker t mod active. An owner
// numbers its own features 0, 1, 2, .. as they come.
#ifndef FDSKL_FDSKL_FEATURE_ORDER_H_
#define FDSKL_FDSKL_FEATURE_ORDER_H_

#include <cstdint>

namespace fdskl {

struct FeatureOrder {
  std::int64_t block = 1;  // m
  int active = 1;

  int Leader(std::int64_t iteration) const { return static_cast<int>(iteration % active); }

  // How many features `owner` has after `iterations` iterations.
  std::int64_t Owned(int owner, std::int64_t iterations) const {
    return block * ((iterations - owner + active - 1) / active);
  }

  // The global number j of the owner's own feature `i`.
  std::int64_t Global(int owner, std::int64_t i) const { return ((i / block) * active + owner) * block + i % block; }
};

}  // namespace fdskl

#endif  // FDSKL_FDSKL_FEATURE_ORDER_H_
