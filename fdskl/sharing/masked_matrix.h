// A matrix Phi that nobody has. It is masked once, so that each later product with a shared vector sends only vectors.
//                                          [matrix triples with a fixed matrix: SecureML, Mohassel and Zhang, S&P 2017]
// Phi = E + A modulo 2^64. The owner knows A. H and K know E, and each has a share of A, from a stream that it shares
// with the owner. E reveals nothing about Phi, because A is uniform and neither helper has both of its shares.
//
//   Phi p:  the owner deals b, from streams, and c = A b, of which it sends one share.   H and K open d = p - b.
//           H's share is E p_H + A_H d + c_H, K's is E p_K + A_K d + c_K.                Phi^T u is computed likewise.
//
// Cost:   16 bytes per entry, once, between H and K. A product sends, for n entries of the vector and m of the result,
//         16 n bytes between H and K and 8 m from the owner to K.
// Memory: 8 bytes per entry at H and at K, for E. The masks are streams and can be made again for each product, which
//         takes about one and a half times as long as reading them. Where there is room they are kept, in 8 further
//         bytes per entry at H, at K and at the owner. The results are the same to the bit.
// Roles:  roles.h. The owner, H and K make the same calls in the same order.
#ifndef FDSKL_FDSKL_SHARING_MASKED_MATRIX_H_
#define FDSKL_FDSKL_SHARING_MASKED_MATRIX_H_

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "fdskl/sharing/roles.h"
#include "fdskl/sharing/word_products.h"

namespace fdskl::sharing {

// A uniform matrix that is determined by a key. Any part can be computed at any time. Without a key it is zero.
class StreamMatrix {
 public:
  StreamMatrix(const std::optional<masking::AesKey>& key, std::int64_t columns);

  // Adds the entries of one row, from (row, column) on, to `words`.
  void AddTo(std::int64_t row, std::int64_t column, std::span<Word> words);

 private:
  std::optional<masking::KeyStream> stream_;
  std::int64_t columns_;
  Words drawn_;
};

class MaskedMatrix {
 public:
  enum class Masks { kKept, kMadeAgain };

  // The matrix of `owner`. `roles` must outlive it.
  MaskedMatrix(Roles& roles, int owner, std::int64_t rows, std::int64_t columns, Masks masks);

  std::int64_t rows() const { return rows_; }
  std::int64_t columns() const { return columns_; }
  // The memory of the matrix at this worker. BytesPerEntry() is for all workers together.
  std::int64_t bytes() const { return masked_.bytes() + mask_.bytes(); }
  static std::int64_t BytesPerEntry(Masks masks) {
    return static_cast<std::int64_t>(sizeof(Word)) * (masks == Masks::kKept ? 5 : 2);
  }

  // Masks a block of entries from (row, column) on. `share` is a helper's share of them, by rows, and is overwritten;
  // empty at the owner.
  // REQUIRES: every entry is masked exactly once before the first product.
  void Mask(std::int64_t row, std::int64_t column, std::int64_t rows, std::int64_t columns, std::span<Word> share);

  // Adds a share of Phi p to `sums`, from a share of p. Both are empty at the owner.
  void AddProduct(std::span<const Word> p, std::span<Word> sums) { Add(Way::kPlain, p, sums); }
  // Adds a share of Phi^T u to `sums`, likewise.
  void AddTransposed(std::span<const Word> u, std::span<Word> sums) { Add(Way::kTransposed, u, sums); }

 private:
  enum class Way { kPlain, kTransposed };
  using Product = void (*)(const WordRows&, std::span<const Word>, std::span<Word>);
  static Product ProductOf(Way way);
  void Add(Way way, std::span<const Word> vector, std::span<Word> sums);
  // Adds A x or A^T x to `sums`, where A is the mask or this worker's share of it.
  void AddMask(Way way, std::span<const Word> x, std::span<Word> sums);
  // Adds words of one row of A, or of this worker's share of it, from (row, column) on, to `target`.
  void AddMaskWords(std::int64_t row, std::int64_t column, std::span<Word> target);

  Roles& roles_;
  int owner_;
  std::int64_t rows_, columns_;
  Masks masks_;
  std::vector<StreamMatrix> streams_;  // this worker's shares of A: both at the owner, its own at H and K
  WordMatrix masked_;                  // E, at H and K
  WordMatrix mask_;                    // A at the owner, its share of A at H and K; empty with kMadeAgain
};

}  // namespace fdskl::sharing

#endif  // FDSKL_FDSKL_SHARING_MASKED_MATRIX_H_
