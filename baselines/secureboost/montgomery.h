// Multiplication modulo an odd number, in Montgomery's form: x stands as x R mod m with R = 2^(64 limbs), and a product
// costs two multiplications of limbs and no division. A value is `limbs()` limbs, least first, below m.
//
// Thread-safe. GMP's own mpz_mul and mpz_mod take about twice as long for the sizes at hand (2,048 and 4,096 bits).
#ifndef FDSKL_BASELINES_SECUREBOOST_MONTGOMERY_H_
#define FDSKL_BASELINES_SECUREBOOST_MONTGOMERY_H_

#include <gmpxx.h>

#include <cstddef>
#include <vector>

namespace fdskl::secureboost {

using Limb = mp_limb_t;

class Montgomery {
 public:
  static constexpr std::size_t kMostLimbs = 256;

  // REQUIRES: modulus is odd, above 1, of at most kMostLimbs limbs.
  explicit Montgomery(mpz_class modulus);

  std::size_t limbs() const { return m_.size(); }
  const mpz_class& modulus() const { return modulus_; }

  // The form of 1.
  const Limb* one() const { return one_.data(); }

  // `product` may be a or b.
  void Multiply(const Limb* a, const Limb* b, Limb* product) const;
  void Square(const Limb* a, Limb* product) const;

  // REQUIRES: 0 <= x < modulus.
  void ToForm(const mpz_class& x, Limb* form) const;
  mpz_class FromForm(const Limb* form) const;

 private:
  // result = wide / R mod m; destroys `wide`, which has 2 limbs() limbs.
  void Reduce(Limb* wide, Limb* result) const;

  mpz_class modulus_;
  std::vector<Limb> m_;
  Limb negative_inverse_ = 0;  // -1/m mod 2^64
  std::vector<Limb> one_;      // R mod m
  std::vector<Limb> square_;   // R^2 mod m
};

}  // namespace fdskl::secureboost

#endif  // FDSKL_BASELINES_SECUREBOOST_MONTGOMERY_H_
