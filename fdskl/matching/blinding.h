// Blinded ids: points of the group ristretto255 (libsodium) that nobody can tell from random points.
//
// A point is the group element of an id (SHA-512, then crypto_core_ristretto255_from_hash()) times one or more secret
// scalars. Scalars commute. Without them nobody can link points of equal ids (decisional Diffie-Hellman).
#ifndef FDSKL_FDSKL_MATCHING_BLINDING_H_
#define FDSKL_FDSKL_MATCHING_BLINDING_H_

#include <array>
#include <cstdint>
#include <string_view>
#include <vector>

namespace fdskl::matching {

using Point = std::array<std::uint8_t, 32>;

// A secret scalar. The destructor wipes it.
class Scalar {
 public:
  // A fresh scalar from the operating system's generator.
  static Scalar Random();
  ~Scalar();
  Scalar(const Scalar&) = default;
  Scalar& operator=(const Scalar&) = default;

  // other / this: the scalar that undoes this one and applies `other`.
  Scalar To(const Scalar& other) const;

  const std::array<std::uint8_t, 32>& bytes() const { return bytes_; }

 private:
  Scalar();
  std::array<std::uint8_t, 32> bytes_{};
};

// The point of an id, not blinded: it must not leave its party.
Point PointOf(std::string_view id);

// Multiplies each point by the scalar, on all cores.
// Errors: Error when one is not a point of the group, which no party that follows the protocol sends.
void Blind(const Scalar& scalar, std::vector<Point>& points);

// A random order of 0 .. size-1, from the operating system's generator.
std::vector<std::int32_t> SecretOrder(std::int64_t size);

}  // namespace fdskl::matching

#endif  // FDSKL_FDSKL_MATCHING_BLINDING_H_
