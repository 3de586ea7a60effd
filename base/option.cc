#include "base/option.h"

#include <cmath>

#include "base/error.h"

namespace fdskl::base {

void RequireAtLeast(std::string_view name, std::int64_t value, std::int64_t least) {
  if (value < least) Fail("{} must be at least {}, not {}", name, least, value);
}

void RequirePositive(std::string_view name, double value) {
  if (!std::isfinite(value) || value <= 0) Fail("{} must be a number above 0, not {}", name, value);
}

void RequireNotNegative(std::string_view name, double value) {
  if (!std::isfinite(value) || value < 0) Fail("{} must be a number from 0 up, not {}", name, value);
}

}  // namespace fdskl::base
