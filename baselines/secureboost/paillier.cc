#include "baselines/secureboost/paillier.h"

#include <algorithm>
#include <utility>
#include <vector>

#include "base/error.h"
#include "baselines/secureboost/os_random.h"

namespace fdskl::secureboost {
namespace {

constexpr int kLeastSecureBits = 1024;
constexpr int kLeastBits = 16;
constexpr int kMostBits = static_cast<int>(Montgomery::kMostLimbs) * GMP_NUMB_BITS / 2;
constexpr int kPrimalityRounds = 40;  // a composite number passes with a chance below 4^-40

// With the two highest bits set, so that the product of two has all its bits.
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

// h^n for h = -x^2, x random: a square's opposite generates nearly all residues.        [Damgard, Jurik, Nielsen 2010]
mpz_class RandomResidue(const mpz_class& n) {
  mpz_class x;
  do {
    x = RandomBelow(n);
  } while (gcd(x, n) != 1);
  return Power(n - x * x % n, n, n * n);
}

}  // namespace

void CheckKeyBits(int bits, bool insecure_accepted) {
  if (bits < kLeastSecureBits && !insecure_accepted) {
    base::Fail("key_bits must be at least {}, not {}: shorter keys can be broken; --insecure-keys on accepts them",
               kLeastSecureBits, bits);
  }
  if (bits < kLeastBits || bits > kMostBits || bits % 2 != 0) {
    base::Fail("key_bits must be an even number from {} to {}, not {}", kLeastBits, kMostBits, bits);
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

void PaillierPublicKey::MultiplyByPlain(const Limb* a, const mpz_class& factor, Limb* product) const {
  mpz_class power;  // a negative exponent takes the inverse
  const mpz_class base = ring_.FromForm(a);
  mpz_powm(power.get_mpz_t(), base.get_mpz_t(), factor.get_mpz_t(), ring_.modulus().get_mpz_t());
  ring_.ToForm(power, product);
}

void PaillierPublicKey::ShiftLeft(Limb* ciphertext, int bits) const {
  for (int bit = 0; bit < bits; ++bit) ring_.Square(ciphertext, ciphertext);
}

PaillierPrivateKey PaillierPrivateKey::Generate(int bits, bool insecure_accepted) {
  CheckKeyBits(bits, insecure_accepted);
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

}  // namespace fdskl::secureboost
