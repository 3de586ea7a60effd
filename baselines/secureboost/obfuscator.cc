#include "baselines/secureboost/obfuscator.h"

#include <algorithm>

#include "base/error.h"
#include "baselines/secureboost/os_random.h"

namespace fdskl::secureboost {
namespace {

int ExponentBits(const PaillierPublicKey& key) { return std::max(256, key.bits() / 8); }

// The `width` bits of x from bit `begin` on.
std::size_t Digit(const mpz_class& x, int begin, int width) {
  std::size_t digit = 0;
  for (int bit = width - 1; bit >= 0; --bit) {
    digit = 2 * digit + static_cast<std::size_t>(
                            mpz_tstbit(x.get_mpz_t(), static_cast<mp_bitcnt_t>(begin) + static_cast<mp_bitcnt_t>(bit)));
  }
  return digit;
}

}  // namespace

Obfuscator::Obfuscator(const PaillierPublicKey& key, int window_bits) : key_(key), window_bits_(window_bits) {
  FDSKL_REQUIRE(0 <= window_bits && window_bits <= 16);
  if (window_bits == 0) return;
  const std::size_t limbs = key.limbs();
  const std::size_t digits = std::size_t{1} << static_cast<unsigned>(window_bits);
  windows_ = (ExponentBits(key) + window_bits - 1) / window_bits;
  powers_.resize(static_cast<std::size_t>(windows_) * digits * limbs);
  std::vector<Limb> base(limbs);
  key.ring().ToForm(key.residue(), base.data());
  Limb* power = powers_.data();
  for (int window = 0; window < windows_; ++window) {
    std::copy_n(key.ring().one(), limbs, power);
    for (std::size_t digit = 1; digit < digits; ++digit, power += limbs) {
      key.ring().Multiply(power, base.data(), power + limbs);
    }
    key.ring().Multiply(power, base.data(), base.data());
    power += limbs;
  }
}

void Obfuscator::Obfuscate(Limb* ciphertext) const {
  const Montgomery& ring = key_.ring();
  if (window_bits_ == 0) {
    mpz_class factor;
    do {
      factor = RandomBelow(key_.n());
    } while (gcd(factor, key_.n()) != 1);
    mpz_powm(factor.get_mpz_t(), factor.get_mpz_t(), key_.n().get_mpz_t(), ring.modulus().get_mpz_t());
    std::vector<Limb> form(ring.limbs());
    ring.ToForm(factor, form.data());
    ring.Multiply(ciphertext, form.data(), ciphertext);
    return;
  }
  const mpz_class exponent = RandomBits(ExponentBits(key_));
  for (int window = 0; window < windows_; ++window) {
    const std::size_t digit = Digit(exponent, window * window_bits_, window_bits_);
    const std::size_t place = (static_cast<std::size_t>(window) << static_cast<unsigned>(window_bits_)) + digit;
    if (digit != 0) ring.Multiply(ciphertext, &powers_[place * ring.limbs()], ciphertext);
  }
}

}  // namespace fdskl::secureboost
