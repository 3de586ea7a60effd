// Angles in turns: 1 is a full circle. So a cosine needs no pi and, on the ring of 32-bit fractions, no reduction.
//
// All functions are straight-line code, which compilers turn into vector instructions.
#ifndef FDSKL_FDSKL_MASKING_TURNS_H_
#define FDSKL_FDSKL_MASKING_TURNS_H_

#include <algorithm>
#include <bit>
#include <cmath>
#include <concepts>
#include <cstdint>
#include <limits>
#include <type_traits>

namespace fdskl::masking {

// 1.5 * 2^23: floats of this size have no fraction, for 2^22 to either side.
inline constexpr float kWholeFloats = 12582912.0F;

// x minus the nearest whole number of turns: a value in [-1/2, 1/2].
// REQUIRES: |x| < 2^22.
inline float ReduceTurns(float x) { return x - ((x + kWholeFloats) - kWholeFloats); }

// cos(2 pi x) to 1e-7 for x in [-1/2, 1/2]: a sine of |x| - 1/4 by an odd polynomial.
inline float CosReducedTurns(float x) {
  const float y = 0.25F - std::abs(x);
  const float z = y * y;
  float p = 39.7598271F;
  p = p * z - 76.5811726F;
  p = p * z + 81.6024764F;
  p = p * z - 41.3416806F;
  p = p * z + 6.28318528F;
  return p * y;
}

inline float CosTurns(float x) { return CosReducedTurns(ReduceTurns(x)); }

// An angle as a word, where a full turn is 2^digits of Word, so that sums wrap around as angles do. With fewer `bits`
// than Word has, the angle is rounded to the top `bits`, and the others are 0.
// REQUIRES: 1 <= bits <= digits of Word.
template <std::unsigned_integral Word>
Word ToRing(float turns, int bits = std::numeric_limits<Word>::digits) {
  const auto turn = static_cast<float>(std::uint64_t{1} << static_cast<unsigned>(bits));
  const auto shift = static_cast<unsigned>(std::numeric_limits<Word>::digits - bits);
  const float scaled = ReduceTurns(turns) * turn;
  if (bits <= 22) {
    // Adding 1.5 * 2^23 rounds to the nearest integer, whose bits are then the lowest of the float. A value that rounds
    // up to half a turn wraps around, as it should.
    return static_cast<Word>(std::bit_cast<std::uint32_t>(scaled + kWholeFloats) << shift);
  }
  // A float just below half a turn, because half a turn itself does not fit.
  const float most = turn / 2 * (1 - std::numeric_limits<float>::epsilon());
  const auto fraction = static_cast<std::int32_t>(std::max(std::min(scaled, most), -turn / 2));
  return static_cast<Word>(static_cast<std::uint32_t>(fraction) << shift);
}

// The angle in turns, in [-1/2, 1/2).
template <std::unsigned_integral Word>
float FromRing(Word word) {
  using Signed = std::make_signed_t<Word>;
  constexpr float kQuantum =
      1.0F / static_cast<float>(std::uint64_t{1} << static_cast<unsigned>(std::numeric_limits<Word>::digits));
  return static_cast<float>(static_cast<Signed>(word)) * kQuantum;
}

}  // namespace fdskl::masking

#endif  // FDSKL_FDSKL_MASKING_TURNS_H_
