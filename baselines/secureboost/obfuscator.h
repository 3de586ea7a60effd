// Fresh factors r^n mod n^2, which hide what a ciphertext was made of: without one, Enc(m) can be read by anyone, and
// equal plaintexts give equal ciphertexts.
//
// Plain:       r uniform from the operating system, raised to n: about 1.2 |n| multiplications a factor.
// Precomputed: residue^a for the key's residue h^n and a random exponent a of 256 bits (one eighth of longer keys'
//              bits, if more), from a table of powers of the residue: some 25 multiplications a factor, whatever the
//              key. Assumption: short exponents. That such a power cannot be told from one with a full exponent is the
//              assumption of Diffie-Hellman with short exponents (Koshiba, Kurosawa 2004) and of the variant of
//              Damgard, Jurik and Nielsen (2010), who take |n|/2 bits; the best known attack on 256 bits takes 2^128
//              steps.
// Thread-safe.
#ifndef FDSKL_BASELINES_SECUREBOOST_OBFUSCATOR_H_
#define FDSKL_BASELINES_SECUREBOOST_OBFUSCATOR_H_

#include <vector>

#include "baselines/secureboost/paillier.h"

namespace fdskl::secureboost {

class Obfuscator {
 public:
  // The key outlives the obfuscator. A table holds exponent_bits / window_bits * 2^window_bits ciphertexts: a wide
  // window is for many factors, a narrow one for few; 0 is `plain`. REQUIRES: 0 <= window_bits <= 16.
  Obfuscator(const PaillierPublicKey& key, int window_bits);

  // Multiplies by a fresh factor, in place.
  void Obfuscate(Limb* ciphertext) const;

 private:
  const PaillierPublicKey& key_;
  int window_bits_;
  int windows_ = 0;
  std::vector<Limb> powers_;  // residue^(digit 2^(window window_bits)) at [window][digit]
};

}  // namespace fdskl::secureboost

#endif  // FDSKL_BASELINES_SECUREBOOST_OBFUSCATOR_H_
