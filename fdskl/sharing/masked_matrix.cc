#include "fdskl/sharing/masked_matrix.h"

#include <algorithm>

#include "base/error.h"
#include "base/index.h"

namespace fdskl::sharing {
namespace {

constexpr std::int64_t kPanelRows = 4;   // rows of a matrix that are used for several vectors while in the cache
constexpr std::int64_t kBlockWords = 2;  // words in a block of AES

void AddWords(std::span<const Word> words, std::span<Word> sums) {
  for (std::size_t i = 0; i < words.size(); ++i) sums[i] += words[i];
}

// Calls f(begin, count) for panels of rows.
template <class F>
void ForEachPanel(std::int64_t rows, const F& f) {
  for (std::int64_t begin = 0; begin < rows; begin += kPanelRows) f(begin, std::min(kPanelRows, rows - begin));
}

// Adds the products of a panel, which begins at this row of its matrix, with all rows of `x` to the rows of `sums`.
void AddPanel(Way way, const WordRows& panel, std::int64_t begin, const WordMatrix& x, WordMatrix& sums) {
  const auto part = [&](auto all) { return all.subspan(base::Index(begin), base::Index(panel.rows)); };
  for (std::int64_t v = 0; v < x.rows(); ++v) {
    if (way == Way::kPlain) {
      AddProduct(panel, x.Row(v), part(sums.Row(v)));
    } else {
      AddTransposed(panel, part(x.Row(v)), sums.Row(v));
    }
  }
}

}  // namespace

StreamMatrix::StreamMatrix(const std::optional<masking::AesKey>& key, std::int64_t columns) : columns_(columns) {
  if (key) stream_.emplace(*key);
}

void StreamMatrix::Fill(std::int64_t row, std::int64_t column, std::span<Word> words) {
  if (!stream_) {
    std::ranges::fill(words, 0);
    return;
  }
  const std::int64_t blocks_per_row = (columns_ + kBlockWords - 1) / kBlockWords;
  const auto skipped = base::Index(column % kBlockWords);
  const auto block = static_cast<std::uint64_t>(row * blocks_per_row + column / kBlockWords);
  if (skipped == 0) {
    stream_->FillFrom(block, std::as_writable_bytes(words));
    return;
  }
  drawn_.resize(words.size() + skipped);
  stream_->FillFrom(block, std::as_writable_bytes(std::span(drawn_)));
  std::copy_n(drawn_.data() + skipped, words.size(), words.data());
}

MaskedMatrix::MaskedMatrix(Roles& roles, int owner, std::int64_t rows, std::int64_t columns, Masks masks)
    : roles_(roles), owner_(owner), rows_(rows), columns_(columns), masks_(masks) {
  if (!roles.takes_part(owner)) return;
  if (!roles.is_k()) streams_.emplace_back(roles.KeyWithH(owner), columns);
  if (!roles.is_h()) streams_.emplace_back(roles.KeyWithK(owner), columns);
  if (roles.is_helper()) stored_ = WordMatrix(rows, columns);
  if (roles.is_k() && masks == Masks::kKept) mask_ = WordMatrix(rows, columns);
}

void MaskedMatrix::Mask(std::int64_t row, std::int64_t column, std::int64_t rows, std::int64_t columns,
                        std::span<Word> share) {
  FDSKL_REQUIRE(row + rows <= rows_ && column + columns <= columns_);
  FDSKL_REQUIRE(std::ssize(share) == (roles_.is_helper() ? rows * columns : 0));
  if (!roles_.is_helper()) return;
  const auto width = base::Index(columns);
  const auto share_row = [&](std::int64_t i) { return share.subspan(base::Index(i) * width, width); };
  const auto block_row = [&](WordMatrix& m, std::int64_t i) {
    return m.Row(row + i).subspan(base::Index(column), width);
  };
  WordMatrix masks(rows, columns);
  for (std::int64_t i = 0; i < rows; ++i) {
    const std::span<Word> mask = masks.Row(i);
    streams_.front().Fill(row + i, column, mask);
    if (mask_.rows() > 0) std::ranges::copy(mask, block_row(mask_, i).begin());
    const std::span<Word> difference = share_row(i);
    for (std::size_t j = 0; j < width; ++j) difference[j] -= mask[j];
  }
  roles_.Open(share);
  for (std::int64_t i = 0; i < rows; ++i) {
    const std::span<Word> target = block_row(stored_, i);
    std::ranges::copy(share_row(i), target.begin());
    if (roles_.is_h()) AddWords(masks.Row(i), target);
  }
}

void MaskedMatrix::AddStream(Way way, StreamMatrix& mask, const WordMatrix& x, WordMatrix& sums) const {
  WordMatrix panel(kPanelRows, columns_);
  ForEachPanel(rows_, [&](std::int64_t begin, std::int64_t count) {
    for (std::int64_t i = 0; i < count; ++i) mask.Fill(begin + i, 0, panel.Row(i));
    AddPanel(way, panel.Rows(0, count), begin, x, sums);
  });
}

void MaskedMatrix::Prepare(Way way) {
  Ahead& ahead = AheadOf(way);
  ahead.count = std::clamp<std::int64_t>(2 * ahead.count, 1, kAhead);
  ahead.used = 0;
  ahead.b = WordMatrix(ahead.count, SizeOfVector(way));
  if (roles_.is_h()) {
    roles_.DrawWithH(owner_, ahead.b.words());
    return;
  }
  ahead.ready = WordMatrix(ahead.count, SizeOfProduct(way));
  std::ranges::fill(ahead.ready.words(), 0);
  roles_.DrawWithK(owner_, ahead.b.words());
  if (roles_.is_k()) {
    ForEachPanel(rows_, [&](std::int64_t begin, std::int64_t count) {
      AddPanel(way, stored_.Rows(begin, count), begin, ahead.b, ahead.ready);
    });
    return;
  }
  AddStream(way, streams_.front(), ahead.b, ahead.ready);
  roles_.DrawWithH(owner_, ahead.b.words());
  AddStream(way, streams_.back(), ahead.b, ahead.ready);
}

void MaskedMatrix::Add(Way way, std::span<const Word> vector, std::span<Word> sums) {
  if (!roles_.takes_part(owner_)) return;
  Ahead& ahead = AheadOf(way);
  if (ahead.used == ahead.count) Prepare(way);
  const std::int64_t number = ahead.used++;
  if (roles_.is_owner(owner_)) {
    roles_.Deal(owner_, ahead.ready.Row(number), {});
    return;
  }
  FDSKL_REQUIRE(std::ssize(vector) == SizeOfVector(way) && std::ssize(sums) == SizeOfProduct(way));
  const std::span<const Word> b = ahead.b.Row(number);
  WordMatrix factor(1, SizeOfVector(way));  // d, then d + b
  const std::span<Word> d = factor.Row(0);
  for (std::size_t i = 0; i < d.size(); ++i) d[i] = vector[i] - b[i];
  roles_.Open(d);
  AddWords(b, d);
  WordMatrix product(1, SizeOfProduct(way));
  std::ranges::fill(product.words(), 0);
  if (roles_.is_k() && masks_ == Masks::kMadeAgain) {
    AddStream(way, streams_.front(), factor, product);
  } else {
    AddPanel(way, (roles_.is_h() ? stored_ : mask_).Rows(0, rows_), 0, factor, product);
  }
  AddWords(product.words(), sums);
  if (roles_.is_k()) AddWords(ahead.ready.Row(number), sums);
  roles_.Deal(owner_, {}, product.words());
  AddWords(product.words(), sums);
}

}  // namespace fdskl::sharing
