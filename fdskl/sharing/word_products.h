// Products of large matrices of words with vectors, modulo 2^64, at the speed of memory.
//
// In each product a helper reads two matrices of the same shape once: E for its share of the vector, and A for the
// opened difference (masked_matrix.h). The words cannot be narrower than the ring, for both matrices are uniform on it.
#ifndef FDSKL_FDSKL_SHARING_WORD_PRODUCTS_H_
#define FDSKL_FDSKL_SHARING_WORD_PRODUCTS_H_

#include <cstdint>
#include <memory>
#include <span>

#include "fdskl/sharing/roles.h"

namespace fdskl::sharing {

// A view of neighbouring rows of a matrix.
struct WordRows {
  std::int64_t rows, columns;
  const Word* words;

  const Word* row(std::int64_t i) const { return words + i * columns; }
};

// A matrix of words, by rows. Its initial content is unspecified.
class WordMatrix {
 public:
  WordMatrix() = default;
  WordMatrix(std::int64_t rows, std::int64_t columns)
      : rows_(rows),
        columns_(columns),
        words_(std::make_unique_for_overwrite<Word[]>(static_cast<std::size_t>(rows * columns))) {}

  std::int64_t rows() const { return rows_; }
  std::int64_t columns() const { return columns_; }
  std::int64_t bytes() const { return rows_ * columns_ * static_cast<std::int64_t>(sizeof(Word)); }
  Word* row(std::int64_t i) { return words_.get() + i * columns_; }
  WordRows First(std::int64_t rows) const { return {rows, columns_, words_.get()}; }
  WordRows All() const { return First(rows_); }

 private:
  std::int64_t rows_ = 0, columns_ = 0;
  std::unique_ptr<Word[]> words_;
};

// sums += m x.
// REQUIRES: x has a word for each column, sums one for each row.
void AddProduct(const WordRows& m, std::span<const Word> x, std::span<Word> sums);
// sums += m^T x.
// REQUIRES: x has a word for each row, sums one for each column.
void AddTransposed(const WordRows& m, std::span<const Word> x, std::span<Word> sums);

}  // namespace fdskl::sharing

#endif  // FDSKL_FDSKL_SHARING_WORD_PRODUCTS_H_
