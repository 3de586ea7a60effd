// Which worker owns which random feature, and a worker's own rows of w for each owner's features.
#ifndef FDSKL_FDSKL_FEATURE_BANK_H_
#define FDSKL_FDSKL_FEATURE_BANK_H_

#include <algorithm>
#include <cstdint>
#include <span>
#include <vector>

#include "base/matrix.h"
#include "fdskl/random_features.h"
#include "fdskl/settings.h"

namespace fdskl {

// Iteration t makes the features j = t*m .. t*m+m-1, which its leader owns, worker t mod active. An owner numbers its
// own features 0, 1, 2, .. in the order in which they are made.
struct FeatureOrder {
  std::int64_t block = 1;  // m
  int active = 1;

  int Leader(std::int64_t iteration) const { return static_cast<int>(iteration % active); }

  // The number of features that `owner` has after `iterations` iterations.
  std::int64_t Owned(int owner, std::int64_t iterations) const {
    return block * ((iterations - owner + active - 1) / active);
  }

  // The global number j of the owner's own feature `i`.
  std::int64_t Global(int owner, std::int64_t i) const { return ((i / block) * active + owner) * block + i % block; }
};

// Keeps rows of w within a memory budget, and makes the others again on demand, with equal results. Not thread-safe.
class FeatureBank {
 public:
  // The features of an owner are kept and returned in chunks of this many.
  static constexpr std::int64_t kChunk = 512;

  // The end of the chunk of feature `begin`, or `end` if that comes first.
  static std::int64_t EndInChunk(std::int64_t begin, std::int64_t end) {
    return std::min(end, (begin / kChunk + 1) * kChunk);
  }

  using View = Eigen::Map<const base::DenseMatrix, 0, Eigen::OuterStride<>>;

  // `columns` has the global numbers of this worker's columns, and must outlive the bank.
  FeatureBank(const Settings& settings, std::span<const std::int32_t> columns, FeatureOrder order);

  // View(k, i) = entry of w, in turns, at columns[k] and the owner's feature begin + i. Valid until the next call.
  // REQUIRES: begin < end, both in the same chunk.
  View Get(int owner, std::int64_t begin, std::int64_t end);

 private:
  struct Chunk {
    base::DenseMatrix w;      // columns x kChunk
    std::int64_t filled = 0;  // features made so far
  };

  // RandomFeatures computes so many features at once. An owner's features of one group are made together, also those
  // that come later, so that small blocks do not compute a group for each of them.
  static constexpr auto kGroup = static_cast<std::int64_t>(RandomFeatures::kGroupSize);

  std::int64_t GroupOf(int owner, std::int64_t i) const { return order_.Global(owner, i) / kGroup; }

  // Writes features begin .. end-1 of the owner to columns begin-first .. of `w`.
  void Make(int owner, std::int64_t begin, std::int64_t end, std::int64_t first, base::DenseMatrix& w);

  RandomFeatures random_;
  std::span<const std::int32_t> columns_;
  FeatureOrder order_;
  std::int64_t budget_chunks_;
  std::vector<std::vector<Chunk>> kept_;  // by owner
  base::DenseMatrix scratch_;
  base::DenseMatrix group_;  // columns x kGroup
};

}  // namespace fdskl

#endif  // FDSKL_FDSKL_FEATURE_BANK_H_
