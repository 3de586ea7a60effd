#include "runners/reporting/ledger/verdict.h"

#include <gtest/gtest.h>

#include <vector>

namespace fdskl::ledger {
namespace {

results::AuditRow Row(const std::string& attack, const std::string& mode, double recovered, double half_width = 0.01) {
  results::AuditRow row;
  row.attack = attack;
  row.mode = mode;
  row.sweep = "features";
  row.dataset = "a9a";
  row.edition = "full";
  row.features = 1000;
  row.measure = "bits";
  row.recovered = recovered;
  row.low = recovered - half_width;
  row.high = recovered + half_width;
  row.chance = 0.8;
  row.advantage = (recovered - 0.8) / 0.2;
  row.permuted = 0.75;
  return row;
}

std::vector<results::AuditRow> Rows(double regression, double reused, double outputs) {
  return {Row("masked-regression", "paper", regression),
          Row("reused-mask", "paper", reused),
          Row("owner-outputs", "paper", outputs),
          Row("masked-regression", "none", 0.99),
          Row("reused-mask", "none", 1),
          Row("owner-outputs", "none", 1)};
}

TEST(AuditVerdict, HeldWhenNothingIsBeyondChance) {
  EXPECT_EQ(TheoremTwoVerdict(Rows(0.8, 0.805, 0.79)).verdict, Verdict::kHeld);
}

TEST(AuditVerdict, PartlyWhenLittleIs) {
  EXPECT_EQ(TheoremTwoVerdict(Rows(0.8, 0.85, 0.79)).verdict, Verdict::kPartly);
}

TEST(AuditVerdict, DidNotHoldWhenMuchIs) {
  const AuditVerdict two = TheoremTwoVerdict(Rows(0.8, 0.8, 0.95));
  EXPECT_EQ(two.verdict, Verdict::kDidNotHold);
  EXPECT_TRUE(
      two.numbers.starts_with("One worker in `paper` recovers 0.9500 of bits by owner-outputs on a9a, full, "
                              "from 1000 features"))
      << two.numbers;
  EXPECT_EQ(two.numbers.find("reused-mask"), std::string::npos);
}

TEST(AuditVerdict, CountsTheRowWithMostFeatures) {
  std::vector<results::AuditRow> rows = Rows(0.8, 0.8, 0.8);
  rows.push_back(Row("reused-mask", "paper", 1));
  rows.back().features = 10;
  EXPECT_EQ(TheoremTwoVerdict(rows).verdict, Verdict::kHeld);
  rows.back().features = 2000;
  EXPECT_EQ(TheoremTwoVerdict(rows).verdict, Verdict::kDidNotHold);
  rows.back().sweep = "sigma";
  EXPECT_EQ(TheoremTwoVerdict(rows).verdict, Verdict::kHeld);
}

TEST(AuditVerdict, OfTheRepairTakesItsOwnAttacksAndControls) {
  std::vector<results::AuditRow> rows = {Row("masked-regression", "none", 0.99), Row("reused-mask", "none", 1)};
  for (const char* attack :
       {"masked-regression", "reused-mask", "owner-outputs", "asked-predictions", "helper-shares", "opened-numbers"})
    rows.push_back(Row(attack, "private", 0.8));
  EXPECT_EQ(RepairVerdict(rows).verdict, Verdict::kNotTestable);
  for (const char* attack : {"owner-outputs", "asked-predictions", "helper-shares", "opened-numbers"})
    rows.push_back(Row(attack, "private, no pads", 0.98));
  EXPECT_EQ(RepairVerdict(rows).verdict, Verdict::kHeld);
  rows[6] = Row("helper-shares", "private", 0.95);
  EXPECT_EQ(RepairVerdict(rows).verdict, Verdict::kDidNotHold);
  rows[6] = Row("helper-shares", "private", 0.8);
  rows.back() = Row("opened-numbers", "private, no pads", 0.8);
  EXPECT_EQ(RepairVerdict(rows).verdict, Verdict::kNotTestable);
}

TEST(AuditVerdict, NotTestableWithoutRowsOrWithABrokenControl) {
  EXPECT_EQ(TheoremTwoVerdict({}).verdict, Verdict::kNotTestable);
  std::vector<results::AuditRow> rows = Rows(0.8, 0.8, 0.95);
  rows.erase(rows.begin());
  EXPECT_EQ(TheoremTwoVerdict(rows).verdict, Verdict::kNotTestable);
  rows = Rows(0.8, 0.8, 0.95);
  rows[3] = Row("masked-regression", "none", 0.81);
  EXPECT_EQ(TheoremTwoVerdict(rows).verdict, Verdict::kNotTestable);
  rows = Rows(0.8, 0.8, 0.95);
  rows[2].permuted = 0.9;
  EXPECT_EQ(TheoremTwoVerdict(rows).verdict, Verdict::kNotTestable);
}

}  // namespace
}  // namespace fdskl::ledger
