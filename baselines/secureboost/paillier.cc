#include "baselines/secureboost/paillier.h"

#include <openssl/crypto.h>

#include <algorithm>
#include <array>
#include <cstdlib>
#include <cstring>
#include <utility>

#include "base/error.h"
#include "baselines/secureboost/os_random.h"

namespace fdskl::secureboost {
namespace {

constexpr int kLeastSecureBits = 1024;
constexpr int kLeastBits = 16;
constexpr int kMostBits = static_cast<int>(Montgomery::kMostLimbs) * GMP_NUMB_BITS / 2;
constexpr int kPrimalityRounds = 40;  // a composite number passes with a chance below 4^-40

// From now on GMP overwrites the memory of each number before it frees it, so that nothing of a private key, or
// computed with one, is left.
void WipeFreedNumbers() {
  static const bool kSet = [] {
    const auto wipe = [](void* memory, std::size_t size) {
      OPENSSL_cleanse(memory, size);
      std::free(memory);  // NOLINT(*-no-malloc): GMP's numbers of before are malloc's
    };
    const auto move = [](void* memory, std::size_t size, std::size_t larger) {
      void* const moved = std::malloc(larger);  // NOLINT(*-no-malloc): as above
      if (moved == nullptr) std::abort();       // as GMP's own does
      std::memcpy(moved, memory, std::min(size, larger));
      OPENSSL_cleanse(memory, size);
      std::free(memory);  // NOLINT(*-no-malloc): as above
      return moved;
    };
    mp_set_memory_functions(nullptr, move, wipe);
    return true;
  }();
  FDSKL_REQUIRE(kSet);
}

// A random prime whose two highest bits are set, so that the product of two has exactly twice as many bits.
mpz_class RandomPrime(int bits) {
  mpz_class candidate;
  do {
    candidate = RandomBits(bits);
    for (const int bit : {0, bits - 2, bits - 1}) mpz_setbit(candidate.get_mpz_t(), static_cast<mp_bitcnt_t>(bit));
  } while (mpz_probab_prime_p(candidate.get_mpz_t(), kPrimalityRounds) == 0);
  return candidate;
}

mpz_class Power(const mpz_class& base, const mpz_class& exponent, const mpz_class& modulus) {
  mpz_class power;
  mpz_powm(power.get_mpz_t(), base.get_mpz_t(), exponent.get_mpz_t(), modulus.get_mpz_t());
  return power;
}

mpz_class Inverse(const mpz_class& x, const mpz_class& modulus) {
  mpz_class inverse;
  FDSKL_REQUIRE(mpz_invert(inverse.get_mpz_t(), x.get_mpz_t(), modulus.get_mpz_t()) != 0);
  return inverse;
}

// h^n for h = -x^2 and random x: such an h generates nearly all residues.               [Damgard, Jurik, Nielsen 2010]
mpz_class RandomResidue(const mpz_class& n) {
  mpz_class x;
  do {
    x = RandomBelow(n);
  } while (gcd(x, n) != 1);
  return Power(n - x * x % n, n, n * n);
}

// REQUIRES: 0 <= x, and x fits into `limbs` limbs.
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

int ExponentBits(const PaillierPublicKey& key) { return std::max(256, key.bits() / 8); }

// The number formed by `width` bits of x, from bit `begin` on.
std::size_t Digit(const mpz_class& x, int begin, int width) {
  std::size_t digit = 0;
  for (int bit = width - 1; bit >= 0; --bit) {
    digit = 2 * digit + static_cast<std::size_t>(
                            mpz_tstbit(x.get_mpz_t(), static_cast<mp_bitcnt_t>(begin) + static_cast<mp_bitcnt_t>(bit)));
  }
  return digit;
}

}  // namespace

Montgomery::Montgomery(mpz_class modulus) : modulus_(std::move(modulus)) {
  const std::size_t limbs = mpz_size(modulus_.get_mpz_t());
  FDSKL_REQUIRE(modulus_ > 1 && mpz_odd_p(modulus_.get_mpz_t()) != 0 && limbs <= kMostLimbs);
  m_ = LimbsOf(modulus_, limbs);
  Limb inverse = 1;
  // Each step of Newton's iteration doubles the number of correct bits: 1, 2, .., 64.
  for (int step = 0; step < 6; ++step) inverse *= 2 - m_[0] * inverse;
  negative_inverse_ = -inverse;
  const mpz_class r = (mpz_class(1) << (GMP_NUMB_BITS * limbs)) % modulus_;
  one_ = LimbsOf(r, limbs);
  square_ = LimbsOf(r * r % modulus_, limbs);
}

void Montgomery::Reduce(Limb* wide, Limb* result) const {
  const auto n = static_cast<mp_size_t>(limbs());
  const Limb* const m = m_.data();
  // Each step clears one limb. The limb keeps the carry, which is added at the end.
  for (mp_size_t i = 0; i < n; ++i) wide[i] = mpn_addmul_1(wide + i, m, n, wide[i] * negative_inverse_);
  const Limb carry = mpn_add_n(result, wide + n, wide, n);
  if (carry != 0 || mpn_cmp(result, m, n) >= 0) mpn_sub_n(result, result, m, n);
}

void Montgomery::Multiply(const Limb* a, const Limb* b, Limb* product) const {
  std::array<Limb, 2 * kMostLimbs> wide;  // NOLINT(*-member-init): all that is read is written before
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

void CheckKeyBits(int bits, bool insecure_accepted) {
  if (bits < kLeastSecureBits && !insecure_accepted) {
    base::Fail("key_bits must be at least {}, not {}: shorter keys can be broken; --insecure-keys on accepts them",
               kLeastSecureBits, bits);
  }
  if (bits < kLeastBits || bits > kMostBits || bits % 2 != 0) {
    base::Fail("key_bits must be an even number from {} to {}, not {}", kLeastBits, kMostBits, bits);
  }
}

void CheckPublicKey(const mpz_class& n, const mpz_class& residue, int bits) {
  const auto found = static_cast<int>(mpz_sizeinbase(n.get_mpz_t(), 2));
  if (found != bits || mpz_odd_p(n.get_mpz_t()) == 0) {
    base::Fail("the modulus of a public key has {} bits and is {}, where an odd one of {} belongs", found,
               mpz_odd_p(n.get_mpz_t()) == 0 ? "even" : "odd", bits);
  }
  if (residue <= 1 || residue >= n * n || gcd(residue, n) != 1) {
    base::Fail("the residue of a public key is not between 1 and the modulus' square, or has no inverse");
  }
}

PaillierPublicKey::PaillierPublicKey(mpz_class n, mpz_class residue)
    : n_(std::move(n)), residue_(std::move(residue)), ring_(n_ * n_) {
  FDSKL_REQUIRE(residue_ > 0 && residue_ < ring_.modulus());
}

void PaillierPublicKey::EncryptBare(const mpz_class& m, Limb* ciphertext) const {
  if (abs(m) * 2 >= n_) base::Fail("{} does not fit into a ciphertext of {} bits", m.get_str(), bits());
  const mpz_class residue = m < 0 ? n_ + m : m;
  ring_.ToForm(1 + residue * n_, ciphertext);
}

void PaillierPublicKey::ShiftLeft(Limb* ciphertext, int bits) const {
  for (int bit = 0; bit < bits; ++bit) ring_.Square(ciphertext, ciphertext);
}

void PaillierPublicKey::CheckCiphertexts(std::span<const Limb> ciphertexts) const {
  FDSKL_REQUIRE(ciphertexts.size() % limbs() == 0);
  const std::vector<Limb> modulus = LimbsOf(ring_.modulus(), limbs());
  std::vector<Limb> product(ring_.one(), ring_.one() + limbs());
  for (std::size_t begin = 0; begin < ciphertexts.size(); begin += limbs()) {
    const Limb* const ciphertext = &ciphertexts[begin];
    if (mpn_cmp(ciphertext, modulus.data(), static_cast<mp_size_t>(limbs())) >= 0) {
      base::Fail("ciphertext {} is not below the modulus", begin / limbs());
    }
    ring_.Multiply(product.data(), ciphertext, product.data());
  }
  if (gcd(ring_.FromForm(product.data()), n_) != 1) base::Fail("a ciphertext has no inverse");
}

PaillierPrivateKey PaillierPrivateKey::Generate(int bits, bool insecure_accepted) {
  CheckKeyBits(bits, insecure_accepted);
  WipeFreedNumbers();
  const mpz_class p = RandomPrime(bits / 2);
  mpz_class q;
  do {
    q = RandomPrime(bits / 2);
  } while (q == p);
  return {p, q};
}

PaillierPrivateKey::PaillierPrivateKey(const mpz_class& p, const mpz_class& q)
    : public_key_(p * q, RandomResidue(p * q)), p_(p, p * q), q_(q, p * q), q_inverse_(Inverse(q, p)) {}

// L((1 + n)^(p-1) mod p^2) = (p - 1) q mod p = -q mod p, whose inverse is the factor.
PaillierPrivateKey::Half::Half(const mpz_class& p, const mpz_class& n)
    : prime(p), square(p * p), factor(Inverse(p - n / p % p, p)) {}

mpz_class PaillierPrivateKey::Half::Decrypt(const mpz_class& c) const {
  return (Power(c % square, prime - 1, square) - 1) / prime * factor % prime;
}

mpz_class PaillierPrivateKey::Decrypt(const Limb* ciphertext) const {
  const mpz_class c = public_key_.ring().FromForm(ciphertext);
  const mpz_class rest_q = q_.Decrypt(c);
  mpz_class lift = (p_.Decrypt(c) - rest_q) * q_inverse_ % p_.prime;
  if (lift < 0) lift += p_.prime;
  mpz_class m = rest_q + lift * q_.prime;
  if (m * 2 > public_key_.n()) m -= public_key_.n();
  return m;
}

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
