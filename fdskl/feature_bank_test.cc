#include "fdskl/feature_bank.h"

#include <gtest/gtest.h>

#include <numeric>

namespace fdskl {
namespace {

// Whatever the block, the number of owners and the budget, the bank has the features that RandomFeatures makes, when
// they are requested one block after the other as in training, and when they are requested again.
TEST(FeatureBank, HasTheRandomFeatures) {
  std::vector<std::int32_t> columns(5);
  std::iota(columns.begin(), columns.end(), 3);
  Settings settings;
  for (const std::int64_t block : {1, 3, 16, 32, 48, 512}) {
    for (const int active : {1, 2, 3}) {
      const FeatureOrder order{block, active};
      const std::int64_t owned = block * (1100 / block + 1);
      base::DenseMatrix expected(std::ssize(columns), order.Global(active - 1, owned - 1) + 1);
      RandomFeatures(settings.kernel, settings.sigma, settings.seed).Fill(0, columns, expected);
      for (const std::int64_t chunks : {0, 1, 100}) {
        SCOPED_TRACE(::testing::Message() << block << " features, " << active << " owners, " << chunks << " chunks");
        settings.feature_memory_bytes =
            chunks * FeatureBank::kChunk * std::ssize(columns) * std::int64_t{sizeof(float)};
        FeatureBank bank(settings, columns, order);
        const auto expect_equal = [&](int owner, std::int64_t begin, std::int64_t end) {
          const FeatureBank::View view = bank.Get(owner, begin, end);
          for (std::int64_t i = begin; i < end; ++i)
            ASSERT_EQ(view.col(i - begin), expected.col(order.Global(owner, i))) << owner << ' ' << i;
        };
        for (std::int64_t made = 0; made < owned; made += block) {
          for (int owner = 0; owner < active; ++owner) {
            for (std::int64_t begin = made; begin < made + block;) {
              const std::int64_t end = FeatureBank::EndInChunk(begin, made + block);
              expect_equal(owner, begin, end);
              begin = end;
            }
          }
        }
        for (int owner = 0; owner < active; ++owner) expect_equal(owner, FeatureBank::kChunk, 2 * FeatureBank::kChunk);
      }
    }
  }
}

}  // namespace
}  // namespace fdskl
