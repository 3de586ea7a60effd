// The shared matrix of cosines of angles that nobody has, and its products with shared vectors.
//
// Shares:   an angle is a + s. Its owner has a, H and K have the pad s (masking/shared.h). Since
//               cos(a + s) = cos a cos s - sin a sin s,
//           the owner gives shares of cos a and sin a to H and K, as fixed-point words. Each of them multiplies its
//           shares by cos s and -sin s, which both know, and so has a share of the cosine. The factors have 13 bits
//           each, so the product has 26 and needs no rounding. The owner keeps nothing.
// Products: the matrix is then masked, one MaskedMatrix for each owner's columns.
// Range:    a cosine is at most (2^13 + 1)^2 as an integer. So for vectors of bounded norm the results are bounded, by
//           the Cauchy-Schwarz inequality, whatever the data. vector_norm() and sample_norm() are the largest norms for
//           which results stay within 2^61.
// Cost:     16 bytes per sample and feature from the owner to K, and the cost of masked_matrix.h.
#ifndef FDSKL_FDSKL_SHARING_SHARED_FEATURES_H_
#define FDSKL_FDSKL_SHARING_SHARED_FEATURES_H_

#include <cstdint>
#include <span>
#include <vector>

#include "fdskl/masking/angle_words.h"
#include "fdskl/sharing/masked_matrix.h"
#include "fdskl/sharing/shared_vector.h"

namespace fdskl::sharing {

class SharedFeatures {
 public:
  static constexpr int kFactorBits = 13;
  static constexpr int kBits = 2 * kFactorBits;
  static constexpr double kLargest = 8193.0 * 8193.0;

  // `columns` has the number of features of each owner. See masked_matrix.h for `masks`. `math` must outlive this
  // object.
  // Errors: Error when there are so many samples or features that vectors would have too few bits.
  SharedFeatures(SharedMath& math, std::int64_t rows, std::span<const std::int64_t> columns, MaskedMatrix::Masks masks);

  SharedMath& math() const { return math_; }
  std::int64_t rows() const { return rows_; }
  std::int64_t columns() const { return columns_; }
  std::int64_t bytes() const;  // memory of the matrix at this worker

  // Adds a block of features from (row, column) on; columns count among the owner's. `angles` are a at the owner, s at
  // H and K, by rows.
  // REQUIRES: every entry is added exactly once before the first product.
  void Add(int owner, std::int64_t row, std::int64_t column, std::int64_t columns, const masking::AngleWords& angles);

  // Phi p, for a vector with an entry for each feature: those of owner 0, then those of owner 1, ...
  SharedVector Times(const SharedVector& p);
  // Phi^T u, for a vector with an entry for each sample.
  SharedVector TransposedTimes(const SharedVector& u);

  // The largest norms that the arguments of these two may have.
  double vector_norm() const;
  double sample_norm() const;

 private:
  SharedMath& math_;
  std::int64_t rows_;
  std::int64_t columns_ = 0;
  std::vector<MaskedMatrix> parts_;  // by owner
  std::vector<float> turns_;         // scratch
  Words factors_, shares_;           // scratch
};

}  // namespace fdskl::sharing

#endif  // FDSKL_FDSKL_SHARING_SHARED_FEATURES_H_
