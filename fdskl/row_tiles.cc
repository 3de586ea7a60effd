#include "fdskl/row_tiles.h"

#include <algorithm>

#include "base/index.h"

namespace fdskl {

void RowTiles::Begin(const base::Matrix& x, std::span<const std::int32_t> rows) {
  x_ = &x;
  rows_ = rows;
  if (!x.is_source()) return;
  if (numbers_.empty()) numbers_ = base::FirstNumbers(kTileRows);
  if (kept_source_ == &x.source() && std::ranges::equal(kept_rows_, rows)) return;
  kept_source_ = &x.source();
  kept_rows_.assign(rows.begin(), rows.end());
  const std::int64_t bytes = std::max<std::int64_t>(1, x.source().bytes());
  const double share = static_cast<double>(std::min(kKeptBytes, bytes / kKeptPart)) / static_cast<double>(bytes);
  const auto fit = static_cast<std::int64_t>(share * static_cast<double>(x.rows())) / std::int64_t{kTileRows};
  kept_.resize(base::Index(std::min(fit, count())));
  for (Kept& kept : kept_) kept.full = false;
}

std::span<const std::int32_t> RowTiles::Samples(std::int64_t index) const {
  const std::size_t first = base::Index(index) * kTileRows;
  return rows_.subspan(first, std::min(kTileRows, rows_.size() - first));
}

RowTiles::Rows RowTiles::Get(std::int64_t index, int thread) {
  const std::span<const std::int32_t> samples = Samples(index);
  if (!x_->is_source()) return {x_, samples};
  const bool keep = base::Index(index) < kept_.size();
  base::Matrix& rows = keep ? kept_[base::Index(index)].rows : scratch_[base::Index(thread)];
  if (!keep || !kept_[base::Index(index)].full) x_->source().Read(samples, rows);
  if (keep) kept_[base::Index(index)].full = true;
  return {&rows, std::span(numbers_).first(samples.size())};
}

}  // namespace fdskl
