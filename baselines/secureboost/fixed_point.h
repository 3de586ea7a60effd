// The derivatives g and h of a loss as whole numbers, so that their sums are exact and the same whether they are
// encrypted or not; and several of them in one large number.
//
// g and h are rounded to 2^-30 of the power of two above their bound. A slot is wide enough for the signed sum over all
// rows: 31 + bits(rows) bits. A large number holds slots as signed digits, least first: h, g, h, g, ..
//
// Errors: Error, never a silent overflow: a value beyond its bound or not finite, more rows than fit, a number with
//   more in it than its slots, a sum beyond what the rows can add up to.
#ifndef FDSKL_BASELINES_SECUREBOOST_FIXED_POINT_H_
#define FDSKL_BASELINES_SECUREBOOST_FIXED_POINT_H_

#include <gmpxx.h>

#include <cstdint>
#include <span>

namespace fdskl::secureboost {

// Of one row, or added up over a set of rows.
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

class FixedPoint {
 public:
  // For |g| <= largest_g and 0 <= h <= largest_h. REQUIRES: both bounds are above 0.
  FixedPoint(double largest_g, double largest_h);

  Gradient Encode(double g, double h) const;
  // Of a row or a sum.
  double G(const Gradient& gradient) const { return static_cast<double>(gradient.g) * quantum_g_; }
  double H(const Gradient& gradient) const { return static_cast<double>(gradient.h) * quantum_h_; }

 private:
  double largest_g_, largest_h_;
  double quantum_g_, quantum_h_;
};

// How sums of gradients over at most `rows` rows lie in large numbers.
class SlotLayout {
 public:
  explicit SlotLayout(std::int64_t rows);

  int slot_bits() const { return slot_bits_; }
  // Slots that fit into plaintexts of a key of so many bits, which reach from -2^(bits-2) to 2^(bits-2) at least.
  int SlotsIn(int key_bits) const { return (key_bits - 2) / slot_bits_; }

  // h + g 2^slot_bits.
  mpz_class Pack(const Gradient& gradient) const;
  // The digits of `number`, least first, as many as `digits` has room for.
  void Unpack(mpz_class number, std::span<std::int64_t> digits) const;

 private:
  std::int64_t rows_;
  int slot_bits_;
};

}  // namespace fdskl::secureboost

#endif  // FDSKL_BASELINES_SECUREBOOST_FIXED_POINT_H_
