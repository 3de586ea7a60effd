#include "fdskl/random_features.h"

#include <Random123/philox.h>

#include <array>
#include <numbers>
#include <vector>

#include "base/error.h"
#include "fdskl/turns.h"

namespace fdskl {
namespace {

constexpr float kCauchyLimit = 4096;
// What the last word of a counter says the numbers are for.
enum class Purpose : std::uint32_t { kEntry = 0, kPhaseWorker = 1 };

std::array<std::uint32_t, 4> Words(std::uint64_t seed, std::uint64_t index, std::uint32_t column, Purpose purpose) {
  const r123::Philox4x32::ctr_type counter{{static_cast<std::uint32_t>(index), static_cast<std::uint32_t>(index >> 32U),
                                            column, static_cast<std::uint32_t>(purpose)}};
  const r123::Philox4x32::key_type key{{static_cast<std::uint32_t>(seed), static_cast<std::uint32_t>(seed >> 32U)}};
  const r123::Philox4x32::ctr_type words = r123::Philox4x32()(counter, key);
  return {words[0], words[1], words[2], words[3]};
}

// In (0, 1].
float Uniform(std::uint32_t word) { return (static_cast<float>(word) + 1.0F) * 0x1p-32F; }

// Box-Muller: two uniforms give the two normals r cos(2 pi v) and r sin(2 pi v), in place.
void MakeNormal(std::vector<float>& u, std::vector<float>& v) {
  Eigen::Map<Eigen::ArrayXf> radius(u.data(), static_cast<Eigen::Index>(u.size()));
  radius = (-2.0F * radius.log()).sqrt();
  for (std::size_t i = 0; i < u.size(); ++i) {
    const float r = u[i];
    u[i] = r * CosTurns(v[i]);
    v[i] = r * CosTurns(v[i] - 0.25F);
  }
}

void MakeCauchy(std::vector<float>& u, float limit) {
  for (float& value : u) {
    const float cosine = CosTurns(value * 0.5F);  // u uniform on a turn's half: the tangent is Cauchy
    const float sine = CosTurns(value * 0.5F - 0.25F);
    value = std::min(std::max(sine / cosine, -limit), limit);
  }
}

}  // namespace

RandomFeatures::RandomFeatures(Kernel kernel, double sigma, std::uint64_t seed)
    : kernel_(kernel), scale_(static_cast<float>(1 / (2 * std::numbers::pi * sigma))), seed_(seed) {
  FDSKL_REQUIRE(sigma > 0);
}

// Four features share one call of the generator, so the words of features 4g .. 4g+3 are drawn together and the ones
// outside [first, first + count) are thrown away.
void RandomFeatures::Fill(std::int64_t first, std::span<const std::int32_t> columns, Eigen::Ref<DenseMatrix> out) const {
  FDSKL_REQUIRE(first >= 0 && static_cast<std::size_t>(out.rows()) == columns.size());
  const std::int64_t count = out.cols();
  if (count == 0) return;
  const std::int64_t group_begin = first / 4;
  const std::int64_t group_end = (first + count + 3) / 4;
  const auto pairs = static_cast<std::size_t>(group_end - group_begin) * 2;
  std::vector<float> u(pairs);
  std::vector<float> v(pairs);
  for (std::size_t row = 0; row < columns.size(); ++row) {
    for (std::int64_t group = group_begin; group < group_end; ++group) {
      const auto words = Words(seed_, static_cast<std::uint64_t>(group), static_cast<std::uint32_t>(columns[row]),
                               Purpose::kEntry);
      const auto at = static_cast<std::size_t>(group - group_begin) * 2;
      u[at] = Uniform(words[0]);
      v[at] = Uniform(words[1]);
      u[at + 1] = Uniform(words[2]);
      v[at + 1] = Uniform(words[3]);
    }
    if (kernel_ == Kernel::kGaussian) {
      MakeNormal(u, v);
    } else {
      MakeCauchy(u, kCauchyLimit / scale_);
      MakeCauchy(v, kCauchyLimit / scale_);
    }
    float* const target = &out(static_cast<Eigen::Index>(row), 0);
    for (std::int64_t i = 0; i < count; ++i) {
      const auto at = static_cast<std::size_t>(first + i - 4 * group_begin);
      target[i] = scale_ * (at % 2 == 0 ? u[at / 2] : v[at / 2]);
    }
  }
}

int RandomFeatures::PhaseWorker(std::int64_t feature, int workers, int owner) const {
  FDSKL_REQUIRE(0 <= owner && owner < workers);
  if (workers == 1) return owner;
  const std::uint64_t word = Words(seed_, static_cast<std::uint64_t>(feature), 0, Purpose::kPhaseWorker)[0];
  const int other = static_cast<int>((word * static_cast<std::uint64_t>(workers - 1)) >> 32U);
  return other < owner ? other : other + 1;
}

}  // namespace fdskl
