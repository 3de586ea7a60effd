#include "baselines/svm/growing_subsets.h"

#include "base/error.h"

namespace fdskl::svm {

std::vector<std::int64_t> GrowingSizes(std::int64_t samples, int points) {
  constexpr std::int64_t kLeast = 16;
  FDSKL_REQUIRE(samples >= 1 && 1 <= points && points <= 32);
  std::vector<std::int64_t> sizes;
  for (int halvings = points - 1; halvings > 0; --halvings) {
    if (samples >> halvings >= kLeast) sizes.push_back(samples >> halvings);
  }
  sizes.push_back(samples);
  return sizes;
}

}  // namespace fdskl::svm
