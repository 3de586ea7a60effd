// The derivatives g and h of a loss as whole numbers, and several of them packed into one large number. Sums are exact,
// and so are the same with and without encryption.
//
// g and h are rounded to 2^-30 of the power of two at or above their bound. A slot is wide enough for the signed sum
// over all rows: 31 + bits(rows) bits. A large number has slots as signed digits, least first: h, g, h, g, ..
// Errors: nothing overflows silently. Error for a value beyond its bound or not finite, for more rows than fit, for a
//         number that exceeds its slots, and for a sum that the rows cannot add up to.
#ifndef FDSKL_BASELINES_SECUREBOOST_FIXED_POINT_H_
#define FDSKL_BASELINES_SECUREBOOST_FIXED_POINT_H_

#include <gmpxx.h>

#include <cstdint>
#include <span>

namespace fdskl::secureboost {

// The derivatives of one row, or their sums over a set of rows.
struct Gradient {
  std::int64_t g = 0;
  std::int64_t h = 0;

  Gradient& operator+=(const Gradient& other) {
    g += other.g;
    h += other.h;
    return *this;
  }
  Gradient& operator-=(const Gradient& other) {
    g -= other.g;
    h -= other.h;
    return *this;
  }
  bool operator==(const Gradient&) const = default;
};

// The largest absolute value of a sum of g or h over this many rows.
std::int64_t LargestSum(std::int64_t rows);

class FixedPoint {
 public:
  // For |g| <= largest_g and 0 <= h <= largest_h.
  // REQUIRES: both bounds are above 0.
  FixedPoint(double largest_g, double largest_h);

  Gradient Encode(double g, double h) const;
  // The real values of a row or a sum.
  double G(const Gradient& gradient) const { return static_cast<double>(gradient.g) * quantum_g_; }
  double H(const Gradient& gradient) const { return static_cast<double>(gradient.h) * quantum_h_; }

 private:
  double largest_g_, largest_h_;
  double quantum_g_, quantum_h_;
};

// How sums of gradients over at most `rows` rows are placed in large numbers.
class SlotLayout {
 public:
  explicit SlotLayout(std::int64_t rows);

  int slot_bits() const { return slot_bits_; }
  // The number of slots that fit into a plaintext of a key of this many bits. Plaintexts reach at least from
  // -2^(bits-2) to 2^(bits-2).
  int SlotsIn(int key_bits) const { return (key_bits - 2) / slot_bits_; }

  // h + g 2^slot_bits.
  mpz_class Pack(const Gradient& gradient) const;
  // Fills `digits` with those of `number`, least first.
  void Unpack(mpz_class number, std::span<std::int64_t> digits) const;

 private:
  std::int64_t rows_;
  int slot_bits_;
};

}  // namespace fdskl::secureboost

#endif  // FDSKL_BASELINES_SECUREBOOST_FIXED_POINT_H_
