#include "fdskl/sharing/masked_matrix.h"

#include <algorithm>

#include "base/error.h"
#include "base/index.h"

namespace fdskl::sharing {
namespace {

constexpr std::int64_t kPanelRows = 4;   // rows of a mask that are made again at a time; they stay in the cache
constexpr std::int64_t kBlockWords = 2;  // words in a block of AES

}  // namespace

StreamMatrix::StreamMatrix(const std::optional<masking::AesKey>& key, std::int64_t columns) : columns_(columns) {
  if (key) stream_.emplace(*key);
}

void StreamMatrix::AddTo(std::int64_t row, std::int64_t column, std::span<Word> words) {
  if (!stream_) return;
  const std::int64_t blocks_per_row = (columns_ + kBlockWords - 1) / kBlockWords;
  const auto skipped = base::Index(column % kBlockWords);
  drawn_.resize(words.size() + skipped);
  stream_->FillFrom(static_cast<std::uint64_t>(row * blocks_per_row + column / kBlockWords),
                    std::as_writable_bytes(std::span(drawn_)));
  const Word* const drawn = drawn_.data() + skipped;
  for (std::size_t j = 0; j < words.size(); ++j) words[j] += drawn[j];
}

MaskedMatrix::MaskedMatrix(Roles& roles, int owner, std::int64_t rows, std::int64_t columns, Masks masks)
    : roles_(roles), owner_(owner), rows_(rows), columns_(columns), masks_(masks) {
  if (!roles.takes_part(owner)) return;
  if (!roles.is_k()) streams_.emplace_back(roles.KeyWithH(owner), columns);
  if (!roles.is_h()) streams_.emplace_back(roles.KeyWithK(owner), columns);
  if (masks == Masks::kKept) mask_ = WordMatrix(rows, columns);
  if (roles.is_helper()) masked_ = WordMatrix(rows, columns);
}

MaskedMatrix::Product MaskedMatrix::ProductOf(Way way) {
  return way == Way::kPlain ? &sharing::AddProduct : &sharing::AddTransposed;
}

void MaskedMatrix::AddMaskWords(std::int64_t row, std::int64_t column, std::span<Word> target) {
  for (StreamMatrix& stream : streams_) stream.AddTo(row, column, target);
}

void MaskedMatrix::Mask(std::int64_t row, std::int64_t column, std::int64_t rows, std::int64_t columns,
                        std::span<Word> share) {
  if (!roles_.takes_part(owner_)) return;
  FDSKL_REQUIRE(row + rows <= rows_ && column + columns <= columns_);
  FDSKL_REQUIRE(std::ssize(share) == (roles_.is_helper() ? rows * columns : 0));
  if (masks_ == Masks::kMadeAgain && !roles_.is_helper()) return;
  const auto width = base::Index(columns);
  Words made(width);
  for (std::int64_t i = 0; i < rows; ++i) {
    const std::span mask(masks_ == Masks::kKept ? mask_.row(row + i) + column : made.data(), width);
    std::ranges::fill(mask, 0);
    AddMaskWords(row + i, column, mask);
    if (!roles_.is_helper()) continue;
    Word* const target = &share[base::Index(i) * width];
    for (std::size_t j = 0; j < width; ++j) target[j] -= mask[j];
  }
  if (!roles_.is_helper()) return;
  roles_.Open(share);
  for (std::int64_t i = 0; i < rows; ++i)
    std::copy_n(&share[base::Index(i) * width], width, masked_.row(row + i) + column);
}

void MaskedMatrix::AddMask(Way way, std::span<const Word> x, std::span<Word> sums) {
  const Product product = ProductOf(way);
  if (masks_ == Masks::kKept) {
    product(mask_.All(), x, sums);
    return;
  }
  WordMatrix panel(kPanelRows, columns_);
  for (std::int64_t begin = 0; begin < rows_; begin += kPanelRows) {
    const std::int64_t count = std::min(kPanelRows, rows_ - begin);
    for (std::int64_t i = 0; i < count; ++i) {
      const std::span<Word> row(panel.row(i), base::Index(columns_));
      std::ranges::fill(row, 0);
      AddMaskWords(begin + i, 0, row);
    }
    const auto part = [&](auto all) { return all.subspan(base::Index(begin), base::Index(count)); };
    if (way == Way::kPlain) {
      product(panel.First(count), x, part(sums));
    } else {
      product(panel.First(count), part(x), sums);
    }
  }
}

void MaskedMatrix::Add(Way way, std::span<const Word> vector, std::span<Word> sums) {
  if (!roles_.takes_part(owner_)) return;
  Words b(base::Index(way == Way::kPlain ? columns_ : rows_));
  Words c(base::Index(way == Way::kPlain ? rows_ : columns_));
  if (roles_.is_owner(owner_)) {
    Words more(b.size());
    roles_.DrawWithH(owner_, b);
    roles_.DrawWithK(owner_, more);
    for (std::size_t i = 0; i < b.size(); ++i) b[i] += more[i];
    AddMask(way, b, c);
    roles_.Deal(owner_, c, {});
    return;
  }
  FDSKL_REQUIRE(vector.size() == b.size() && sums.size() == c.size());
  if (roles_.is_h()) {
    roles_.DrawWithH(owner_, b);
  } else {
    roles_.DrawWithK(owner_, b);
  }
  for (std::size_t i = 0; i < b.size(); ++i) b[i] = vector[i] - b[i];
  roles_.Open(b);
  ProductOf(way)(masked_.All(), vector, sums);
  AddMask(way, b, sums);
  roles_.Deal(owner_, {}, c);
  for (std::size_t i = 0; i < c.size(); ++i) sums[i] += c[i];
}

}  // namespace fdskl::sharing
