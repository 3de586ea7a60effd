#include "fdskl/angle_block.h"

#include <algorithm>

#include "base/error.h"
#include "base/index.h"

namespace fdskl {

void AngleBlock::Shape(masking::AngleForm form, std::int64_t rows, std::int64_t columns) {
  form_ = form;
  rows_ = rows;
  columns_ = columns;
  bytes_.resize(base::Index(rows * columns) * masking::BytesOf(form));
}

void AngleBlock::Write(std::int64_t row, std::int64_t column, const masking::AngleWords& angles) {
  FDSKL_REQUIRE(angles.form == form_ && column + static_cast<std::int64_t>(angles.size()) <= columns_);
  const std::size_t place = base::Index(row * columns_ + column) * masking::BytesOf(form_);
  std::copy(angles.bytes.begin(), angles.bytes.end(), bytes_.begin() + static_cast<std::ptrdiff_t>(place));
}

masking::AngleWords AngleBlock::Row(std::int64_t row, std::int64_t column, std::int64_t count) const {
  return masking::AngleWords{form_, bytes_}.Part(base::Index(row * columns_ + column), base::Index(count));
}

void FeatureRows::Fill(Eigen::Index row, Eigen::Index column, Eigen::Ref<base::DenseMatrix> cosines) const {
  // Rows are a few cache lines long, too short for the processor to prefetch the next one by itself.
  constexpr Eigen::Index kAhead = 8;
  constexpr std::size_t kCacheLine = 64;
  for (Eigen::Index i = 0; i < cosines.rows(); ++i) {
    if (row + i + kAhead < rows()) {
      const auto ahead = block_->Row(places_[base::Index(row + i + kAhead)], column, cosines.cols()).bytes;
      for (std::size_t byte = 0; byte < ahead.size(); byte += kCacheLine) __builtin_prefetch(&ahead[byte]);
    }
    masking::CosinesOf(block_->Row(places_[base::Index(row + i)], column, cosines.cols()),
                       {&cosines(i, 0), base::Index(cosines.cols())});
  }
}

void SavedAngles::Reserve(std::int64_t end) {
  const std::int64_t wanted = std::min(limit_, (end + block_ - 1) / block_);
  while (static_cast<std::int64_t>(blocks_.size()) < wanted) blocks_.emplace_back().Shape(form_, samples_, block_);
}

void SavedAngles::Write(std::span<const std::int32_t> rows, std::int64_t first, std::int64_t columns,
                        const masking::AngleWords& angles) {
  for (std::int64_t column = 0; column < columns;) {
    const std::int64_t block = (first + column) / block_;
    const std::int64_t count = std::min(columns - column, (block + 1) * block_ - (first + column));
    if (block >= limit_) return;
    for (std::size_t i = 0; i < rows.size(); ++i) {
      at(block).Write(rows[i], (first + column) % block_,
                      angles.Part(i * base::Index(columns) + base::Index(column), base::Index(count)));
    }
    column += count;
  }
}

std::int64_t SavedAngles::bytes() const {
  std::int64_t sum = 0;
  for (const AngleBlock& block : blocks_) sum += block.bytes();
  return sum;
}

}  // namespace fdskl
