// The whole ledger on made-up rows: which claims it judges, for which arms, and the scale that its verdicts state.

#include "runners/reporting/ledger/ledger.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <stdexcept>

#include "base/files.h"
#include "base/testing.h"
#include "datasets/catalogue.h"
#include "datasets/split.h"
#include "results/rows.h"
#include "runners/reporting/ledger/comparisons.h"
#include "runners/reporting/ledger/scope.h"
#include "runners/reporting/ledger/testing.h"
#include "runners/reporting/stored/testing.h"

namespace fdskl::ledger {
namespace {

using results::Experiment;
using testing::AddPrinted;
using testing::Curves;
using testing::Errors;

constexpr std::size_t kClaims = 25;

const results::ClaimRow& RowOf(const std::vector<Claim>& ledger, std::string_view claim,
                               std::string_view arm = "fdskl") {
  for (const Claim& candidate : ledger) {
    if (candidate.row.claim == claim && candidate.row.arm.value_or(std::string(arm)) == arm) return candidate.row;
  }
  throw std::logic_error("no such claim");
}

TEST(Comparisons, Rules) {
  const auto scale = Comparisons::Scale::kPoints;
  EXPECT_EQ(Comparisons(scale).Judge(), Verdict::kNotTestable);
  Comparisons all(scale);
  for (int i = 1; i <= 7; ++i) all.Add(i, "x");
  EXPECT_EQ(all.Judge(), Verdict::kHeld);
  Comparisons most = all;
  most.Add(-1, "x");
  EXPECT_EQ(most.Judge(), Verdict::kPartly);
  Comparisons half(scale);
  half.Add(1, "x");
  half.Add(-1, "x");
  EXPECT_EQ(half.Judge(), Verdict::kDidNotHold);
  results::ClaimRow row;
  all.Fill("x", "", row);
  EXPECT_DOUBLE_EQ(*row.effect, 4);
  EXPECT_NEAR(*row.high, 4 + 2.446912 * std::sqrt(28.0 / 6 / 7), 1e-5);  // Student's t, 0.975 with 6 degrees of freedom
}

TEST(FactorText, HasTwoDigitsThatCountAndNoPower) {
  EXPECT_EQ(FactorText(0.0523), "×0.052");
  EXPECT_EQ(FactorText(5.04), "×5");
  EXPECT_EQ(FactorText(99.7), "×100");
  EXPECT_EQ(FactorText(283), "×280");
  EXPECT_EQ(FactorText(1144), "×1,100");
}

TEST(Ledger, WithoutRowsNothingIsTestableAndEveryClaimSaysWhatToRun) {
  const auto ledger = Ledger(*stored::testing::MadeUp().Make());
  ASSERT_EQ(ledger.size(), kClaims);
  for (const Claim& claim : ledger) {
    // That claim is decided by arithmetic.
    EXPECT_EQ(claim.row.verdict == "not-testable", claim.row.claim != "PP-SVMV out of memory") << claim.row.claim;
    EXPECT_FALSE(claim.row.rule.empty());
    EXPECT_FALSE(claim.row.numbers.empty());
  }
  EXPECT_EQ(RowOf(ledger, "fastest convergence").numbers,
            "no rows of experiment curves; run: fdskl reproduce --experiment curves");
}

TEST(Ledger, AUsersOwnDatasetChangesNoVerdict) {
  const std::vector<Claim> papers = Ledger(*Curves(1, 4).Make());
  stored::testing::MadeUp made = Curves(1, 4);
  for (int split = 0; split < 3; ++split) {  // on which FDSKL is slower and worse
    made.Run(Experiment::kCurves, "people", "fdskl", split, 30, 9);
    made.Curve({90, 30});
    made.Run(Experiment::kCurves, "people", "dsg", split, 10, 1);
    made.Curve({20, 10});
  }
  ASSERT_EQ(made.Make()->Datasets(Experiment::kCurves).back(), "people");
  const std::vector<Claim> all = Ledger(*made.Make());
  ASSERT_EQ(all.size(), papers.size());
  for (std::size_t i = 0; i < all.size(); ++i) {
    EXPECT_EQ(all[i].row.verdict, papers[i].row.verdict) << all[i].row.claim;
    EXPECT_EQ(all[i].row.numbers, papers[i].row.numbers) << all[i].row.claim;
    EXPECT_EQ(all[i].row.p_value, papers[i].row.p_value) << all[i].row.claim;
  }
}

// Every claim about FDSKL is judged for each arm that was run, and rows of one arm do not count for another.
TEST(Ledger, ArmsAreJudgedApart) {
  stored::testing::MadeUp made = Errors(5, 10);
  AddPrinted(made, 40);
  const auto ledger = Ledger(*made.Make());
  EXPECT_TRUE(RowOf(ledger, "lowest error", "fdskl").verdict.starts_with("held"));
  EXPECT_TRUE(RowOf(ledger, "lowest error", "fdskl-as-printed").verdict.starts_with("did-not-hold"));
  EXPECT_TRUE(RowOf(ledger, "similar generalisation", "fdskl-as-printed").verdict.starts_with("did-not-hold"));
  EXPECT_THROW(RowOf(ledger, "fastest convergence", "fdskl-as-printed"), std::logic_error);  // not planned there
}

// The verdict of a run on fewer rows than are published always says so.
TEST(Ledger, ACapIsInTheVerdict) {
  stored::testing::MadeUp made = Errors(5, 10);
  made.theory().push_back({.check = "lemma1", .masking = "ring", .update = "plain", .error = 1e-6});
  for (const int q : {2, 4}) made.Run(Experiment::kWorkers, "a9a", "fdskl", 0, 10, 1).workers = q;
  made.Run(Experiment::kTimes, "a9a", "fdskl", 0, 10, 1);
  made.Run(Experiment::kTimes, "a9a", "secureboost", 0, 10, 5);
  made.Run(Experiment::kCurves, "a9a", "fdskl", 0, 10, 1);
  made.Curve({20, 10});
  made.Run(Experiment::kCurves, "a9a", "dsg", 0, 10, 2);
  made.Curve({20, 10});
  int judged = 0;
  for (results::RunRow& run : made.runs()) {
    run.rows = 4000;  // fewer than any dataset has
    run.train_rows = 3000;
  }
  for (const Claim& claim : Ledger(*made.Make())) {
    if (claim.row.verdict == "not-testable" || !claim.row.rows_used) continue;
    ++judged;
    EXPECT_NE(claim.row.verdict.find(" at "), std::string::npos) << claim.row.claim << ": " << claim.row.verdict;
    EXPECT_LT(*claim.row.rows_used, *claim.row.rows_published);
    EXPECT_EQ(claim.row.profile, "smoke");
  }
  EXPECT_GE(judged, 10);
  const auto ledger = Ledger(*made.Make());
  EXPECT_EQ(RowOf(ledger, "faster than SecureBoost").verdict, "held at 4,000 of 48,842 rows");
  EXPECT_EQ(VerdictWords("did-not-hold at 4,000 of 48,842 rows"), "did not hold at 4,000 of 48,842 rows");
  for (results::RunRow& run : made.runs()) {
    run.rows = datasets::FindDataset(run.dataset).rows;
    run.train_rows = datasets::TrainRows(run.rows);
    if (run.dataset == "gisette") run.edition = "rebuilt";
  }
  const auto whole = Ledger(*made.Make());
  EXPECT_EQ(RowOf(whole, "faster than SecureBoost").verdict, "held");
  EXPECT_EQ(RowOf(whole, "faster than SecureBoost").edition, "full 1");
  EXPECT_EQ(RowOf(whole, "lowest error").verdict, "held (gisette rebuilt)");
  EXPECT_EQ(RowOf(whole, "lowest error").splits, 6);
  EXPECT_EQ(RowOf(whole, "lowest error").fewest_splits, 6);
  std::erase_if(made.runs(), [](const results::RunRow& run) {
    return run.dataset == "w8a" && run.method == "libsvm" && run.split > 3;
  });
  const auto fewer = Ledger(*made.Make());
  EXPECT_EQ(RowOf(fewer, "lowest error").fewest_splits, 4) << "of one method";
  EXPECT_NE(DataWords(RowOf(fewer, "lowest error")).find(", 4 to 6 splits, "), std::string::npos);
}

// `comm` sums the matrix of the training rows, so all of these are all that can be used.
TEST(Ledger, ASumOverAllTrainingRowsHasNoCap) {
  stored::testing::MadeUp made;
  const std::int64_t all = datasets::TrainRows(datasets::FindDataset("a9a").rows);
  for (const char* structure : {"tree", "ring", "star"}) {
    const double seconds = std::string(structure) == "tree" ? 1 : 2;
    made.comm().push_back({"a9a", "full", all, structure, 8, "bare", seconds, {}, 8, 8, 8, false});
  }
  EXPECT_EQ(RowOf(Ledger(*made.Make()), "tree cheapest, measured").verdict, "held");
  for (results::CommRow& row : made.comm()) row.rows = 4500;
  EXPECT_EQ(RowOf(Ledger(*made.Make()), "tree cheapest, measured").verdict, "held at 4,500 of 36,631 rows");
}

TEST(ClaimsCommand, WritesTheLedgerThreeTimes) {
  const base::testing::TempFolder folder;
  Errors(5, 10).Write(folder.path());
  EXPECT_EQ(ClaimsCommand(folder.path()), 0);
  const auto rows = results::ReadRows<results::ClaimRow>(folder.path() / "claims.arrow");
  ASSERT_EQ(rows.size(), kClaims);
  const auto lowest = std::ranges::find(rows, "lowest error", &results::ClaimRow::claim);
  ASSERT_NE(lowest, rows.end());
  EXPECT_TRUE(lowest->verdict.starts_with("held at 96,000 of ")) << lowest->verdict;
  EXPECT_EQ(lowest->arm, "fdskl");
  EXPECT_NE(base::ReadText(folder.path() / "claims.md").find("| lowest error: "), std::string::npos);
  EXPECT_NE(base::ReadText(folder.path() / "claims.json").find("\"verdict\": \"held at "), std::string::npos);
}

}  // namespace
}  // namespace fdskl::ledger
