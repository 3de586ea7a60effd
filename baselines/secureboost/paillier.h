// Paillier's cryptosystem: numbers that can be added without being read.            [Paillier 1999, with g = n + 1]
//
//   n = p q;  Enc(m) = (1 + n)^m r^n = (1 + m n) r^n mod n^2;  Enc(a) Enc(b) = Enc(a + b);  Enc(a)^k = Enc(k a)
//
// A plaintext is a whole number in (-n/2, n/2). Sums beyond that wrap around, which fixed_point.h rules out. A
// ciphertext has limbs() limbs in Montgomery's form modulo n^2, in memory and on the wire.
// Privacy: anyone with the public key can compute ciphertexts; only the private key can read them. A factor r^n hides
//          from which ciphertexts another one was computed (Obfuscator).
#ifndef FDSKL_BASELINES_SECUREBOOST_PAILLIER_H_
#define FDSKL_BASELINES_SECUREBOOST_PAILLIER_H_

#include <gmpxx.h>

#include <cstddef>
#include <span>
#include <vector>

namespace fdskl::secureboost {

using Limb = mp_limb_t;

// Multiplication modulo an odd number m in Montgomery's form: x is stored as x R mod m with R = 2^(64 limbs), and a
// product costs two multiplications of limbs and no division. A value has limbs() limbs, least first, and is below m.
//
// Thread-safe.
// Speed: the time of other libraries over that of this class, for moduli of 2,048 and 4,096 bits (medians of 41
//        interleaved measurements of processor time, GMP 6.2, OpenSSL 3.0):
//          1.41  1.14   mpz_mul and mpz_mod over Multiply()
//          0.95  1.05   BN_mod_mul_montgomery over Multiply(), if the numbers are BIGNUMs already
//          1.55  1.36   BN_mod_mul_montgomery over Multiply(), with conversion from and to flat limbs
//          0.77  0.80   BN_mod_mul_montgomery over Square(), 92 squarings in a row, converted once
//          0.84  0.84   BN_mod_exp_mont over GMP's mpz_powm
//        Encryption and sums take 83% of a tree's time with keys of 2,048 bits (boost_bench). They multiply flat limbs,
//        for which this class is the fastest. OpenSSL would save a fifth of compression (12%) and a sixth of decryption
//        (5%), but would need a second type of large numbers.
class Montgomery {
 public:
  static constexpr std::size_t kMostLimbs = 256;

  // REQUIRES: modulus is odd, above 1, of at most kMostLimbs limbs.
  explicit Montgomery(mpz_class modulus);

  std::size_t limbs() const { return m_.size(); }
  const mpz_class& modulus() const { return modulus_; }

  // 1 in Montgomery's form.
  const Limb* one() const { return one_.data(); }

  // `product` may be `a` or `b`.
  void Multiply(const Limb* a, const Limb* b, Limb* product) const;
  void Square(const Limb* a, Limb* product) const;

  // REQUIRES: 0 <= x < modulus.
  void ToForm(const mpz_class& x, Limb* form) const;
  mpz_class FromForm(const Limb* form) const;

 private:
  // result = wide / R mod m. `wide` has 2 limbs() limbs and is overwritten.
  void Reduce(Limb* wide, Limb* result) const;

  mpz_class modulus_;
  std::vector<Limb> m_;
  Limb negative_inverse_ = 0;  // -1/m mod 2^64
  std::vector<Limb> one_;      // R mod m
  std::vector<Limb> square_;   // R^2 mod m
};

// Errors: Error when keys of this many bits are too weak, too long for this code, or cannot be the product of two
//         primes of equal length. Keys below 1,024 bits are weak; they pass if the caller accepts insecure keys.
void CheckKeyBits(int bits, bool insecure_accepted);

// Checks a key that another worker sent.
// Errors: Error when n is even or does not have `bits` bits, and when the residue has no inverse or is not between 1
//         and n^2.
void CheckPublicKey(const mpz_class& n, const mpz_class& residue, int bits);

class PaillierPublicKey {
 public:
  // `residue` is h^n mod n^2 for a random h; Obfuscator makes its factors from it.
  // REQUIRES: n is odd; 0 < residue < n^2.
  PaillierPublicKey(mpz_class n, mpz_class residue);

  const mpz_class& n() const { return n_; }
  const mpz_class& residue() const { return residue_; }
  int bits() const { return static_cast<int>(mpz_sizeinbase(n_.get_mpz_t(), 2)); }
  std::size_t limbs() const { return ring_.limbs(); }
  // Arithmetic modulo n^2.
  const Montgomery& ring() const { return ring_; }

  // 1 + m n, a ciphertext that anyone can read until it is obfuscated.
  // Errors: Error when |m| >= n/2.
  void EncryptBare(const mpz_class& m, Limb* ciphertext) const;

  // An output may be one of the inputs.
  void Add(const Limb* a, const Limb* b, Limb* sum) const { ring_.Multiply(a, b, sum); }
  // Multiplies the plaintext by 2^bits, in place.
  void ShiftLeft(Limb* ciphertext, int bits) const;

  // Checks ciphertexts that another worker sent, limbs() limbs each. Costs one multiplication for each: they all have
  // inverses if their product does.
  // Errors: Error when one is not below n^2 or has no inverse modulo n.
  void CheckCiphertexts(std::span<const Limb> ciphertexts) const;

 private:
  mpz_class n_;
  mpz_class residue_;
  Montgomery ring_;
};

// A private key. Once a process has made one, GMP wipes the memory of every number that it frees.
class PaillierPrivateKey {
 public:
  // A random key (os_random.h) whose n has exactly `bits` bits.
  // Errors: those of CheckKeyBits().
  static PaillierPrivateKey Generate(int bits, bool insecure_accepted);

  // REQUIRES: p and q are different odd primes, and neither divides the other minus 1.
  PaillierPrivateKey(const mpz_class& p, const mpz_class& q);

  const PaillierPublicKey& public_key() const { return public_key_; }

  // Decrypts modulo p^2 and q^2 and combines both by the Chinese remainder theorem. Thread-safe.
  mpz_class Decrypt(const Limb* ciphertext) const;

 private:
  // The plaintext modulo one prime: m mod p = L(c^(p-1) mod p^2) * factor mod p with L(x) = (x - 1) / p.
  struct Half {
    mpz_class prime, square, factor;
    Half(const mpz_class& prime, const mpz_class& n);
    mpz_class Decrypt(const mpz_class& c) const;
  };

  PaillierPublicKey public_key_;
  Half p_, q_;
  mpz_class q_inverse_;  // 1/q mod p
};

// Fresh factors r^n mod n^2, which hide how a ciphertext was computed. Without a factor anyone can read Enc(m), and
// equal plaintexts give equal ciphertexts.
//
// Plain:       r is uniform and raised to n: about 1.2 |n| multiplications per factor.
// Precomputed: the factor is residue^a, for the key's residue h^n and a random exponent a of 256 bits (an eighth of
//              the key's bits if that is more). A table of powers of the residue makes it cost about 25
//              multiplications, whatever the key.
// Assumption:  a power with a short exponent cannot be distinguished from one with a full exponent. Diffie-Hellman with
//              short exponents (Koshiba, Kurosawa 2004) assumes the same, and so does the variant of Damgard, Jurik and
//              Nielsen (2010), who take |n|/2 bits. The best known attack on 256 bits takes 2^128 steps.
// Thread-safe.
class Obfuscator {
 public:
  // The key must outlive the obfuscator. `window_bits` 0 chooses plain factors. Otherwise the table has exponent_bits /
  // window_bits * 2^window_bits ciphertexts: a wide window pays off for many factors, a narrow one for few.
  // REQUIRES: 0 <= window_bits <= 16.
  Obfuscator(const PaillierPublicKey& key, int window_bits);

  // Multiplies the ciphertext by a fresh factor, in place.
  void Obfuscate(Limb* ciphertext) const;

 private:
  const PaillierPublicKey& key_;
  int window_bits_;
  int windows_ = 0;
  std::vector<Limb> powers_;  // residue^(digit 2^(window window_bits)) at [window][digit]
};

}  // namespace fdskl::secureboost

#endif  // FDSKL_BASELINES_SECUREBOOST_PAILLIER_H_
