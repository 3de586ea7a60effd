#include "fdskl/sharing/conjugate_gradients.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "base/error.h"
#include "base/index.h"

namespace fdskl::sharing {
namespace {

constexpr int kMostLabelBits = 40;
constexpr double kCentredNorm = 0x1p44;   // norm of a product while it is centred; afterwards it is rounded more
constexpr double kSolutionNorm = 0x1p38;  // a solution of a larger norm loses bits
constexpr int kFirstStepBits = 32;        // norm of the first step, as a power of two
constexpr double kConverged = 1e-12;      // an |r|^2 below this share of the first one is rounding
constexpr double kNoise = 8;              // units of y that its rounding may leave in the residual, an entry of y

}  // namespace

int ConjugateGradients::LabelBits(std::int64_t rows, double most) {
  const double room = std::log2(kRange / 4 / (most * std::max(1.0, static_cast<double>(rows))));
  return std::min(kMostLabelBits, static_cast<int>(std::floor(room)));
}

ConjugateGradients::ConjugateGradients(SharedFeatures& features, SharedVector y, double ridge)
    : features_(features), ridge_(ridge), solution_(features.math().Zero(base::Index(features.columns()))) {
  FDSKL_REQUIRE(ridge >= 0);
  SharedMath& math = features.math();
  intercept_ = math.Centre(y);
  math.Limit(y, features.sample_norm());
  residual_ = features.TransposedTimes(y);
  residual_square_ = direction_square_ = math.Square(residual_);
  const double noise = kNoise * SharedFeatures::kLargest *
                       std::sqrt(static_cast<double>(features.rows()) * static_cast<double>(features.columns()));
  if (residual_.norm < noise) residual_square_ = 0;  // all labels are equal
  math.Fit(residual_, features.vector_norm());
  direction_ = residual_;
  if (math.roles().is_helper()) opened_.push_back(residual_square_);
}

void ConjugateGradients::Step() {
  SharedMath& math = features_.math();
  const bool helps = math.roles().is_helper();
  SharedVector u = features_.Times(direction_);
  math.Limit(u, kCentredNorm);
  const SharedVector mean = math.Centre(u);
  const double u_square = math.Square(u);
  math.Limit(u, features_.sample_norm());
  SharedVector q = features_.TransposedTimes(u);
  if (ridge_ > 0) {
    // Both terms must fit, whichever is larger.
    const double term = std::ldexp(ridge_ * direction_.norm, q.bits - direction_.bits);
    math.Limit(q, q.norm * std::min(1.0, kRange / 8 / std::max(q.largest, term)));
    math.AddScaled(q, ridge_, direction_);
  }
  const double q_square = math.Square(q);
  const double curvature = u_square + ridge_ * direction_square_;
  const bool moves = helps && curvature > 0 && residual_square_ > kConverged * opened_.front();
  const double step = moves ? residual_square_ / curvature : 0;
  if (opened_.size() == 1 && moves) {
    solution_.bits = kFirstStepBits + direction_.bits - static_cast<int>(std::ceil(std::log2(direction_.norm * step)));
  }
  math.AddScaled(solution_, step, direction_);
  math.Limit(solution_, kSolutionNorm);
  SharedVector fine_mean = mean;
  math.Limit(fine_mean, kFactorNorm);
  math.AddScaled(intercept_, -step, fine_mean);
  math.Limit(q, kFactorNorm);
  math.AddScaled(residual_, -step, q);
  const double next = math.Square(residual_) * (moves ? 1 : 0);
  math.Fit(residual_, features_.vector_norm());
  SharedVector direction = residual_;
  math.AddScaled(direction, residual_square_ > 0 ? next / residual_square_ : 0, direction_);
  direction_square_ = math.Square(direction);
  math.Fit(direction, features_.vector_norm());
  direction_ = std::move(direction);
  residual_square_ = next;
  if (helps) opened_.insert(opened_.end(), {u_square, q_square, next, direction_square_});
}

}  // namespace fdskl::sharing
