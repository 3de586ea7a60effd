#include "fdskl/sharing/shared_features.h"

#include <algorithm>
#include <bit>
#include <cmath>

#include "base/error.h"
#include "base/index.h"
#include "fdskl/masking/turns.h"

namespace fdskl::sharing {
namespace {

constexpr double kMostNorm = 0x1p30;     // largest norm of a vector: inner products of two vectors are opened
constexpr double kLeastNorm = 0x1p20;    // least norm: with fewer bits results would be too coarse
constexpr double kProduct = kRange / 2;  // bound of products

// x in units of 2^-kFactorBits, rounded to the nearest. REQUIRES: |x| <= 1.
Word ToFactor(float x) {
  const float scaled = x * static_cast<float>(1 << SharedFeatures::kFactorBits);
  const auto whole =
      std::bit_cast<std::int32_t>(scaled + masking::kWholeFloats) - std::bit_cast<std::int32_t>(masking::kWholeFloats);
  return static_cast<Word>(std::int64_t{whole});
}

// Writes the cosines, then `sign` times the sines.
void Factors(std::span<const float> turns, float sign, std::span<Word> factors) {
  const std::size_t count = turns.size();
  for (std::size_t i = 0; i < count; ++i) {
    factors[i] = ToFactor(masking::CosReducedTurns(turns[i]));
    factors[count + i] = ToFactor(sign * masking::CosTurns(turns[i] - 0.25F));
  }
}

// A zero vector to which the product of x with the features, or with their transpose, will be added, with the bits and
// bounds of the product. x has `from` entries, the product `to`. Errors: Error when the product might not fit.
SharedVector EmptyProduct(const SharedMath& math, const SharedVector& x, std::int64_t from, std::int64_t to) {
  const bool helps = math.roles().is_helper();
  FDSKL_REQUIRE(std::ssize(x.share) == (helps ? from : 0));
  SharedVector product = math.Zero(base::Index(to));
  const double norm = SharedFeatures::kLargest * std::sqrt(static_cast<double>(from));
  product.bits = x.bits + SharedFeatures::kBits;
  product.largest = norm * x.norm;
  product.norm = product.largest * std::sqrt(static_cast<double>(to));
  if (helps) math.CheckRange(product.largest, "a product with the features");
  return product;
}

}  // namespace

SharedFeatures::SharedFeatures(SharedMath& math, std::int64_t rows, std::span<const std::int64_t> columns,
                               MaskedMatrix::Masks masks)
    : math_(math), rows_(rows) {
  FDSKL_REQUIRE(std::ssize(columns) == math.roles().owners());
  for (const std::int64_t count : columns) columns_ += count;
  if (vector_norm() < kLeastNorm) base::Fail("masking private cannot have {} features: lower --features", columns_);
  if (sample_norm() < kLeastNorm) base::Fail("masking private cannot train on {} samples: lower --rows", rows_);
  for (int owner = 0; owner < math.roles().owners(); ++owner)
    parts_.emplace_back(math.roles(), owner, rows, columns[base::Index(owner)], masks);
}

std::int64_t SharedFeatures::bytes() const {
  std::int64_t sum = 0;
  for (const MaskedMatrix& part : parts_) sum += part.bytes();
  return sum;
}

double SharedFeatures::vector_norm() const {
  return std::min(kMostNorm, kProduct / (kLargest * std::sqrt(static_cast<double>(columns_))));
}

double SharedFeatures::sample_norm() const {
  return kProduct / (kLargest * std::sqrt(std::max(1.0, static_cast<double>(rows_))));
}

void SharedFeatures::Add(int owner, std::int64_t row, std::int64_t column, std::int64_t columns,
                         const masking::AngleWords& angles) {
  Roles& roles = math_.roles();
  if (!roles.takes_part(owner)) return;
  const std::size_t count = angles.size();
  const std::int64_t rows = static_cast<std::int64_t>(count) / columns;
  turns_.resize(count);
  masking::TurnsOf(angles, turns_);
  factors_.resize(2 * count);
  Factors(turns_, roles.is_helper() ? -1.0F : 1.0F, factors_);
  if (roles.is_owner(owner)) {
    roles.Deal(owner, factors_, {});
    parts_[base::Index(owner)].Mask(row, column, rows, columns, {});
    return;
  }
  shares_.resize(2 * count);
  roles.Deal(owner, {}, shares_);
  for (std::size_t i = 0; i < count; ++i)
    shares_[i] = shares_[i] * factors_[i] + shares_[count + i] * factors_[count + i];
  parts_[base::Index(owner)].Mask(row, column, rows, columns, std::span(shares_).first(count));
}

SharedVector SharedFeatures::Times(const SharedVector& p) {
  SharedVector product = EmptyProduct(math_, p, columns_, rows_);
  std::size_t begin = 0;
  for (MaskedMatrix& part : parts_) {
    const std::size_t count = p.share.empty() ? 0 : base::Index(part.columns());
    part.AddProduct(std::span(p.share).subspan(begin, count), product.share);
    begin += count;
  }
  return product;
}

SharedVector SharedFeatures::TransposedTimes(const SharedVector& u) {
  SharedVector product = EmptyProduct(math_, u, rows_, columns_);
  std::size_t begin = 0;
  for (MaskedMatrix& part : parts_) {
    const std::size_t count = u.share.empty() ? 0 : base::Index(part.columns());
    part.AddTransposed(u.share, std::span(product.share).subspan(begin, count));
    begin += count;
  }
  return product;
}

}  // namespace fdskl::sharing
