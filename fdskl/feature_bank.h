// A worker's own rows of w, feature by feature of each owner: kept while they fit into a budget, else made again on
// demand with equal results.
#ifndef FDSKL_FDSKL_FEATURE_BANK_H_
#define FDSKL_FDSKL_FEATURE_BANK_H_

#include <cstdint>
#include <span>
#include <vector>

#include "base/matrix.h"
#include "fdskl/feature_order.h"
#include "fdskl/random_features.h"
#include "fdskl/settings.h"

namespace fdskl {

class FeatureBank {
 public:
  // Features are handed out from within one chunk of an owner's features at a time.
  static constexpr std::int64_t kChunk = 512;

  using View = Eigen::Map<const base::DenseMatrix, 0, Eigen::OuterStride<>>;

  // `columns`: the global numbers of this worker's columns; they outlive the bank.
  FeatureBank(const Settings& settings, std::span<const std::int32_t> columns, FeatureOrder order);

  // View(k, i) = entry of w, in turns, at columns[k] and the owner's feature begin + i. Valid until the next call.
  // REQUIRES: begin < end, both in the same chunk.
  View Get(int owner, std::int64_t begin, std::int64_t end);

 private:
  struct Chunk {
    base::DenseMatrix w;      // columns x kChunk
    std::int64_t filled = 0;  // features made so far
  };

  // Makes features begin .. end-1 of the owner into columns begin-first .. of `w`.
  void Make(int owner, std::int64_t begin, std::int64_t end, std::int64_t first, base::DenseMatrix& w) const;

  RandomFeatures random_;
  std::span<const std::int32_t> columns_;
  FeatureOrder order_;
  std::int64_t budget_chunks_;
  std::vector<std::vector<Chunk>> kept_;  // by owner
  base::DenseMatrix scratch_;
};

}  // namespace fdskl

#endif  // FDSKL_FDSKL_FEATURE_BANK_H_
