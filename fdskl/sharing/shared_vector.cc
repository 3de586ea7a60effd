#include "fdskl/sharing/shared_vector.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <numeric>
#include <string>

#include "base/error.h"
#include "base/index.h"
#include "fdskl/net/peer_check.h"
#include "fdskl/net/sums.h"

namespace fdskl::sharing {
namespace {

constexpr double kSquareNorm = 0x1p30;  // norm of a vector whose square is opened
constexpr int kFactorBits = 28;         // bits of a public factor
constexpr int kMostShift = 61;
constexpr int kMostBits = 1023;  // bits after the binary point, or before it
constexpr unsigned kTopBit = 63;

Word InnerProduct(std::span<const Word> a, std::span<const Word> b) {
  return std::inner_product(a.begin(), a.end(), b.begin(), Word{0});
}

// The least number of bits by which a bound must be shifted down to be at most `most`.
int BitsAbove(double bound, double most) {
  return bound > 0 ? static_cast<int>(std::ceil(std::log2(bound / most))) : 0;
}

// A random word at the dealer, the sum of a stream with H and one with K; at H and K their own stream.
void DrawMask(Roles& roles, std::span<Word> mask) {
  if (roles.is_k()) {
    roles.DrawWithK(Roles::kDealer, mask);
    return;
  }
  roles.DrawWithH(Roles::kDealer, mask);
  if (!roles.is_dealer()) return;
  Words more(mask.size());
  roles.DrawWithK(Roles::kDealer, more);
  for (std::size_t i = 0; i < mask.size(); ++i) mask[i] += more[i];
}

}  // namespace

void SharedMath::CheckRange(double largest, std::string_view what) const {
  if (largest < kRange) return;
  const std::string reason = fmt::format(
      "masking private: {} may reach 2^{:.1f}, and 64-bit shares hold numbers below 2^62; lower --features, or train "
      "on fewer samples",
      what, std::log2(largest));
  if (!opened_) throw base::Error(reason);
  base::Fail("rank {} cannot go on with the numbers that it opened with rank {}: {}", roles_.channel().rank(),
             roles_.OtherHelper(), reason);
}

SharedVector SharedMath::Zero(std::size_t size) const {
  return {.size = size, .share = Words(roles_.is_helper() ? size : 0)};
}

SharedVector SharedMath::Input(std::span<const double> own, std::size_t size, double most, int bits) {
  SharedVector sum = Zero(size);
  sum.bits = bits;
  sum.largest = std::ldexp(most, bits);
  sum.norm = sum.largest * std::sqrt(static_cast<double>(size));
  CheckRange(sum.largest, "an input");
  Words words(own.size());
  for (std::size_t i = 0; i < own.size(); ++i) {
    if (!(std::abs(own[i]) <= most)) {
      base::Fail("masking private takes labels and targets from -{0} to {0}, and one is outside: scale them", most);
    }
    words[i] = static_cast<Word>(std::llround(std::ldexp(own[i], bits)));
  }
  Words part(sum.share.size());
  for (int owner = 0; owner < roles_.owners(); ++owner) {
    FDSKL_REQUIRE(!roles_.is_owner(owner) || own.size() == size);
    roles_.Deal(owner, words, part);
    for (std::size_t i = 0; i < part.size(); ++i) sum.share[i] += part[i];
  }
  return sum;
}

void SharedMath::Shift(SharedVector& x, int down) {
  down = roles_.TellDealer(down);
  if (!roles_.is_helper() && !roles_.is_dealer()) return;
  net::Channel& channel = roles_.channel();
  if (roles_.is_dealer())
    net::CheckRange(channel, Roles::H(channel.size()), "the bits to shift by", down, -kMostBits, kMostShift);
  const std::size_t size = x.size;
  if (roles_.is_helper()) {
    const double factor = std::ldexp(1.0, -down);
    const double off = down > 0 ? 1 : 0;  // the most that rounding adds to an entry
    if (down < 0) CheckRange(x.largest * factor, "a scaled vector");
    CheckRange(x.largest, "a vector");
    x.bits -= down;
    x.largest = x.largest * factor + off;
    x.norm = x.norm * factor + off * std::sqrt(static_cast<double>(size));
    if (down < 0) {
      const bool gone = -down >= std::numeric_limits<Word>::digits;
      for (Word& word : x.share) word = gone ? 0 : word << static_cast<unsigned>(-down);
    }
  }
  if (down <= 0 || size == 0) return;
  FDSKL_REQUIRE(down <= kMostShift);
  const auto f = static_cast<unsigned>(down);
  Words mask(size);
  DrawMask(roles_, mask);
  Words low(size);
  Words top(size);
  if (roles_.is_dealer()) {
    for (std::size_t i = 0; i < size; ++i) {
      low[i] = mask[i] >> f;
      top[i] = mask[i] >> kTopBit;
    }
    roles_.Deal(Roles::kDealer, low, {});
    roles_.Deal(Roles::kDealer, top, {});
    return;
  }
  roles_.Deal(Roles::kDealer, {}, low);
  roles_.Deal(Roles::kDealer, {}, top);
  for (std::size_t i = 0; i < size; ++i) mask[i] += x.share[i];
  roles_.Open(mask);
  const Word half = Word{1} << 62U;
  for (std::size_t i = 0; i < size; ++i) {
    const Word opened = mask[i] + half;
    // The sum wrapped around if the highest bit of r is 1 and that of the opened word is 0.
    const Word wrap = (~opened >> kTopBit) << (64U - f);
    x.share[i] = top[i] * wrap - low[i];
    if (roles_.is_h()) x.share[i] += (opened >> f) - (half >> f);
  }
}

void SharedMath::Fit(SharedVector& x, double norm) { Shift(x, BitsAbove(x.norm, norm)); }

void SharedMath::Limit(SharedVector& x, double norm) { Shift(x, std::max(0, BitsAbove(x.norm, norm))); }

double SharedMath::AddScaled(SharedVector& y, double factor, const SharedVector& x) {
  // factor = mantissa 2^-places
  int exponent = 0;
  const double mantissa = std::round(std::ldexp(std::frexp(factor, &exponent), kFactorBits));
  SharedVector term = x;
  term.bits += kFactorBits - exponent;
  term.norm *= std::abs(mantissa);
  term.largest *= std::abs(mantissa);
  if (roles_.is_helper()) {
    CheckRange(term.largest, "a scaled vector");
    const auto word = static_cast<Word>(static_cast<std::int64_t>(mantissa));
    for (Word& entry : term.share) entry *= word;
  }
  int down = term.bits - y.bits;
  if (down > kMostShift) {  // less than a unit of y
    down = kMostShift;
    term = Zero(x.size);
  }
  Shift(term, down);
  if (roles_.is_helper()) {
    y.norm += term.norm;
    y.largest += term.largest;
    CheckRange(y.largest, "a sum of vectors");
    for (std::size_t i = 0; i < y.size; ++i) y.share[i] += term.share[i];
  }
  return std::ldexp(mantissa, exponent - kFactorBits);
}

SharedVector SharedMath::Centre(SharedVector& x) {
  FDSKL_REQUIRE(x.size > 0);
  const auto size = static_cast<double>(x.size);
  SharedVector sum = Zero(1);
  SharedVector mean = Zero(1);
  sum.bits = mean.bits = x.bits;
  sum.norm = sum.largest = x.norm * std::sqrt(size);
  if (roles_.is_helper()) {
    CheckRange(sum.largest, "a sum of entries");
    sum.share[0] = std::accumulate(x.share.begin(), x.share.end(), Word{0});
  }
  Limit(sum, kFactorNorm);
  AddScaled(mean, 1 / size, sum);
  for (Word& word : x.share) word -= mean.share[0];
  x.largest += mean.largest;
  return mean;
}

void SharedMath::AddToAll(SharedVector& x, SharedVector number) {
  FDSKL_REQUIRE(number.size == 1);
  Shift(number, number.bits - x.bits);
  x.largest += number.largest;
  x.norm += number.largest * std::sqrt(static_cast<double>(x.size));
  if (roles_.is_helper()) CheckRange(x.largest, "a sum of vectors");
  for (Word& word : x.share) word += number.share[0];
}

double SharedMath::Square(SharedVector& x) {
  SharedVector factor = x;
  Fit(factor, kSquareNorm);
  if (!roles_.is_helper() && !roles_.is_dealer()) return 0;
  Words a(x.size);
  DrawMask(roles_, a);
  if (roles_.is_dealer()) {
    const Word product = InnerProduct(a, a);
    roles_.Deal(Roles::kDealer, std::span(&product, 1), {});
    return 0;
  }
  CheckRange(factor.norm * factor.norm, "an inner product");
  Word sum = 0;
  roles_.Deal(Roles::kDealer, {}, std::span(&sum, 1));
  Words d = factor.share;
  for (std::size_t i = 0; i < x.size; ++i) d[i] -= a[i];
  roles_.Open(d);
  sum += 2 * InnerProduct(d, a);
  if (roles_.is_h()) sum += InnerProduct(d, d);
  roles_.Open(std::span(&sum, 1));
  opened_ = true;
  const double square = std::max(0.0, static_cast<double>(static_cast<std::int64_t>(sum)));
  // The factor may be off by a unit an entry.
  const double norm = std::sqrt(square) + std::sqrt(static_cast<double>(x.size));
  x.norm = std::min(x.norm, std::ldexp(norm, x.bits - factor.bits));
  x.largest = std::min(x.largest, x.norm);
  return std::ldexp(square, -2 * factor.bits);
}

std::vector<double> SharedMath::Reveal(const SharedVector& x, int to) {
  net::Channel& channel = roles_.channel();
  const int h = Roles::H(channel.size());
  const int k = Roles::K(channel.size());
  Words words(x.size);
  if (roles_.is_helper()) {
    roles_.DrawOfHelpers(words);
    for (std::size_t i = 0; i < x.size; ++i) words[i] = roles_.is_h() ? x.share[i] + words[i] : x.share[i] - words[i];
    if (channel.rank() != to) channel.Send<Word>(to, words);
  }
  auto bits = static_cast<std::int32_t>(x.bits);
  if (roles_.is_h() && to != h) channel.Send<std::int32_t>(to, std::span(&bits, 1));
  if (channel.rank() != to) return {};
  if (to != h) {
    net::AddReceived(channel, h, std::span(words));
    channel.Receive<std::int32_t>(h, std::span(&bits, 1));
    net::CheckRange(channel, h, "the bits after the binary point", bits, -kMostBits, kMostBits);
  }
  if (to != k) net::AddReceived(channel, k, std::span(words));
  std::vector<double> numbers;
  numbers.reserve(words.size());
  for (const Word word : words)
    numbers.push_back(std::ldexp(static_cast<double>(static_cast<std::int64_t>(word)), -bits));
  return numbers;
}

}  // namespace fdskl::sharing
