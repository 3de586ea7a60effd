// A matrix Phi that nobody has, masked once so that every later product with a shared vector costs a vector.
//                                          [matrix triples with a fixed matrix: SecureML, Mohassel and Zhang, S&P 2017]
// Phi = E + A modulo 2^64. The owner knows A, H and K know E and a share each of A, which are streams that they have in
// common with the owner. E says nothing about Phi, because A is uniform and neither helper has both its shares.
//
//   Phi p:  the owner deals b, from streams, and c = A b, of which it sends one share.   H and K open d = p - b.
//           H's share is E p_H + A_H d + c_H, K's is E p_K + A_K d + c_K.                Phi^T u is made likewise.
//
// Cost:   16 bytes an entry, once, between H and K. A product takes, for n entries of the vector and m of the result,
//         16 n bytes between H and K and 8 m from the owner to K.
// Memory: 16 bytes an entry at H and at K, 8 at the owner.
// Roles:  roles.h.
#ifndef FDSKL_FDSKL_SHARING_MASKED_MATRIX_H_
#define FDSKL_FDSKL_SHARING_MASKED_MATRIX_H_

#include <cstdint>
#include <span>

#include "fdskl/sharing/roles.h"
#include "fdskl/sharing/word_products.h"

namespace fdskl::sharing {

class MaskedMatrix {
 public:
  // `roles` outlives the matrix, which is that of `owner`.
  MaskedMatrix(Roles& roles, int owner, std::int64_t rows, std::int64_t columns);

  std::int64_t rows() const { return rows_; }
  std::int64_t columns() const { return columns_; }
  std::int64_t bytes() const { return masked_.bytes() + mask_.bytes(); }

  // Masks the entries from (row, column) on. `share` is a helper's share of them, by rows, and is used up; empty at the
  // owner. Every entry is to be given once before the first product.
  void Mask(std::int64_t row, std::int64_t column, std::int64_t rows, std::int64_t columns, std::span<Word> share);

  // sums += share of Phi p, from a share of p. Both are empty at the owner.
  void AddProduct(std::span<const Word> p, std::span<Word> sums);
  // sums += share of Phi^T u.
  void AddTransposed(std::span<const Word> u, std::span<Word> sums);

 private:
  using Product = void (*)(const WordMatrix&, std::span<const Word>, std::span<Word>);
  void Add(Product product, std::int64_t from, std::int64_t to, std::span<const Word> vector, std::span<Word> sums);

  Roles& roles_;
  int owner_;
  std::int64_t rows_, columns_;
  WordMatrix masked_;  // E, at H and K
  WordMatrix mask_;    // A at the owner, the own share of A at H and K
  Words drawn_;
};

}  // namespace fdskl::sharing

#endif  // FDSKL_FDSKL_SHARING_MASKED_MATRIX_H_
