#include "baselines/secureboost/fixed_point.h"

#include <bit>
#include <cmath>
#include <cstdlib>

#include "base/error.h"

namespace fdskl::secureboost {
namespace {

constexpr int kFractionBits = 30;
constexpr std::int64_t kLargest = std::int64_t{1} << kFractionBits;

// 2^-30 of the power of two at or above `largest`.
double Quantum(double largest) {
  FDSKL_REQUIRE(std::isfinite(largest) && largest > 0);
  return std::ldexp(1.0, static_cast<int>(std::ceil(std::log2(largest))) - kFractionBits);
}

}  // namespace

std::int64_t LargestSum(std::int64_t rows) { return rows * kLargest; }

FixedPoint::FixedPoint(double largest_g, double largest_h)
    : largest_g_(largest_g), largest_h_(largest_h), quantum_g_(Quantum(largest_g)), quantum_h_(Quantum(largest_h)) {}

Gradient FixedPoint::Encode(double g, double h) const {
  if (!(std::abs(g) <= largest_g_) || !(0 <= h && h <= largest_h_)) {
    base::Fail("derivatives {} and {} exceed their bounds {} and {}", g, h, largest_g_, largest_h_);
  }
  return {std::llround(g / quantum_g_), std::llround(h / quantum_h_)};
}

SlotLayout::SlotLayout(std::int64_t rows)
    : rows_(rows), slot_bits_(kFractionBits + 1 + static_cast<int>(std::bit_width(static_cast<std::uint64_t>(rows)))) {
  FDSKL_REQUIRE(rows >= 1);
  if (slot_bits_ > 62) base::Fail("sums over {} rows do not fit into 62 bits", rows);
}

mpz_class SlotLayout::Pack(const Gradient& gradient) const {
  static_assert(sizeof(long) == sizeof(std::int64_t));  // NOLINT(google-runtime-int): GMP's own type
  return (mpz_class(static_cast<long>(gradient.g)) << static_cast<mp_bitcnt_t>(slot_bits_)) +
         static_cast<long>(gradient.h);
}

void SlotLayout::Unpack(mpz_class number, std::span<std::int64_t> digits) const {
  const auto width = static_cast<mp_bitcnt_t>(slot_bits_);
  mpz_class low;
  for (std::int64_t& digit : digits) {
    mpz_fdiv_r_2exp(low.get_mpz_t(), number.get_mpz_t(), width);
    digit = low.get_si();
    if (mpz_tstbit(low.get_mpz_t(), width - 1) != 0) digit -= std::int64_t{1} << static_cast<unsigned>(slot_bits_);
    if (std::abs(digit) > LargestSum(rows_))
      base::Fail("a sum of derivatives over {} rows came back as {}", rows_, digit);
    number -= static_cast<long>(digit);
    mpz_fdiv_q_2exp(number.get_mpz_t(), number.get_mpz_t(), width);
  }
  if (number != 0) base::Fail("a decrypted number exceeds its {} sums", digits.size());
}

}  // namespace fdskl::secureboost
