#include "base/shuffle.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <numeric>

namespace fdskl::base {
namespace {

TEST(StratifiedOrder, EveryPrefixHasItsShareOfBothClasses) {
  std::vector<float> labels(1000, -1);
  for (std::size_t i = 0; i < 70; ++i) labels[i] = 1;
  const std::vector<std::int32_t> order = StratifiedOrder(labels, 3);
  double positives = 0;
  for (std::size_t n = 0; n < order.size(); ++n) {
    positives += labels[static_cast<std::size_t>(order[n])] > 0 ? 1 : 0;
    EXPECT_NEAR(positives, 0.07 * static_cast<double>(n + 1), 1.0) << n;
  }
}

TEST(StratifiedOrder, HoldsEverySampleOnceInAnOrderOfTheSeed) {
  const std::vector<float> targets(300, 2.5F);
  std::vector<std::int32_t> order = StratifiedOrder(targets, 3);
  EXPECT_EQ(order, StratifiedOrder(targets, 3));
  EXPECT_NE(order, StratifiedOrder(targets, 4));
  std::ranges::sort(order);
  std::vector<std::int32_t> all(300);
  std::iota(all.begin(), all.end(), 0);
  EXPECT_EQ(order, all);
}

}  // namespace
}  // namespace fdskl::base
