// Paillier's cryptosystem: numbers that can be added without being read.            [Paillier 1999, with g = n + 1]
//
//   n = p q;  Enc(m) = (1 + n)^m r^n = (1 + m n) r^n mod n^2;  Enc(a) Enc(b) = Enc(a + b);  Enc(a)^k = Enc(k a)
//
// A plaintext is a whole number in (-n/2, n/2); sums beyond that wrap around, which fixed_point.h rules out. A
// ciphertext is limbs() limbs in Montgomery's form modulo n^2, in memory and on the wire.
// Privacy: what the public key's holder computes is a ciphertext; only the private key reads it. A factor r^n hides
//   which ciphertexts it was made of: see obfuscator.h.
#ifndef FDSKL_BASELINES_SECUREBOOST_PAILLIER_H_
#define FDSKL_BASELINES_SECUREBOOST_PAILLIER_H_

#include <gmpxx.h>

#include <cstddef>

#include "baselines/secureboost/montgomery.h"

namespace fdskl::secureboost {

// Errors: Error when keys of so many bits are too weak, too long for this code, or no pair of equal primes.
// Below 1,024 bits they are refused unless the caller accepts keys that are insecure.
void CheckKeyBits(int bits, bool insecure_accepted);

class PaillierPublicKey {
 public:
  // `residue` is h^n mod n^2 for a random h: what fresh factors are made from. REQUIRES: n is odd; 0 < residue < n^2.
  PaillierPublicKey(mpz_class n, mpz_class residue);

  const mpz_class& n() const { return n_; }
  const mpz_class& residue() const { return residue_; }
  int bits() const { return static_cast<int>(mpz_sizeinbase(n_.get_mpz_t(), 2)); }
  std::size_t limbs() const { return ring_.limbs(); }
  // Numbers modulo n^2.
  const Montgomery& ring() const { return ring_; }

  // 1 + m n: a ciphertext that anyone reads until it is obfuscated. Errors: Error when |m| >= n/2.
  void EncryptBare(const mpz_class& m, Limb* ciphertext) const;

  // Outputs may be inputs.
  void Add(const Limb* a, const Limb* b, Limb* sum) const { ring_.Multiply(a, b, sum); }
  void MultiplyByPlain(const Limb* a, const mpz_class& factor, Limb* product) const;
  // Times 2^bits, in place.
  void ShiftLeft(Limb* ciphertext, int bits) const;

 private:
  mpz_class n_;
  mpz_class residue_;
  Montgomery ring_;
};

class PaillierPrivateKey {
 public:
  // From the operating system's generator; n has exactly `bits` bits. Errors: as CheckKeyBits().
  static PaillierPrivateKey Generate(int bits, bool insecure_accepted);

  // REQUIRES: different odd primes, neither of which divides the other minus 1.
  PaillierPrivateKey(const mpz_class& p, const mpz_class& q);

  const PaillierPublicKey& public_key() const { return public_key_; }

  // By the Chinese remainder theorem, modulo p^2 and q^2 apart. Thread-safe.
  mpz_class Decrypt(const Limb* ciphertext) const;

 private:
  // One prime's half: m mod p = L(c^(p-1) mod p^2) times `factor` mod p, L(x) = (x - 1) / p.
  struct Half {
    mpz_class prime, square, factor;
    Half(const mpz_class& prime, const mpz_class& n);
    mpz_class Decrypt(const mpz_class& c) const;
  };

  PaillierPublicKey public_key_;
  Half p_, q_;
  mpz_class q_inverse_;  // mod p
};

}  // namespace fdskl::secureboost

#endif  // FDSKL_BASELINES_SECUREBOOST_PAILLIER_H_
