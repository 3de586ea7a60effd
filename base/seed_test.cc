#include "base/seed.h"

#include <gtest/gtest.h>

#include <set>

namespace fdskl::base {
namespace {

TEST(Seed, IsTheSameOnEveryMachine) { EXPECT_EQ(Seed("split", "a9a", 3), Seed("split", "a9a", 3)); }

TEST(Seed, AxesDoNotRunTogether) {
  EXPECT_NE(Seed("ab", "c"), Seed("a", "bc"));
  EXPECT_NE(Seed("a", 11), Seed("a", 1, 1));
}

TEST(Seed, NeighboursDiffer) {
  std::set<std::uint64_t> seen;
  for (int split = 0; split < 1000; ++split) seen.insert(Seed("split", "a9a", split));
  EXPECT_EQ(seen.size(), 1000U);
}

}  // namespace
}  // namespace fdskl::base
