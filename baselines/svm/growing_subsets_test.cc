#include "baselines/svm/growing_subsets.h"

#include <gtest/gtest.h>

namespace fdskl::svm {
namespace {

TEST(GrowingSizes, HalveAndEndWithAll) {
  EXPECT_EQ(GrowingSizes(1600, 5), (std::vector<std::int64_t>{100, 200, 400, 800, 1600}));
  EXPECT_EQ(GrowingSizes(1600, 1), std::vector<std::int64_t>{1600});
  EXPECT_EQ(GrowingSizes(50, 5), (std::vector<std::int64_t>{25, 50}));
  EXPECT_EQ(GrowingSizes(3, 5), std::vector<std::int64_t>{3});
}

}  // namespace
}  // namespace fdskl::svm
