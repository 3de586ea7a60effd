// Vectors of fixed-point numbers whose entries nobody has, and what can be computed on them.
//
// Number:   (H's word + K's word mod 2^64, read as a signed integer) times 2^-bits.
// Range:    integers stay within 2^62. Every vector carries bounds of its integers, which follow from the sizes of the
//           problem and from what was opened; each call checks the bounds of its result before it computes it.
// Rounding: Shift() divides by a power of two with a truncation pair. The dealer gives shares of a random word r, of
//           r >> f and of the highest bit of r; H and K open x + 2^62 + r, which is uniform. The result is off by less
//           than one unit, up or down at random, and its mean is exact. (To shift one's own share, as SecureML does,
//           fails with probability 2^(bits of x - 63) an entry: too often here.)
// Opened:   Square() alone opens numbers, to H and K. The dealer learns by how many bits a vector is shifted.
// Roles:    roles.h. At owners, vectors have a size and no words, and bounds mean nothing.
#ifndef FDSKL_FDSKL_SHARING_SHARED_VECTOR_H_
#define FDSKL_FDSKL_SHARING_SHARED_VECTOR_H_

#include <span>
#include <string_view>
#include <vector>

#include "fdskl/sharing/roles.h"

namespace fdskl::sharing {

inline constexpr double kRange = 0x1p62;
inline constexpr double kFactorNorm = 0x1p33;  // the largest norm of what AddScaled() can multiply by any factor

// Errors: Error, with what to lower, when integers up to `largest` do not fit.
void CheckRange(double largest, std::string_view what);

struct SharedVector {
  std::size_t size = 0;
  Words share = {};    // at H and K; empty elsewhere
  int bits = 0;        // after the binary point
  double norm = 0;     // the integers' 2-norm is at most this
  double largest = 0;  // and each is at most this; never above `norm`
};

class SharedMath {
 public:
  // `roles` outlives this object.
  explicit SharedMath(Roles& roles) : roles_(roles) {}

  Roles& roles() const { return roles_; }

  SharedVector Zero(std::size_t size) const;
  // Numbers within `most`, which the owners have: the sum of what each of them gives. Those that it does not have it
  // gives as 0, so that nobody learns who has which. `own` is empty at the helpers.
  // Errors: Error when one is beyond `most`.
  SharedVector Input(std::span<const double> own, std::size_t size, double most, int bits);

  // x times 2^-down, with as many bits less, so that the numbers stay; `down` may be negative. H and K alone need it.
  void Shift(SharedVector& x, int down);
  // Shifts x down so that its norm is at most `norm`, if it is not already.
  void Limit(SharedVector& x, double norm);
  // The same, and up if there is room: for a vector to which finer ones will be added.
  void Fit(SharedVector& x, double norm);
  // y += factor x. H and K alone need the factor, of which 28 bits are used. Returns what they used.
  double AddScaled(SharedVector& y, double factor, const SharedVector& x);
  // Subtracts the mean of the entries from each, and returns it: a vector of one. REQUIRES: x has entries.
  SharedVector Centre(SharedVector& x);
  // Adds a number to each entry.
  void AddToAll(SharedVector& x, SharedVector number);
  // Opens |x|^2 to H and K, and lowers the bounds of x to what it says; 0 elsewhere. By a Beaver triple (a, a, |a|^2).
  double Square(SharedVector& x);
  // The numbers at worker `to`, nothing elsewhere. H and K first add and subtract a common stream, so that `to` learns
  // nothing else, even if it has dealt.
  std::vector<double> Reveal(const SharedVector& x, int to);

 private:
  Roles& roles_;
};

}  // namespace fdskl::sharing

#endif  // FDSKL_FDSKL_SHARING_SHARED_VECTOR_H_
