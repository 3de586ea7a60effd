// A host reads the trees from its own messages, and infers the labels from the trees.

#include "runners/studies/audit/secureboost_attacks.h"

#include <gtest/gtest.h>

#include <cmath>
#include <map>

#include "base/index.h"
#include "base/seed.h"
#include "baselines/secureboost/testing.h"

namespace fdskl::audit {
namespace {

constexpr std::int64_t kColumns = 8;

// Labels that depend on two columns of different workers.
Table MakeTable(int repeat, std::int64_t samples) {
  Table table{base::DenseMatrix(samples, kColumns), {}};
  for (std::int64_t i = 0; i < samples; ++i) {
    for (std::int64_t k = 0; k < kColumns; ++k)
      table.x(i, k) = static_cast<float>(base::Seed("value", repeat, i, k) >> 40U) * 0x1p-24F;
    table.y.push_back(table.x(i, 0) + table.x(i, kColumns - 1) > 1.2F ? 1.0F : -1.0F);
  }
  return table;
}

Setup SmallSetup() {
  return {.method = Audited::kSecureBoost,
          .dataset = "small",
          .sweep = "features",
          .workers = 3,
          .samples = 120,
          .features = {1, 8}};
}

TEST(SeenTrees, AreTheSameForEveryHostAndNumberOfWorkers) {
  const Table table = MakeTable(0, 90);
  const std::vector<SeenTree> trees =
      TreesFrom(RecordSecureBoost(table, secureboost::testing::SmallBoost(), 2).received[1], 90);
  EXPECT_EQ(trees.size(), 3U);
  for (const int workers : {3, 8}) {
    const BoostRecording run = RecordSecureBoost(table, secureboost::testing::SmallBoost(), workers);
    for (int host = 1; host < workers; ++host) EXPECT_EQ(TreesFrom(run.received[base::Index(host)], 90), trees) << host;
  }
}

// The weight of a leaf of the first tree follows from the labels of the samples in it.
TEST(SeenTrees, HaveTheSamplesOfTheGuestsLeaves) {
  const Table table = MakeTable(0, 90);
  const secureboost::BoostSettings settings = secureboost::testing::SmallBoost();
  const BoostRecording run = RecordSecureBoost(table, settings, 4);
  const SeenTree tree = TreesFrom(run.received[2], 90).front();
  double p = 0;
  for (const float y : table.y) p += y > 0 ? 1.0 / 90 : 0;
  std::map<std::int32_t, std::pair<double, double>> sums;  // by leaf: sums of first and second derivatives
  for (std::size_t i = 0; i < tree.size(); ++i) {
    sums[tree[i]].first += p - (table.y[i] > 0 ? 1 : 0);
    sums[tree[i]].second += p * (1 - p);
  }
  EXPECT_GE(sums.size(), 4U);
  for (const auto& [leaf, sum] : sums) {
    ASSERT_TRUE(run.trees[0].at(base::Index(leaf)).is_leaf());
    EXPECT_NEAR(run.trees[0][base::Index(leaf)].weight,
                -settings.learning_rate * sum.first / (sum.second + settings.lambda), 1e-6);
  }
}

TEST(RowSets, TellLabelsUnlessTheTreesGrewOnOthers) {
  const auto setup = SmallSetup();
  const std::vector<results::AuditRow> rows = RunSetup(setup, MakeTable, AttackKind::kRowSets);
  ASSERT_EQ(rows.size(), 6U);
  for (const results::AuditRow& row : rows) {
    EXPECT_EQ(row.hidden_columns, 1);
    EXPECT_LE(row.permuted, row.chance + 0.05) << row.mode << " " << row.features;
    if (row.role == "must-fail") {
      EXPECT_LE(row.low, row.chance) << row.mode << " " << row.features;
    } else if (row.role == "measured" || row.features == 8) {  // the small steps of one tree seldom change a sign
      EXPECT_GT(row.low, row.chance) << row.mode << " " << row.features;
      EXPECT_GT(row.advantage, row.role == "must-succeed" ? 0.9 : 0.3) << row.mode << " " << row.features;
    }
  }
  const std::vector<results::AuditRow> again = RunSetup(setup, MakeTable, {});
  for (std::size_t i = 0; i < rows.size(); ++i) EXPECT_EQ(again.at(i).recovered, rows[i].recovered);
}

}  // namespace
}  // namespace fdskl::audit
