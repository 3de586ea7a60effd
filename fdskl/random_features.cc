#include "fdskl/random_features.h"

#include <Random123/philox.h>

#include <algorithm>
#include <array>
#include <numbers>

#include "base/error.h"
#include "fdskl/masking/turns.h"

namespace fdskl {
namespace {

constexpr float kCauchyLimit = 4096;
// The last word of the counter for entries of w; masking::PhaseWorker() uses 1.
constexpr std::uint32_t kEntry = 0;

std::array<std::uint32_t, 4> Words(std::uint64_t seed, std::uint64_t index, std::uint32_t column) {
  const r123::Philox4x32::ctr_type counter{
      {static_cast<std::uint32_t>(index), static_cast<std::uint32_t>(index >> 32U), column, kEntry}};
  const r123::Philox4x32::key_type key{{static_cast<std::uint32_t>(seed), static_cast<std::uint32_t>(seed >> 32U)}};
  const r123::Philox4x32::ctr_type words = r123::Philox4x32()(counter, key);
  return {words[0], words[1], words[2], words[3]};
}

// A number in (0, 1].
float Uniform(std::uint32_t word) { return (static_cast<float>(word) + 1.0F) * 0x1p-32F; }

constexpr std::int64_t kGroup = RandomFeatures::kGroupSize;
using Half = Eigen::Array<float, kGroup / 2, 1>;

// Box-Muller: two uniforms give the two normals r cos(2 pi v) and r sin(2 pi v), in place.
void MakeNormal(Half& u, Half& v) {
  const Half radius = (-2.0F * u.log()).sqrt();
  for (Eigen::Index i = 0; i < u.size(); ++i) {
    u[i] = radius[i] * masking::CosTurns(v[i]);
    v[i] = radius[i] * masking::CosTurns(v[i] - 0.25F);
  }
}

// The tangent of a uniform angle is Cauchy.
void MakeCauchy(Half& u, float limit) {
  for (Eigen::Index i = 0; i < u.size(); ++i) {
    const float tangent = masking::CosTurns(u[i] * 0.5F - 0.25F) / masking::CosTurns(u[i] * 0.5F);
    u[i] = std::min(std::max(tangent, -limit), limit);
  }
}

}  // namespace

RandomFeatures::RandomFeatures(Kernel kernel, double sigma, std::uint64_t seed)
    : kernel_(kernel), scale_(static_cast<float>(1 / (2 * std::numbers::pi * sigma))), seed_(seed) {
  FDSKL_REQUIRE(sigma > 0);
}

void RandomFeatures::FillGroup(std::int64_t group, std::int32_t column, std::span<float, kGroupSize> out) const {
  Half u;
  Half v;
  for (Eigen::Index i = 0; i < u.size(); i += 2) {
    const auto words =
        Words(seed_, static_cast<std::uint64_t>(group * (kGroup / 4) + i / 2), static_cast<std::uint32_t>(column));
    u[i] = Uniform(words[0]);
    v[i] = Uniform(words[1]);
    u[i + 1] = Uniform(words[2]);
    v[i + 1] = Uniform(words[3]);
  }
  if (kernel_ == Kernel::kGaussian) {
    MakeNormal(u, v);
  } else {
    MakeCauchy(u, kCauchyLimit / scale_);
    MakeCauchy(v, kCauchyLimit / scale_);
  }
  for (std::size_t i = 0; i < kGroupSize / 2; ++i) {
    out[i] = scale_ * u[static_cast<Eigen::Index>(i)];
    out[i + kGroupSize / 2] = scale_ * v[static_cast<Eigen::Index>(i)];
  }
}

void RandomFeatures::Fill(std::int64_t first, std::span<const std::int32_t> columns,
                          Eigen::Ref<base::DenseMatrix> out) const {
  FDSKL_REQUIRE(first >= 0 && static_cast<std::size_t>(out.rows()) == columns.size());
  const std::int64_t end = first + out.cols();
  std::array<float, kGroupSize> made;
  for (std::size_t row = 0; row < columns.size(); ++row) {
    for (std::int64_t group = first / kGroup; group * kGroup < end; ++group) {
      FillGroup(group, columns[row], made);
      const std::int64_t begin = std::max(first, group * kGroup);
      const std::int64_t stop = std::min(end, (group + 1) * kGroup);
      std::copy_n(&made[static_cast<std::size_t>(begin - group * kGroup)], stop - begin,
                  &out(static_cast<Eigen::Index>(row), begin - first));
    }
  }
}

}  // namespace fdskl
