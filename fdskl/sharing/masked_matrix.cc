#include "fdskl/sharing/masked_matrix.h"

#include <algorithm>

#include "base/error.h"
#include "base/index.h"

namespace fdskl::sharing {

MaskedMatrix::MaskedMatrix(Roles& roles, int owner, std::int64_t rows, std::int64_t columns)
    : roles_(roles), owner_(owner), rows_(rows), columns_(columns) {
  if (roles.takes_part(owner)) mask_ = WordMatrix(rows, columns);
  if (roles.is_helper()) masked_ = WordMatrix(rows, columns);
}

void MaskedMatrix::Mask(std::int64_t row, std::int64_t column, std::int64_t rows, std::int64_t columns,
                        std::span<Word> share) {
  if (!roles_.takes_part(owner_)) return;
  FDSKL_REQUIRE(row + rows <= rows_ && column + columns <= columns_);
  const auto width = base::Index(columns);
  drawn_.resize(base::Index(rows) * width);
  if (roles_.is_k()) {
    roles_.DrawWithK(owner_, drawn_);
  } else {
    roles_.DrawWithH(owner_, drawn_);
  }
  for (std::int64_t i = 0; i < rows; ++i)
    std::copy_n(&drawn_[base::Index(i) * width], width, mask_.row(row + i) + column);
  if (roles_.is_owner(owner_)) {
    roles_.DrawWithK(owner_, drawn_);
    for (std::int64_t i = 0; i < rows; ++i) {
      Word* const target = mask_.row(row + i) + column;
      const Word* const more = &drawn_[base::Index(i) * width];
      for (std::size_t j = 0; j < width; ++j) target[j] += more[j];
    }
    return;
  }
  FDSKL_REQUIRE(share.size() == drawn_.size());
  for (std::size_t i = 0; i < share.size(); ++i) share[i] -= drawn_[i];
  roles_.Open(share);
  for (std::int64_t i = 0; i < rows; ++i)
    std::copy_n(&share[base::Index(i) * width], width, masked_.row(row + i) + column);
}

void MaskedMatrix::AddProduct(std::span<const Word> p, std::span<Word> sums) {
  Add(&sharing::AddProduct, columns_, rows_, p, sums);
}

void MaskedMatrix::AddTransposed(std::span<const Word> u, std::span<Word> sums) {
  Add(&sharing::AddTransposed, rows_, columns_, u, sums);
}

void MaskedMatrix::Add(Product product, std::int64_t from, std::int64_t to, std::span<const Word> vector,
                       std::span<Word> sums) {
  if (!roles_.takes_part(owner_)) return;
  Words b(base::Index(from));
  if (roles_.is_owner(owner_)) {
    Words more(b.size());
    roles_.DrawWithH(owner_, b);
    roles_.DrawWithK(owner_, more);
    for (std::size_t i = 0; i < b.size(); ++i) b[i] += more[i];
    Words c(base::Index(to));
    product(mask_, b, c);
    roles_.Deal(owner_, c, {});
    return;
  }
  FDSKL_REQUIRE(std::ssize(vector) == from && std::ssize(sums) == to);
  if (roles_.is_h()) {
    roles_.DrawWithH(owner_, b);
  } else {
    roles_.DrawWithK(owner_, b);
  }
  for (std::size_t i = 0; i < b.size(); ++i) b[i] = vector[i] - b[i];
  roles_.Open(b);
  product(masked_, vector, sums);
  product(mask_, b, sums);
  Words c(base::Index(to));
  roles_.Deal(owner_, {}, c);
  for (std::size_t i = 0; i < c.size(); ++i) sums[i] += c[i];
}

}  // namespace fdskl::sharing
