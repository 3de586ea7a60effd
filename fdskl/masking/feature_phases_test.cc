#include "fdskl/masking/feature_phases.h"

#include <gtest/gtest.h>

#include <cmath>
#include <map>
#include <vector>

#include "base/index.h"

namespace fdskl::masking {
namespace {

TEST(PhaseWorker, IsUniformOverTheOthers) {
  std::map<int, int> counts;
  constexpr int kDraws = 70000;
  constexpr double kExpected = kDraws / 7.0;
  for (int j = 0; j < kDraws; ++j) ++counts[PhaseWorker(3, j, 8, 2)];
  EXPECT_EQ(counts.size(), 7U);
  EXPECT_EQ(counts.count(2), 0U);
  for (const auto& [worker, count] : counts) EXPECT_NEAR(count, kExpected, 5 * std::sqrt(kExpected));
}

// Saved models rely on these: another worker would supply another phase.
TEST(PhaseWorker, NeverChanges) {
  std::vector<int> suppliers(8);
  for (int j = 0; j < 8; ++j) suppliers[base::Index(j)] = PhaseWorker(7, j, 8, 2);
  EXPECT_EQ(suppliers, (std::vector<int>{6, 6, 7, 5, 3, 4, 3, 6}));
  EXPECT_EQ(PhaseWorker(7, (std::int64_t{1} << 40) + 5, 8, 2), 5);
}

TEST(PhaseWorker, AloneTheOwnerSuppliesThePhase) { EXPECT_EQ(PhaseWorker(3, 5, 1, 0), 0); }

}  // namespace
}  // namespace fdskl::masking
