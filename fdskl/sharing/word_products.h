// Products of large matrices of words with vectors, modulo 2^64, at the speed of memory.
//
// In each product a helper reads one large matrix (masked_matrix.h). Its words cannot be narrower than the ring,
// because it is uniform on it.
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
  std::span<Word> words() { return {words_.get(), static_cast<std::size_t>(rows_ * columns_)}; }
  std::span<Word> Row(std::int64_t i) { return {words_.get() + i * columns_, static_cast<std::size_t>(columns_)}; }
  std::span<const Word> Row(std::int64_t i) const {
    return {words_.get() + i * columns_, static_cast<std::size_t>(columns_)};
  }
  WordRows Rows(std::int64_t begin, std::int64_t count) const {
    return {count, columns_, words_.get() + begin * columns_};
  }

 private:
  std::int64_t rows_ = 0, columns_ = 0;
  std::unique_ptr<Word[]> words_;
};

// Which product.
enum class Way { kPlain, kTransposed };

// sums += m x.
// REQUIRES: x has a word for each column, sums one for each row.
void AddProduct(const WordRows& m, std::span<const Word> x, std::span<Word> sums);
// sums += m^T x.
// REQUIRES: x has a word for each row, sums one for each column.
void AddTransposed(const WordRows& m, std::span<const Word> x, std::span<Word> sums);

}  // namespace fdskl::sharing

#endif  // FDSKL_FDSKL_SHARING_WORD_PRODUCTS_H_
