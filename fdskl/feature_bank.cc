#include "fdskl/feature_bank.h"

#include <algorithm>

#include "base/error.h"

namespace fdskl {

FeatureBank::FeatureBank(const Settings& settings, std::span<const std::int32_t> columns, FeatureOrder order)
    : random_(settings.kernel, settings.sigma, settings.seed),
      columns_(columns),
      order_(order),
      kept_(static_cast<std::size_t>(order.active)) {
  const std::int64_t chunk_bytes =
      std::max<std::int64_t>(1, static_cast<std::int64_t>(columns.size()) * kChunk * std::int64_t{sizeof(float)});
  budget_chunks_ = settings.feature_memory_bytes / chunk_bytes;
}

void FeatureBank::Make(int owner, std::int64_t begin, std::int64_t end, std::int64_t first, base::DenseMatrix& w) {
  group_.resize(static_cast<Eigen::Index>(columns_.size()), kGroup);
  while (begin < end) {
    const std::int64_t group = GroupOf(owner, begin);
    random_.Fill(group * kGroup, columns_, group_);
    while (begin < end && GroupOf(owner, begin) == group) {  // run by run of consecutive global numbers
      const std::int64_t place = order_.Global(owner, begin) - group * kGroup;
      const std::int64_t run = std::min({end - begin, order_.block - begin % order_.block, kGroup - place});
      w.middleCols(begin - first, run) = group_.middleCols(place, run);
      begin += run;
    }
  }
}

FeatureBank::View FeatureBank::Get(int owner, std::int64_t begin, std::int64_t end) {
  FDSKL_REQUIRE(0 <= begin && begin < end && begin / kChunk == (end - 1) / kChunk);
  const std::int64_t first = begin / kChunk * kChunk;
  const auto rows = static_cast<Eigen::Index>(columns_.size());
  auto& chunks = kept_[static_cast<std::size_t>(owner)];
  const auto index = static_cast<std::size_t>(begin / kChunk);
  while (chunks.size() <= index && budget_chunks_ > 0) {
    chunks.push_back({base::DenseMatrix(rows, kChunk), 0});
    --budget_chunks_;
  }
  if (index < chunks.size()) {
    Chunk& chunk = chunks[index];
    if (first + chunk.filled < end) {
      std::int64_t made = end;
      while (made < first + kChunk && GroupOf(owner, made) == GroupOf(owner, end - 1)) ++made;
      Make(owner, first + chunk.filled, made, first, chunk.w);
      chunk.filled = made - first;
    }
    return {chunk.w.data() + (begin - first), rows, end - begin, Eigen::OuterStride<>(kChunk)};
  }
  if (scratch_.size() == 0) scratch_.resize(rows, kChunk);
  Make(owner, begin, end, first, scratch_);
  return {scratch_.data() + (begin - first), rows, end - begin, Eigen::OuterStride<>(kChunk)};
}

}  // namespace fdskl
