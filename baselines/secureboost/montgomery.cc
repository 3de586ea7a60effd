#include "baselines/secureboost/montgomery.h"

#include <algorithm>
#include <array>
#include <utility>

#include "base/error.h"

namespace fdskl::secureboost {
namespace {

// REQUIRES: 0 <= x and x fits.
void Write(const mpz_class& x, std::size_t limbs, Limb* out) {
  const std::size_t size = mpz_size(x.get_mpz_t());
  FDSKL_REQUIRE(x >= 0 && size <= limbs);
  std::copy_n(mpz_limbs_read(x.get_mpz_t()), size, out);
  std::fill(out + size, out + limbs, 0);
}

std::vector<Limb> LimbsOf(const mpz_class& x, std::size_t limbs) {
  std::vector<Limb> out(limbs);
  Write(x, limbs, out.data());
  return out;
}

}  // namespace

Montgomery::Montgomery(mpz_class modulus) : modulus_(std::move(modulus)) {
  const std::size_t limbs = mpz_size(modulus_.get_mpz_t());
  FDSKL_REQUIRE(modulus_ > 1 && mpz_odd_p(modulus_.get_mpz_t()) != 0 && limbs <= kMostLimbs);
  m_ = LimbsOf(modulus_, limbs);
  Limb inverse = 1;
  // Newton's iteration doubles the right bits: 1, 2, .., 64.
  for (int step = 0; step < 6; ++step) inverse *= 2 - m_[0] * inverse;
  negative_inverse_ = -inverse;
  const mpz_class r = (mpz_class(1) << (GMP_NUMB_BITS * limbs)) % modulus_;
  one_ = LimbsOf(r, limbs);
  square_ = LimbsOf(r * r % modulus_, limbs);
}

void Montgomery::Reduce(Limb* wide, Limb* result) const {
  const auto n = static_cast<mp_size_t>(limbs());
  const Limb* const m = m_.data();
  // Each step clears one limb; its carry is kept in the limb that is now free and added at the end.
  for (mp_size_t i = 0; i < n; ++i) wide[i] = mpn_addmul_1(wide + i, m, n, wide[i] * negative_inverse_);
  const Limb carry = mpn_add_n(result, wide + n, wide, n);
  if (carry != 0 || mpn_cmp(result, m, n) >= 0) mpn_sub_n(result, result, m, n);
}

void Montgomery::Multiply(const Limb* a, const Limb* b, Limb* product) const {
  std::array<Limb, 2 * kMostLimbs> wide;  // NOLINT(*-member-init): written whole as far as it is read
  mpn_mul_n(wide.data(), a, b, static_cast<mp_size_t>(limbs()));
  Reduce(wide.data(), product);
}

void Montgomery::Square(const Limb* a, Limb* product) const {
  std::array<Limb, 2 * kMostLimbs> wide;  // NOLINT(*-member-init): as above
  mpn_sqr(wide.data(), a, static_cast<mp_size_t>(limbs()));
  Reduce(wide.data(), product);
}

void Montgomery::ToForm(const mpz_class& x, Limb* form) const {
  FDSKL_REQUIRE(x < modulus_);
  Write(x, limbs(), form);
  Multiply(form, square_.data(), form);
}

mpz_class Montgomery::FromForm(const Limb* form) const {
  std::vector<Limb> wide(2 * limbs());
  std::copy_n(form, limbs(), wide.begin());
  std::vector<Limb> limbs_of(limbs());
  Reduce(wide.data(), limbs_of.data());
  mpz_class x;
  mpz_import(x.get_mpz_t(), limbs(), -1, sizeof(Limb), 0, 0, limbs_of.data());
  return x;
}

}  // namespace fdskl::secureboost
