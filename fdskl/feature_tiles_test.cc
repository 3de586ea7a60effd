#include "fdskl/feature_tiles.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "base/index.h"
#include "fdskl/random_features.h"

namespace fdskl {
namespace {

TEST(FeatureTiles, AreWiderForFewSamples) {
  EXPECT_EQ(FeatureTiles::Width(1), 8 * FeatureBank::kChunk);
  EXPECT_EQ(FeatureTiles::Width(16), 8 * FeatureBank::kChunk);
  EXPECT_EQ(FeatureTiles::Width(64), 2 * FeatureBank::kChunk);
  EXPECT_EQ(FeatureTiles::Width(RowTiles::kTileRows), FeatureBank::kChunk);
  EXPECT_EQ(FeatureTiles::Width(100000), FeatureBank::kChunk);
}

// Every sample and feature is in one tile, with the product of the sample's columns and the feature's entries, whatever
// the number of samples, where the features begin, and whether w is kept.
TEST(FeatureTiles, HoldEveryProductOnce) {
  const std::vector<std::int32_t> columns = {3, 4, 9};
  const base::Matrix x(base::DenseMatrix::Random(300, 3));
  constexpr std::int64_t kEnd = 5000;
  for (const std::int64_t memory : {std::int64_t{0}, std::int64_t{1} << 20}) {
    Settings settings;
    settings.sigma = 2;
    settings.feature_memory_bytes = memory;
    const FeatureOrder order{3, 2};
    FeatureTiles tiles(settings, columns, order);
    const RandomFeatures random(settings.kernel, settings.sigma, settings.seed);
    base::DenseMatrix w(3, 1);
    for (const std::size_t samples : {1, 16, 50, 129, 300}) {
      std::vector<std::int32_t> rows = base::FirstNumbers(static_cast<std::int64_t>(samples));
      std::reverse(rows.begin(), rows.end());
      for (const std::int64_t begin : {0, 700, 4096}) {
        Eigen::MatrixXi seen = Eigen::MatrixXi::Zero(static_cast<Eigen::Index>(samples), kEnd - begin);
        tiles.ForEach(x, rows, 1, begin, kEnd, [&](int /*thread*/, std::size_t row, const Tile& tile) {
          ASSERT_EQ(tile.owner, 1);
          ASSERT_LE(std::ssize(tile.features), FeatureTiles::Width(samples));
          for (std::size_t i = 0; i < tile.rows.size(); ++i) {
            ASSERT_EQ(tile.rows[i], rows[row + i]);
            for (std::size_t j = 0; j < tile.features.size(); ++j) {
              const std::int64_t own = tile.first_feature + static_cast<std::int64_t>(j);
              ++seen(static_cast<Eigen::Index>(row + i), own - begin);
              ASSERT_EQ(tile.features[j], order.Global(1, own));
              if ((row + i + j) % 97 != 0) continue;  // a sample of the products is enough
              random.Fill(tile.features[j], columns, w);
              ASSERT_NEAR(tile.own_part(static_cast<Eigen::Index>(i), static_cast<Eigen::Index>(j)),
                          x.dense().row(tile.rows[i]).dot(w.col(0)), 1e-6);
            }
          }
        });
        EXPECT_TRUE((seen.array() == 1).all()) << samples << " samples from feature " << begin;
      }
    }
  }
}

}  // namespace
}  // namespace fdskl
