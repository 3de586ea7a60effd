#include "fdskl/loss.h"

#include <cmath>
#include <stdexcept>

namespace fdskl {

double Loss(LossKind kind, double f, double y) {
  const double z = y * f;
  switch (kind) {
    case LossKind::kLogistic:
      return z > 0 ? std::log1p(std::exp(-z)) : std::log1p(std::exp(z)) - z;
    case LossKind::kSmoothHinge:
      if (z <= 0) return 0.5 - z;
      return z < 1 ? 0.5 * (1 - z) * (1 - z) : 0;
    case LossKind::kSquare:
      return (f - y) * (f - y);
  }
  throw std::logic_error("unknown loss");
}

double LossDerivative(LossKind kind, double f, double y) {
  const double z = y * f;
  switch (kind) {
    case LossKind::kLogistic:
      return -y / (1 + std::exp(z));
    case LossKind::kSmoothHinge:
      if (z <= 0) return -y;
      return z < 1 ? -y * (1 - z) : 0;
    case LossKind::kSquare:
      return 2 * (f - y);
  }
  throw std::logic_error("unknown loss");
}

}  // namespace fdskl
