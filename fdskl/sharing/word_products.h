// Products of large matrices of words with vectors, modulo 2^64, at the speed of memory.
//
// A helper reads two matrices of the same shape in each product, and each once: E for its share of the vector and A for
// what was opened of it (masked_matrix.h). The words cannot be narrower than the ring: A is uniform on it.
#ifndef FDSKL_FDSKL_SHARING_WORD_PRODUCTS_H_
#define FDSKL_FDSKL_SHARING_WORD_PRODUCTS_H_

#include <cstdint>
#include <memory>
#include <span>

#include "fdskl/sharing/roles.h"

namespace fdskl::sharing {

// By rows. What it holds at first is unspecified.
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
  const Word* row(std::int64_t i) const { return words_.get() + i * columns_; }

 private:
  std::int64_t rows_ = 0, columns_ = 0;
  std::unique_ptr<Word[]> words_;
};

// sums += m x. REQUIRES: x has a word for each column, sums one for each row.
void AddProduct(const WordMatrix& m, std::span<const Word> x, std::span<Word> sums);
// sums += m^T x. REQUIRES: x has a word for each row, sums one for each column.
void AddTransposed(const WordMatrix& m, std::span<const Word> x, std::span<Word> sums);

}  // namespace fdskl::sharing

#endif  // FDSKL_FDSKL_SHARING_WORD_PRODUCTS_H_
