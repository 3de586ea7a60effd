// Vectors of fixed-point numbers that nobody has, and operations on their shares.
//
// Number:   (H's word + K's word mod 2^64, read as a signed integer) times 2^-bits.
// Range:    integers stay within 2^62. Every vector has bounds of its integers, which follow from the sizes of the
//           problem and from opened numbers. Each call checks the bounds of its result before it computes.
// Rounding: Shift() divides by a power of two with a truncation pair. The dealer gives shares of a random word r, of
//           r >> f and of the highest bit of r; H and K open x + 2^62 + r, which is uniform. The result is off by less
//           than one unit, up or down at random, and its mean is exact. (If each shifted its own share, as in SecureML,
//           an entry would be wrong with probability 2^(bits of x - 63): too often here.)
// Opened:   only Square() opens numbers to H and K, and Reveal() to one worker. The dealer learns by how many bits a
//           vector is shifted.
// Roles:    roles.h. At owners, vectors have a size but no words, and their bounds mean nothing.
#ifndef FDSKL_FDSKL_SHARING_SHARED_VECTOR_H_
#define FDSKL_FDSKL_SHARING_SHARED_VECTOR_H_

#include <span>
#include <string_view>
#include <vector>

#include "fdskl/sharing/roles.h"

namespace fdskl::sharing {

inline constexpr double kRange = 0x1p62;
inline constexpr double kFactorNorm = 0x1p33;  // the largest norm of a vector that AddScaled() can take with any factor

struct SharedVector {
  std::size_t size = 0;
  Words share = {};    // at H and K; empty elsewhere
  int bits = 0;        // bits after the binary point
  double norm = 0;     // a bound of the integers' 2-norm
  double largest = 0;  // a bound of each integer; never above `norm`
};

class SharedMath {
 public:
  // `roles` must outlive this object.
  explicit SharedMath(Roles& roles) : roles_(roles) {}

  Roles& roles() const { return roles_; }

  // Checks that integers up to `largest` fit.
  // Errors: Error says which setting to lower. Once numbers were opened, bounds depend on what the other helper sent, so
  //         that the Error names both helpers.
  void CheckRange(double largest, std::string_view what) const;

  SharedVector Zero(std::size_t size) const;
  // A vector from numbers within `most` that owners have: the sum of all owners' `own`. An owner gives 0 for a number
  // that it does not have, so that nobody learns who has which. `own` is empty at the helpers.
  // Errors: Error when a number exceeds `most`.
  SharedVector Input(std::span<const double> own, std::size_t size, double most, int bits);

  // Multiplies the integers by 2^-down and lowers `bits` by `down`, so that the numbers stay the same. `down` may be
  // negative; only H and K need it.
  void Shift(SharedVector& x, int down);
  // Shifts x down until its bound of the norm is at most `norm`.
  void Limit(SharedVector& x, double norm);
  // Like Limit(), but also shifts x up if there is room, for a vector to which finer ones will be added.
  void Fit(SharedVector& x, double norm);
  // y += factor x. Only H and K need the factor, which is rounded to 28 bits. Returns the rounded factor.
  double AddScaled(SharedVector& y, double factor, const SharedVector& x);
  // Subtracts the mean of the entries from each entry. Returns the mean, a vector of size 1.
  // REQUIRES: x has entries.
  SharedVector Centre(SharedVector& x);
  // Adds a number to each entry.
  void AddToAll(SharedVector& x, SharedVector number);
  // Opens |x|^2 to H and K, with a Beaver triple (a, a, |a|^2), and lowers the bounds of x accordingly. Returns |x|^2
  // at H and K, 0 elsewhere.
  double Square(SharedVector& x);
  // Returns the numbers at worker `to`, nothing elsewhere. H and K first add and subtract a stream that they share, so
  // that `to` learns nothing else, even if it has dealt.
  std::vector<double> Reveal(const SharedVector& x, int to);

 private:
  Roles& roles_;
  bool opened_ = false;  // whether Square() has opened a number
};

}  // namespace fdskl::sharing

#endif  // FDSKL_FDSKL_SHARING_SHARED_VECTOR_H_
