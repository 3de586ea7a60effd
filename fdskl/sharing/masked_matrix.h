// A matrix Phi that nobody has. It is masked once, so that each later product with a shared vector sends only vectors.
//                                          [matrix triples with a fixed matrix: SecureML, Mohassel and Zhang, S&P 2017]
// Phi = E + A_H + A_K modulo 2^64. H and K know E, and each its own mask, A_H or A_K, from a stream that it shares with
// the owner. E reveals nothing about Phi, because both masks are uniform and neither helper has both.
//
//   Phi p:  the owner deals b_H and b_K, from streams, and c = A_H b_K + A_K b_H, of which it sends one share. H and K
//           open d = p - b_H - b_K. H's share is (E + A_H) (d + b_H) + c_H, K's is A_K (d + b_K) + E b_K + c_K. Their
//           sum is Phi p.                                                                Phi^T u is computed likewise.
//
// Cost:   16 bytes per entry, once, between H and K. A product sends, for n entries of the vector and m of the result,
//         16 n bytes between H and K and 8 m from the owner to K. H and K each read one matrix per product. E b_K and c
//         do not depend on p, so they are computed for up to kAhead products at a time, for which E is read once and
//         the masks are made once.
// Memory: 8 bytes per entry at H, for E + A_H, and at K, for E. A_K is a stream and can be made again for each product,
//         which takes about one and a half times as long as reading it. Where there is room it is kept, in 8 further
//         bytes per entry at K. The results are the same to the bit. The owner keeps nothing.
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

  // The entries of one row, from (row, column) on.
  void Fill(std::int64_t row, std::int64_t column, std::span<Word> words);

 private:
  std::optional<masking::KeyStream> stream_;
  std::int64_t columns_;
  Words drawn_;
};

class MaskedMatrix {
 public:
  enum class Masks { kKept, kMadeAgain };
  // So many products are prepared at a time, after fewer for the first ones.
  static constexpr std::int64_t kAhead = 8;

  // The matrix of `owner`. `roles` must outlive it.
  MaskedMatrix(Roles& roles, int owner, std::int64_t rows, std::int64_t columns, Masks masks);

  std::int64_t rows() const { return rows_; }
  std::int64_t columns() const { return columns_; }
  // The memory of the matrix at this worker. BytesPerEntry() is for all workers together.
  std::int64_t bytes() const { return stored_.bytes() + mask_.bytes(); }
  static std::int64_t BytesPerEntry(Masks masks) {
    return static_cast<std::int64_t>(sizeof(Word)) * (masks == Masks::kKept ? 3 : 2);
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
  // What this worker knows about the next products of one way before their vectors are known.
  struct Ahead {
    std::int64_t count = 0, used = 0;
    WordMatrix b;      // b_H at H and b_K at K, a row for each product
    WordMatrix ready;  // c at the owner, E b_K at K, a row for each product
  };

  Ahead& AheadOf(Way way) { return way == Way::kPlain ? ahead_of_product_ : ahead_of_transposed_; }
  std::int64_t SizeOfVector(Way way) const { return way == Way::kPlain ? columns_ : rows_; }
  std::int64_t SizeOfProduct(Way way) const { return way == Way::kPlain ? rows_ : columns_; }
  void Add(Way way, std::span<const Word> vector, std::span<Word> sums);
  // Draws the vectors b of the next products, and computes what can be computed from them.
  void Prepare(Way way);
  // Adds the products of a mask, made again, with all rows of `x` to the rows of `sums`.
  void AddStream(Way way, StreamMatrix& mask, const WordMatrix& x, WordMatrix& sums) const;

  Roles& roles_;
  int owner_;
  std::int64_t rows_, columns_;
  Masks masks_;
  std::vector<StreamMatrix> streams_;  // A_H and A_K at the owner, its own at H and K
  WordMatrix stored_;                  // E + A_H at H, E at K
  WordMatrix mask_;                    // A_K at K; empty with kMadeAgain
  Ahead ahead_of_product_, ahead_of_transposed_;
};

}  // namespace fdskl::sharing

#endif  // FDSKL_FDSKL_SHARING_MASKED_MATRIX_H_
