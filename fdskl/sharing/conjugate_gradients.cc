#include "fdskl/sharing/conjugate_gradients.h"

#include <algorithm>
#include <cmath>

#include "base/error.h"
#include "base/index.h"

namespace fdskl::sharing {
namespace {

constexpr double kUpdateNorm = 0x1p33;    // of a vector that is multiplied by a factor of 28 bits
constexpr double kSolutionNorm = 0x1p38;  // beyond it, the solution loses bits
constexpr int kFirstStepBits = 32;        // norm of the first step, as a power of two
constexpr double kConverged = 1e-12;      // of |r|^2 at the start: what is left below it is rounding

}  // namespace

int ConjugateGradients::LabelBits(std::int64_t rows, double most) {
  return static_cast<int>(
      std::floor(std::log2(kRange / 2 / (SharedFeatures::kLargest * most * std::max(1.0, static_cast<double>(rows))))));
}

ConjugateGradients::ConjugateGradients(SharedFeatures& features, const SharedVector& y, double ridge)
    : features_(features),
      ridge_(ridge),
      solution_(features.math().Zero(base::Index(features.columns()))),
      residual_(features.TransposedTimes(y)) {
  FDSKL_REQUIRE(ridge >= 0);
  SharedMath& math = features.math();
  residual_square_ = math.Square(residual_);
  math.Fit(residual_, features.vector_norm());
  direction_ = residual_;
  if (math.roles().is_helper()) opened_.push_back(residual_square_);
}

void ConjugateGradients::Step() {
  SharedMath& math = features_.math();
  const bool helps = math.roles().is_helper();
  SharedVector u = features_.Times(direction_);
  math.Fit(u, features_.sample_norm());
  SharedVector q = features_.TransposedTimes(u);
  if (ridge_ > 0) math.AddScaled(q, ridge_, direction_);
  const double square = math.Square(q);
  const double curvature = math.Dot(direction_, q);
  const bool moves = helps && curvature > 0 && residual_square_ > kConverged * opened_.front();
  const double step = moves ? residual_square_ / curvature : 0;
  if (helps && opened_.size() == 1 && step > 0) {
    solution_.bits = kFirstStepBits + direction_.bits - static_cast<int>(std::ceil(std::log2(direction_.norm * step)));
  }
  math.AddScaled(solution_, step, direction_);
  math.Limit(solution_, kSolutionNorm);
  math.Fit(q, kUpdateNorm);
  math.AddScaled(residual_, -step, q);
  const double next = math.Square(residual_);
  math.Fit(residual_, features_.vector_norm());
  SharedVector direction = residual_;
  math.AddScaled(direction, residual_square_ > 0 ? next / residual_square_ : 0, direction_);
  math.Fit(direction, features_.vector_norm());
  direction_ = std::move(direction);
  residual_square_ = next;
  if (helps) opened_.insert(opened_.end(), {square, curvature, next});
}

}  // namespace fdskl::sharing
