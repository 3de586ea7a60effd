// Verdicts on claims about what training costs: convergence, time, memory and messages (convergence_claims.cc,
// times_claims.cc, rivals_claims.cc, comm_claims.cc).

#include <gtest/gtest.h>

#include <cstdint>
#include <string>

#include "runners/reporting/ledger/ledger.h"
#include "runners/reporting/ledger/testing.h"

namespace fdskl::ledger {
namespace {

using results::Experiment;
using testing::Curves;
using testing::Errors;
using testing::kDatasets;
using testing::Ours;
using testing::VerdictOf;

TEST(Ledger, FastestConvergence) {
  EXPECT_EQ(VerdictOf(FastestConvergence, Curves(1, 4)), "held");
  EXPECT_EQ(VerdictOf(FastestConvergence, Curves(4, 1)), "did-not-hold");
  const Claim claim = FastestConvergence(*Curves(1, 4).Make(), Ours());
  EXPECT_NE(claim.row.numbers.find("8 of 8"), std::string::npos);
  EXPECT_NE(claim.row.numbers.find("a9a: DSG ×4"), std::string::npos);
  EXPECT_NEAR(*claim.row.p_value, 2.0 / 256, 1e-12);
  EXPECT_NEAR(*claim.row.effect, 4, 1e-9);
}

TEST(Ledger, CoarseCurvesAreNoProofOfTheFastest) {
  EXPECT_EQ(VerdictOf(FastestConvergence, Curves(1, 4, 4)), "partly");
  EXPECT_NE(FastestConvergence(*Curves(1, 4, 4).Make(), Ours()).row.numbers.find("4 points or more, 3 splits"),
            std::string::npos);
}

TEST(Ledger, RivalsOnOneDatasetAreOneComparison) {
  stored::testing::MadeUp made = Curves(1, 4);
  for (const char* dataset : kDatasets) {
    for (int split = 0; split < 3; ++split) {
      made.Run(Experiment::kCurves, dataset, "libsvm", split, 10, 0.5);
      made.Curve({20, 10});
    }
  }
  const results::ClaimRow row = FastestConvergence(*made.Make(), Ours()).row;
  EXPECT_EQ(row.verdict, "did-not-hold");
  EXPECT_NE(row.numbers.find("0 of 8 ("), std::string::npos) << row.numbers;
}

TEST(Ledger, EfficientInHighDimensionLooksAtWideDatasetsAlone) {
  EXPECT_EQ(VerdictOf(EfficientInHighDimension, Curves(1, 4)), "not-testable");
  const auto wide = [](stored::testing::MadeUp made) {
    for (results::RunRow& run : made.runs()) {
      if (run.dataset == "gisette" || run.dataset == "epsilon") run.columns = 2000;
    }
    return EfficientInHighDimension(*made.Make(), Ours()).row;
  };
  EXPECT_EQ(wide(Curves(1, 4)).verdict, "held");
  EXPECT_NE(wide(Curves(1, 4)).numbers.find("2 of 2 ("), std::string::npos) << wide(Curves(1, 4)).numbers;
  EXPECT_EQ(wide(Curves(4, 1)).verdict, "did-not-hold");
}

TEST(Ledger, ConvergenceIsJudgedByClockToo) {
  stored::testing::MadeUp made;
  made.Run(Experiment::kCurves, "a9a", "fdskl", 0, 10, 20);
  made.Curve({30, 20, 10});
  made.Clock(0.1);
  made.Run(Experiment::kCurves, "a9a", "dsg", 0, 10, 10);
  made.Curve({30, 20, 10});
  made.Clock(1);
  const results::ClaimRow row = FastestConvergence(*made.Make(), Ours()).row;
  EXPECT_EQ(row.verdict, "did-not-hold");
  EXPECT_NE(row.numbers.find("lan: 1 of 1 (a9a: DSG ×5), held, which differs"), std::string::npos) << row.numbers;
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
  const results::ClaimRow row = ScalesBetter(*made.Make(), Ours()).row;
  EXPECT_EQ(row.verdict, "held");
  EXPECT_NE(row.numbers.find("a9a: order 1.00 [1.00, 1.00] against 2.00 [2.00, 2.00]"), std::string::npos)
      << row.numbers;
  EXPECT_NE(row.numbers.find("w8a: PP-SVMV out-of-memory in 2 of 4"), std::string::npos) << row.numbers;
  stored::testing::MadeUp slower;
  for (std::int64_t size = 1; size <= 4; ++size) {
    slower.Run(Experiment::kScaling, "a9a", "fdskl", 0, 10, static_cast<double>(size * size)).train_rows = 1000 * size;
    slower.Run(Experiment::kScaling, "a9a", "pp-svmv", 0, 10, static_cast<double>(size)).train_rows = 1000 * size;
  }
  EXPECT_EQ(VerdictOf(ScalesBetter, slower), "did-not-hold");
}

// The verdict is that of elapsed times. If a machine for every party would give another, the numbers say so.
TEST(Ledger, TimesAreJudgedByClockToo) {
  const auto made = [](double ours_by_clock) {
    stored::testing::MadeUp rows;
    rows.Run(Experiment::kTimes, "a9a", "fdskl", 0, 10, 1);
    rows.Clock(ours_by_clock);
    rows.Run(Experiment::kTimes, "a9a", "secureboost", 0, 10, 5);
    rows.Clock(0.5);
    return rows;
  };
  const results::ClaimRow same = FasterThanSecureBoost(*made(0.5).Make(), Ours()).row;
  EXPECT_EQ(same.verdict, "held");
  EXPECT_NE(same.numbers.find("with a machine for every party, lan: 1 of 1 (a9a ×5), held too"), std::string::npos)
      << same.numbers;
  const results::ClaimRow other = FasterThanSecureBoost(*made(10).Make(), Ours()).row;
  EXPECT_EQ(other.verdict, "held");
  EXPECT_NE(other.numbers.find("0 of 1 (a9a ×0.25), did-not-hold, which differs"), std::string::npos) << other.numbers;
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

// A time limit bounds the elapsed time. What a clock had counted when the run was stopped bounds the time by clock.
TEST(Ledger, ATimeoutIsABoundOfItsOwnKind) {
  stored::testing::MadeUp made;
  made.Run(Experiment::kTimes, "epsilon", "fdskl", 0, 10, 1);
  made.Clock(1);
  made.Run(Experiment::kTimes, "epsilon", "secureboost", 0, 10, 5).settings = R"({"time_limit": 100.0})";
  made.Fails("timeout", "after 100 s");
  made.runs().back().clocks[results::ClockNetwork::kLan].seconds = 3;
  const std::string numbers = FasterThanSecureBoost(*made.Make(), Ours()).row.numbers;
  const std::size_t by_clock = numbers.find("with a machine for every party");
  EXPECT_LT(numbers.find("epsilon timeout, ×100 or more"), by_clock) << numbers;
  EXPECT_NE(numbers.find("epsilon timeout, ×3 or more", by_clock), std::string::npos) << numbers;
}

TEST(Ledger, FasterThanSecureBoostShowsBothPresetsAndTheTimeToEqualError) {
  stored::testing::MadeUp made;
  made.Run(Experiment::kTimes, "a9a", "fdskl", 0, 10, 1);
  made.Curve({20, 10});
  made.Run(Experiment::kTimes, "a9a", "secureboost", 0, 20, 5).settings = R"({"preset": "fate", "key_bits": 1024})";
  made.Curve({30, 20});
  made.Run(Experiment::kTimes, "a9a", "secureboost", 0, 10, 50).settings = R"({"preset": "strong", "key_bits": 2048})";
  const std::string numbers = FasterThanSecureBoost(*made.Make(), Ours()).row.numbers;
  EXPECT_NE(numbers.find("a9a strong ×50; a9a fate ×5, to equal error ×10"), std::string::npos) << numbers;
  made.runs().back().settings = R"({"preset": "strong", "key_bits": 0})";  // not encrypted, so it does not count
  EXPECT_EQ(FasterThanSecureBoost(*made.Make(), Ours()).row.numbers.find("strong"), std::string::npos);
  EXPECT_EQ(VerdictOf(SecureBoostUnsuitable, made), "not-testable");  // a9a is neither wide nor large
}

TEST(Ledger, SecureBoostIsUnsuitableWhereItTakesTenTimesAsLong) {
  const auto verdict = [](double seconds) {
    stored::testing::MadeUp made;
    made.Run(Experiment::kTimes, "epsilon", "fdskl", 0, 10, 1);
    made.Run(Experiment::kTimes, "epsilon", "secureboost", 0, 10, seconds);
    return VerdictOf(SecureBoostUnsuitable, made);
  };
  EXPECT_EQ(verdict(11), "held");
  EXPECT_EQ(verdict(9), "did-not-hold");
}

TEST(Ledger, FasterThanPpSvmv) {
  // Splits of `errors` that are not in `curves` may have run beside other cells, so their times do not count.
  const auto rows = [](double pp_svmv_seconds, double untimed_seconds) {
    stored::testing::MadeUp made;
    for (const char* dataset : kDatasets) {
      for (int split = 0; split < 3; ++split) {
        made.Run(results::Experiment::kCurves, dataset, "fdskl", split, 5, 1);
        made.Run(results::Experiment::kCurves, dataset, "pp-svmv", split, 10, pp_svmv_seconds);
      }
      for (int split = 3; split < 10; ++split) {
        made.Run(results::Experiment::kErrors, dataset, "fdskl", split, 5, 1);
        made.Run(results::Experiment::kErrors, dataset, "pp-svmv", split, 10, untimed_seconds);
      }
    }
    return made;
  };
  EXPECT_EQ(VerdictOf(FasterThanFederatedKernels, rows(9, 0.1)), "held");
  EXPECT_EQ(VerdictOf(FasterThanFederatedKernels, rows(0.5, 9)), "did-not-hold");
}

TEST(Ledger, PpSvmvSendsMoreBytes) {
  stored::testing::MadeUp made = Errors(5, 10);
  EXPECT_EQ(VerdictOf(PpSvmvSendsMore, made), "held");
  EXPECT_NEAR(*PpSvmvSendsMore(*made.Make(), Ours()).row.effect, 5, 1e-9);
  for (results::RunRow& run : made.runs()) {
    if (run.method == "pp-svmv") run.sent_bytes = 500;
  }
  EXPECT_EQ(VerdictOf(PpSvmvSendsMore, made), "did-not-hold");
}

TEST(Ledger, PpSvmvsMemoryIsComputed) {
  const results::ClaimRow row = PpSvmvOutOfMemory(*stored::testing::MadeUp().Make()).row;
  EXPECT_EQ(row.verdict, "did-not-hold");
  EXPECT_NE(row.numbers.find("1 of 4 (w8a 38 GB"), std::string::npos) << row.numbers;
  EXPECT_NE(row.numbers.find("256 GB hold 126491 training rows, with two matrices for each worker 44721"),
            std::string::npos)
      << row.numbers;
}

TEST(Ledger, TreeCheapestLooksAtTheMostWorkersAndTellsMeasuredFromModelled) {
  stored::testing::MadeUp made;
  const auto add = [&](const char* structure, int q, const char* link, double seconds, bool predicted) {
    results::CommRow row{"a9a", "full", 1000, structure, q, link, {}, {}, q, q, q, predicted};
    (predicted ? row.predicted_seconds : row.seconds) = seconds;
    made.comm().push_back(row);
  };
  for (const char* structure : {"tree", "ring", "star"}) {
    const bool tree = std::string(structure) == "tree";
    add(structure, 2, "shared-memory", tree ? 9 : 1, false);  // the old name of the link `bare`
    add(structure, 16, "bare", tree ? 1 : 9, false);
    add(structure, 16, "lan", tree ? 9 : 1, false);
    add(structure, 16, "wan", tree ? 9 : 1, true);
  }
  EXPECT_EQ(VerdictOf(TreeCheapestMeasured, made), "held");
  EXPECT_EQ(VerdictOf(TreeCheapestModelled, made), "did-not-hold");
  EXPECT_NE(TreeCheapestModelled(*made.Make()).row.numbers.find("in closed form: 0 of 1"), std::string::npos);
  add("mpi-reduce", 16, "bare", 0.1, false);  // not in the race
  EXPECT_EQ(VerdictOf(TreeCheapestMeasured, made), "held");
  add("pipelined-ring", 16, "bare", 0.5, false);  // in the race
  EXPECT_EQ(VerdictOf(TreeCheapestMeasured, made), "did-not-hold");
  add("pipelined-tree", 16, "bare", 0.2, false);  // a tree
  EXPECT_EQ(VerdictOf(TreeCheapestMeasured, made), "held");

  // Sums timed by clocks count as measured.
  for (const char* structure : {"tree", "ring", "star"}) {
    add(structure, 128, "lan", 0, false);
    made.comm().back().seconds.reset();
    made.comm().back().clock_seconds = std::string(structure) == "tree" ? 4 : 9;
  }
  EXPECT_EQ(VerdictOf(TreeCheapestModelled, made), "held");
  EXPECT_NE(TreeCheapestModelled(*made.Make()).row.numbers.find("lan q=128 ×2.2 against the"), std::string::npos);
}

}  // namespace
}  // namespace fdskl::ledger
