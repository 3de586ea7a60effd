#include "fdskl/sharing/word_products.h"

#include <algorithm>
#include <array>

#include "base/error.h"
#include "base/index.h"

#if defined(__AVX2__) && !defined(__AVX512DQ__)
#include <immintrin.h>
#define FDSKL_WORDS_BY_HALVES
#endif

namespace fdskl::sharing {
namespace {

// Rows are taken four at a time: four streams from memory are twice as fast as one, and the vector is read, or the sums
// are read and written, a quarter as often.
constexpr std::size_t kRows = 4;
using Rows = std::array<const Word*, kRows>;
using Factors = std::array<Word, kRows>;

#ifdef FDSKL_WORDS_BY_HALVES

// AVX2 does not multiply words, and what compilers make of it takes 1.4 to 1.9 times as long as this. With words as
// halves, a = (a1, a0) and x = (x1, x0), the product modulo 2^64 is a0 x0 + 2^32 (a1 x0 + a0 x1). One instruction
// multiplies the low halves to a word. Another multiplies a by x with its halves swapped, half by half modulo 2^32,
// which is all that is needed of the second term; its halves are summed apart and added to each other at the end.
constexpr std::size_t kLanes = 4;
constexpr int kSwap = 0xB1;

__m256i Load(const Word* words) { return _mm256_loadu_si256(reinterpret_cast<const __m256i*>(words)); }

// x, and x with its halves swapped.
struct Factor {
  explicit Factor(__m256i words) : x(words), swapped(_mm256_shuffle_epi32(words, kSwap)) {}

  __m256i x, swapped;
};

struct SplitSum {
  __m256i low = _mm256_setzero_si256(), crossed = _mm256_setzero_si256();

  void Add(__m256i a, const Factor& factor) {
    low = _mm256_add_epi64(low, _mm256_mul_epu32(a, factor.x));
    crossed = _mm256_add_epi32(crossed, _mm256_mullo_epi32(a, factor.swapped));
  }
  __m256i Words() const {
    const __m256i both = _mm256_add_epi32(crossed, _mm256_srli_epi64(crossed, 32));
    return _mm256_add_epi64(low, _mm256_slli_epi64(both, 32));
  }
};

// sums += rows x, for the first columns: as many as are a multiple of kLanes. Returns how many.
std::size_t AddProductByLanes(const Rows& rows, const Word* x, std::size_t columns, Factors& sums) {
  std::array<SplitSum, kRows> split;
  std::size_t j = 0;
  for (; j + kLanes <= columns; j += kLanes) {
    const Factor factor(Load(x + j));
    for (std::size_t r = 0; r < kRows; ++r) split[r].Add(Load(rows[r] + j), factor);
  }
  for (std::size_t r = 0; r < kRows; ++r) {
    std::array<Word, kLanes> lanes;
    _mm256_storeu_si256(reinterpret_cast<__m256i*>(lanes.data()), split[r].Words());
    for (const Word lane : lanes) sums[r] += lane;
  }
  return j;
}

// total += rows^T x, likewise.
std::size_t AddTransposedByLanes(const Rows& rows, const Factors& x, Word* total, std::size_t columns) {
  const auto factor = [&](std::size_t r) { return Factor(_mm256_set1_epi64x(static_cast<std::int64_t>(x[r]))); };
  const std::array<Factor, kRows> factors = {factor(0), factor(1), factor(2), factor(3)};
  std::size_t j = 0;
  for (; j + kLanes <= columns; j += kLanes) {
    SplitSum sum{.low = Load(total + j)};
    for (std::size_t r = 0; r < kRows; ++r) sum.Add(Load(rows[r] + j), factors[r]);
    _mm256_storeu_si256(reinterpret_cast<__m256i*>(total + j), sum.Words());
  }
  return j;
}

#else

std::size_t AddProductByLanes(const Rows&, const Word*, std::size_t, Factors&) { return 0; }
std::size_t AddTransposedByLanes(const Rows&, const Factors&, Word*, std::size_t) { return 0; }

#endif

// sums += rows x
void AddProductOfRows(const Rows& rows, const Word* x, std::size_t columns, Factors& sums) {
  const auto [a, b, c, d] = rows;
  Factors more{};
  for (std::size_t j = AddProductByLanes(rows, x, columns, sums); j < columns; ++j) {
    more[0] += a[j] * x[j];
    more[1] += b[j] * x[j];
    more[2] += c[j] * x[j];
    more[3] += d[j] * x[j];
  }
  for (std::size_t r = 0; r < kRows; ++r) sums[r] += more[r];
}

// total += rows^T x
void AddTransposedOfRows(const Rows& rows, const Factors& x, Word* total, std::size_t columns) {
  const auto [a, b, c, d] = rows;
  const auto [xa, xb, xc, xd] = x;
  for (std::size_t j = AddTransposedByLanes(rows, x, total, columns); j < columns; ++j)
    total[j] += a[j] * xa + b[j] * xb + c[j] * xc + d[j] * xd;
}

// Calls f(first row, rows, count) for every four rows. If fewer are left, the others repeat the first, and do not
// count.
template <class F>
void ForEachFour(const WordRows& m, const F& f) {
  for (std::int64_t i = 0; i < m.rows; i += std::int64_t{kRows}) {
    const std::size_t count = std::min(kRows, base::Index(m.rows - i));
    Rows rows;
    for (std::size_t r = 0; r < kRows; ++r) rows[r] = m.row(r < count ? i + static_cast<std::int64_t>(r) : i);
    f(base::Index(i), rows, count);
  }
}

}  // namespace

void AddProduct(const WordRows& m, std::span<const Word> x, std::span<Word> sums) {
  FDSKL_REQUIRE(std::ssize(x) == m.columns && std::ssize(sums) == m.rows);
  ForEachFour(m, [&](std::size_t i, const Rows& rows, std::size_t count) {
    Factors products{};
    AddProductOfRows(rows, x.data(), x.size(), products);
    for (std::size_t r = 0; r < count; ++r) sums[i + r] += products[r];
  });
}

void AddTransposed(const WordRows& m, std::span<const Word> x, std::span<Word> sums) {
  FDSKL_REQUIRE(std::ssize(x) == m.rows && std::ssize(sums) == m.columns);
  ForEachFour(m, [&](std::size_t i, const Rows& rows, std::size_t count) {
    Factors factors{};  // zero for rows that do not count
    for (std::size_t r = 0; r < count; ++r) factors[r] = x[i + r];
    AddTransposedOfRows(rows, factors, sums.data(), sums.size());
  });
}

}  // namespace fdskl::sharing
