#include "fdskl/sharing/word_products.h"

#include "base/error.h"
#include "base/index.h"

namespace fdskl::sharing {

void AddProduct(const WordRows& m, std::span<const Word> x, std::span<Word> sums) {
  FDSKL_REQUIRE(std::ssize(x) == m.columns && std::ssize(sums) == m.rows);
  const std::size_t columns = x.size();
  const Word* const factors = x.data();
  for (std::int64_t i = 0; i < m.rows; ++i) {
    const Word* const row = m.row(i);
    Word sum = 0;
    for (std::size_t j = 0; j < columns; ++j) sum += row[j] * factors[j];
    sums[base::Index(i)] += sum;
  }
}

void AddTransposed(const WordRows& m, std::span<const Word> x, std::span<Word> sums) {
  FDSKL_REQUIRE(std::ssize(x) == m.rows && std::ssize(sums) == m.columns);
  // Four rows at a time, so that the sums are read and written a quarter as often.
  constexpr std::int64_t kRows = 4;
  const std::size_t columns = sums.size();
  Word* const total = sums.data();
  std::int64_t i = 0;
  for (; i + kRows <= m.rows; i += kRows) {
    const Word* const a = m.row(i);
    const Word* const b = m.row(i + 1);
    const Word* const c = m.row(i + 2);
    const Word* const d = m.row(i + 3);
    const Word xa = x[base::Index(i)];
    const Word xb = x[base::Index(i + 1)];
    const Word xc = x[base::Index(i + 2)];
    const Word xd = x[base::Index(i + 3)];
    for (std::size_t j = 0; j < columns; ++j) total[j] += a[j] * xa + b[j] * xb + c[j] * xc + d[j] * xd;
  }
  for (; i < m.rows; ++i) {
    const Word* const row = m.row(i);
    const Word factor = x[base::Index(i)];
    for (std::size_t j = 0; j < columns; ++j) total[j] += row[j] * factor;
  }
}

}  // namespace fdskl::sharing
