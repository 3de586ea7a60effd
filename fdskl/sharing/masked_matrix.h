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
// Memory: 8 bytes an entry at H and at K, for E. The masks are streams, which can be made again for each product: that
//         takes about half as long again as to read them. Where there is room they are kept, in 8 bytes more at H, at K
//         and at the owner. The results are the same to the bit.
// Roles:  roles.h.
#ifndef FDSKL_FDSKL_SHARING_MASKED_MATRIX_H_
#define FDSKL_FDSKL_SHARING_MASKED_MATRIX_H_

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "fdskl/sharing/roles.h"
#include "fdskl/sharing/word_products.h"

namespace fdskl::sharing {

// A uniform matrix that a key gives, any part of it at any time; without a key, zeros.
class StreamMatrix {
 public:
  StreamMatrix(const std::optional<masking::AesKey>& key, std::int64_t columns);

  // Adds the words from (row, column) on, of one row.
  void AddTo(std::int64_t row, std::int64_t column, std::span<Word> words);

 private:
  std::optional<masking::KeyStream> stream_;
  std::int64_t columns_;
  Words drawn_;
};

class MaskedMatrix {
 public:
  enum class Masks { kKept, kMadeAgain };

  // `roles` outlives the matrix, which is that of `owner`.
  MaskedMatrix(Roles& roles, int owner, std::int64_t rows, std::int64_t columns, Masks masks);

  std::int64_t rows() const { return rows_; }
  std::int64_t columns() const { return columns_; }
  // What this worker holds. BytesPerEntry() is what all have together.
  std::int64_t bytes() const { return masked_.bytes() + mask_.bytes(); }
  static std::int64_t BytesPerEntry(Masks masks) {
    return static_cast<std::int64_t>(sizeof(Word)) * (masks == Masks::kKept ? 5 : 2);
  }

  // Masks the entries from (row, column) on. `share` is a helper's share of them, by rows, and is used up; empty at the
  // owner. Every entry is to be given once before the first product.
  void Mask(std::int64_t row, std::int64_t column, std::int64_t rows, std::int64_t columns, std::span<Word> share);

  // sums += share of Phi p, from a share of p. Both are empty at the owner.
  void AddProduct(std::span<const Word> p, std::span<Word> sums) { Add(Way::kPlain, p, sums); }
  // sums += share of Phi^T u.
  void AddTransposed(std::span<const Word> u, std::span<Word> sums) { Add(Way::kTransposed, u, sums); }

 private:
  enum class Way { kPlain, kTransposed };
  using Product = void (*)(const WordRows&, std::span<const Word>, std::span<Word>);
  static Product ProductOf(Way way);
  void Add(Way way, std::span<const Word> vector, std::span<Word> sums);
  // sums += A x, or A^T x, with A or the own share of it.
  void AddMask(Way way, std::span<const Word> x, std::span<Word> sums);
  // target += words of A, or of the own share of it, from (row, column) on, of one row.
  void AddMaskWords(std::int64_t row, std::int64_t column, std::span<Word> target);

  Roles& roles_;
  int owner_;
  std::int64_t rows_, columns_;
  Masks masks_;
  std::vector<StreamMatrix> streams_;  // A's shares that this worker has: both at the owner, its own at H and K
  WordMatrix masked_;                  // E, at H and K
  WordMatrix mask_;                    // A at the owner, the own share of A at H and K; empty if it is made again
};

}  // namespace fdskl::sharing

#endif  // FDSKL_FDSKL_SHARING_MASKED_MATRIX_H_
