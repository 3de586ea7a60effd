// Verdicts on made-up rows whose verdict is plain.

#include "runners/reporting/ledger/ledger.h"

#include <gtest/gtest.h>

#include <array>
#include <cmath>

#include "base/files.h"
#include "base/testing.h"
#include "baselines/methods.h"
#include "fdskl/fdskl_method.h"
#include "results/rows.h"
#include "runners/reporting/ledger/comparisons.h"
#include "runners/reporting/stored/testing.h"

namespace fdskl::ledger {
namespace {

using results::Experiment;

using stored::testing::MadeUp;

constexpr std::array kDatasets = {"gisette", "phishing", "a9a", "ijcnn1", "cod-rna", "w8a", "real-sim", "epsilon"};

std::string VerdictOf(Claim (*claim)(const stored::Stored&), const stored::testing::MadeUp& made) {
  return claim(*made.Make()).row.verdict;
}

TEST(Comparisons, Rules) {
  Comparisons none;
  EXPECT_EQ(none.Judge(), Verdict::kNotTestable);
  Comparisons all;
  for (int i = 1; i <= 7; ++i) all.Add(i, "x");
  EXPECT_EQ(all.Judge(), Verdict::kHeld);
  Comparisons most = all;
  most.Add(-1, "x");
  EXPECT_EQ(most.Judge(), Verdict::kPartly);
  Comparisons half;
  half.Add(1, "x");
  half.Add(-1, "x");
  EXPECT_EQ(half.Judge(), Verdict::kDidNotHold);
}

TEST(Ledger, WithoutRowsNothingIsTestableAndEveryClaimSaysWhatToRun) {
  const auto ledger = Ledger(*stored::testing::MadeUp().Make());
  ASSERT_EQ(ledger.size(), 12U);
  for (const Claim& claim : ledger) {
    EXPECT_EQ(claim.row.verdict, "not-testable") << claim.row.claim;
    EXPECT_FALSE(claim.row.rule.empty());
    EXPECT_FALSE(claim.row.numbers.empty());
  }
  EXPECT_EQ(ledger[0].row.numbers, "no rows of experiment curves; run: fdskl reproduce --experiment curves");
}

// Both end at 10%; FDSKL in a quarter of the time, or DSG.
stored::testing::MadeUp Curves(double fdskl_seconds, double dsg_seconds) {
  stored::testing::MadeUp made;
  for (const char* dataset : kDatasets) {
    for (int split = 0; split < 3; ++split) {
      made.Run(Experiment::kCurves, dataset, "fdskl", split, 10, fdskl_seconds);
      made.Curve({30, 20, 10});
      made.Run(Experiment::kCurves, dataset, "dsg", split, 10, dsg_seconds);
      made.Curve({30, 20, 10});
    }
  }
  return made;
}

TEST(Ledger, FastestConvergence) {
  EXPECT_EQ(VerdictOf(FastestConvergence, Curves(1, 4)), "held");
  EXPECT_EQ(VerdictOf(FastestConvergence, Curves(4, 1)), "did-not-hold");
  const Claim claim = FastestConvergence(*Curves(1, 4).Make());
  EXPECT_NE(claim.row.numbers.find("8 of 8"), std::string::npos);
  EXPECT_NE(claim.row.numbers.find("a9a DSG ×4"), std::string::npos);
  EXPECT_NEAR(*claim.row.p_value, 2.0 / 256, 1e-12);
}

stored::testing::MadeUp Errors(double fdskl, double others) {
  stored::testing::MadeUp made;
  for (const char* dataset : kDatasets) {
    for (int split = 0; split < 6; ++split) {
      for (const baselines::MethodRef method : baselines::Methods()) {
        const double spread = method == &kFdskl ? 0.1 : 0.5;
        const double mean = method == &kFdskl ? fdskl : others + static_cast<double>(baselines::PlaceOf(method));
        results::RunRow& run =
            made.Run(Experiment::kErrors, dataset, std::string(method->name), split, mean + spread * (split % 3), 1);
        if (std::string(dataset) == "real-sim") run.columns = 20958;
      }
    }
  }
  return made;
}

TEST(Ledger, ErrorsAndVariance) {
  EXPECT_EQ(VerdictOf(LowestError, Errors(5, 10)), "held");
  EXPECT_EQ(VerdictOf(LowestError, Errors(20, 10)), "did-not-hold");
  EXPECT_EQ(VerdictOf(LowestVariance, Errors(20, 10)), "held");
  const results::ClaimRow row = LowestError(*Errors(5, 10).Make()).row;
  EXPECT_LT(*row.p_value, 1e-3);
  EXPECT_DOUBLE_EQ(*row.effect, 1);
}

TEST(Ledger, SecureBoostAndLinear) {
  const auto held = SecureBoostPoorInHighDimension(*Errors(5, 10).Make());
  EXPECT_EQ(held.row.verdict, "held");
  EXPECT_NE(held.row.numbers.find("1 of 1 (real-sim +10"), std::string::npos) << held.row.numbers;
  EXPECT_EQ(VerdictOf(SecureBoostPoorInHighDimension, Errors(50, 10)), "did-not-hold");
  EXPECT_EQ(VerdictOf(LinearWorse, Errors(5, 10)), "held");
}

TEST(Ledger, TreeCheapestLooksAtTheMostWorkersAndAtMeasurements) {
  stored::testing::MadeUp made;
  const auto add = [&](const char* structure, int q, const char* link, double seconds, bool predicted) {
    results::CommRow row{"a9a", "full", 1000, structure, q, link, {}, {}, q, q, q, predicted};
    (predicted ? row.predicted_seconds : row.seconds) = seconds;
    made.comm().push_back(row);
  };
  for (const char* structure : {"tree", "ring", "star"}) {
    const bool tree = std::string(structure) == "tree";
    add(structure, 2, "shared-memory", tree ? 9 : 1, false);  // the old name of the same link
    add(structure, 16, "bare", tree ? 1 : 9, false);
    add(structure, 16, "wan", tree ? 9 : 1, true);
  }
  EXPECT_EQ(VerdictOf(TreeCheapest, made), "held");
  EXPECT_NE(TreeCheapest(*made.Make()).row.numbers.find("predicted: 0 of 1"), std::string::npos);

  // Sums by clock count as what was summed; a pipeline that is cheaper than the tree is named.
  for (const char* structure : {"tree", "ring", "star", "pipelined-ring"}) {
    add(structure, 128, "lan", 0, false);
    made.comm().back().seconds.reset();
    const std::string name = structure;
    made.comm().back().clock_seconds = name == "tree" ? 4 : name == "pipelined-ring" ? 1 : 9;
  }
  const std::string numbers = TreeCheapest(*made.Make()).row.numbers;
  EXPECT_NE(numbers.find("a9a lan q=128 ×2.2"), std::string::npos) << numbers;
  EXPECT_NE(numbers.find("a pipelined-ring was cheaper still in 1 of 2, down to ×0.25"), std::string::npos) << numbers;
}

TEST(Ledger, ScalingByOrderOrByWhoStopped) {
  stored::testing::MadeUp made;
  for (std::int64_t size = 1; size <= 4; ++size) {
    made.Run(Experiment::kScaling, "a9a", "fdskl", 0, 10, static_cast<double>(size)).train_rows = 1000 * size;
    made.Run(Experiment::kScaling, "a9a", "pp-svmv", 0, 10, static_cast<double>(size * size)).train_rows = 1000 * size;
    made.Run(Experiment::kScaling, "w8a", "fdskl", 0, 10, static_cast<double>(size)).train_rows = 1000 * size;
    made.Run(Experiment::kScaling, "w8a", "pp-svmv", 0, 10, 1).train_rows = 1000 * size;
    if (size > 2) made.Fails("out-of-memory", "needs 5 TB");
  }
  const results::ClaimRow row = ScalesBetter(*made.Make()).row;
  EXPECT_EQ(row.verdict, "held");
  EXPECT_NE(row.numbers.find("a9a: order 1.00 against 2.00"), std::string::npos) << row.numbers;
  EXPECT_NE(row.numbers.find("w8a: PP-SVMV out-of-memory in 2 of 4"), std::string::npos) << row.numbers;
}

// The verdict is that of elapsed times; where a machine for every party would give another, the numbers say so.
TEST(Ledger, TimesAreJudgedByClockToo) {
  const auto made = [](double ours_by_clock) {
    stored::testing::MadeUp rows;
    rows.Run(Experiment::kTimes, "a9a", "fdskl", 0, 10, 1);
    rows.Clock(ours_by_clock);
    rows.Run(Experiment::kTimes, "a9a", "secureboost", 0, 10, 5);
    rows.Clock(0.5);
    return rows;
  };
  const results::ClaimRow same = FasterThanSecureBoost(*made(0.5).Make()).row;
  EXPECT_EQ(same.verdict, "held");
  EXPECT_NE(same.numbers.find("with a machine for every party, lan: 1 of 1 (a9a ×5), held too"), std::string::npos)
      << same.numbers;
  const results::ClaimRow other = FasterThanSecureBoost(*made(10).Make()).row;
  EXPECT_EQ(other.verdict, "held");
  EXPECT_NE(other.numbers.find("0 of 1 (a9a ×0.25), did-not-hold, which differs"), std::string::npos) << other.numbers;
}

TEST(Ledger, ConvergenceIsJudgedByClockToo) {
  stored::testing::MadeUp made;
  made.Run(Experiment::kCurves, "a9a", "fdskl", 0, 10, 20);
  made.Curve({30, 20, 10});
  made.Clock(0.1);
  made.Run(Experiment::kCurves, "a9a", "dsg", 0, 10, 10);
  made.Curve({30, 20, 10});
  made.Clock(1);
  const results::ClaimRow row = FastestConvergence(*made.Make()).row;
  EXPECT_EQ(row.verdict, "did-not-hold");
  EXPECT_NE(row.numbers.find("lan: 1 of 1 (a9a DSG ×5), held, which differs"), std::string::npos) << row.numbers;
}

TEST(Ledger, FasterThanSecureBoostCountsTimeouts) {
  stored::testing::MadeUp made;
  made.Run(Experiment::kTimes, "a9a", "fdskl", 0, 10, 1);
  made.Run(Experiment::kTimes, "a9a", "secureboost", 0, 10, 5);
  made.Run(Experiment::kTimes, "epsilon", "fdskl", 0, 10, 1);
  made.Run(Experiment::kTimes, "epsilon", "secureboost", 0, 10, 5);
  made.Fails("timeout", "after 900 s");
  EXPECT_EQ(VerdictOf(FasterThanSecureBoost, made), "held");
  made.Run(Experiment::kTimes, "w8a", "fdskl", 0, 10, 9);
  made.Run(Experiment::kTimes, "w8a", "secureboost", 0, 10, 5);
  EXPECT_EQ(VerdictOf(FasterThanSecureBoost, made), "partly");
}

TEST(Ledger, LemmaOneAllowsOneTestSample) {
  stored::testing::MadeUp made;
  made.theory().push_back({.check = "lemma1", .masking = "ring", .update = "plain", .error = 1e-6});
  for (const int q : {2, 4, 8}) made.Run(Experiment::kWorkers, "a9a", "fdskl", 0, q == 4 ? 10.03 : 10, 1).workers = q;
  EXPECT_EQ(VerdictOf(LemmaOne, made), "held");
  made.Run(Experiment::kWorkers, "a9a", "fdskl", 0, 11, 1).workers = 16;
  EXPECT_EQ(VerdictOf(LemmaOne, made), "partly");
  made.theory().back().error = 0.1;
  EXPECT_EQ(VerdictOf(LemmaOne, made), "did-not-hold");
}

// Errors that fall as 1/t to a floor of gamma^floor_order.
stored::testing::MadeUp Theorem(double floor_order) {
  stored::testing::MadeUp made;
  for (const double gamma : {0.08, 0.04, 0.02, 0.01}) {
    for (std::int64_t t = 1; t <= 65536; t *= 2) {
      results::TheoryRow row{
          .check = "theorem1", .iteration = t, .gamma = gamma, .masking = "paper", .update = "plain"};
      row.error = std::max(1.0 / static_cast<double>(t), std::pow(gamma, floor_order));
      made.theory().push_back(row);
    }
  }
  return made;
}

TEST(Ledger, TheoremOneNeedsFloorAndRate) {
  EXPECT_EQ(VerdictOf(TheoremOne, Theorem(1)), "held");
  EXPECT_EQ(VerdictOf(TheoremOne, Theorem(2)), "partly");
}

TEST(Ledger, AppendixCByFittedOrders) {
  const auto made = [](double order) {
    stored::testing::MadeUp rows;
    for (const std::int64_t t : {100, 200, 400}) {
      for (const std::int64_t n : {4, 8, 16}) {
        results::TheoryRow row{.check = "bytes", .workers = n, .iteration = t, .masking = "paper", .update = "plain"};
        row.sent_bytes = static_cast<std::int64_t>(std::pow(t, order)) * n;
        rows.theory().push_back(row);
        row.check = "seconds";
        row.columns = n;
        row.sent_bytes.reset();
        row.seconds = static_cast<double>(t * t * n);
        rows.theory().push_back(row);
      }
    }
    return rows;
  };
  EXPECT_EQ(VerdictOf(AppendixC, made(2)), "held");
  EXPECT_EQ(VerdictOf(AppendixC, made(3)), "partly");
}

TEST(ClaimsCommand, WritesTheLedgerThreeTimes) {
  const base::testing::TempFolder folder;
  Errors(5, 10).Write(folder.path());
  EXPECT_EQ(ClaimsCommand(folder.path()), 0);
  const auto rows = results::ReadRows<results::ClaimRow>(folder.path() / "claims.arrow");
  ASSERT_EQ(rows.size(), 12U);
  EXPECT_EQ(rows[1].verdict, "held");
  EXPECT_NE(base::ReadText(folder.path() / "claims.md").find("| lowest error: "), std::string::npos);
  EXPECT_NE(base::ReadText(folder.path() / "claims.json").find("\"verdict\": \"held\""), std::string::npos);
}

}  // namespace
}  // namespace fdskl::ledger
