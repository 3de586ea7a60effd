// Limits of time and memory: how a cell that reaches one ends, and what it leaves.

#include <gtest/gtest.h>

#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

#include "base/testing.h"
#include "results/store.h"
#include "runners/cell/testing_run.h"

namespace fdskl::cell {
namespace {

using testing::Words;

class Limits : public testing::RunTest {
 protected:
  // The row of a run that has failed and has left one row, which has this status and whose reason has these words.
  results::RunRow FailedRow(const base::testing::Finished& finished, const std::string& status,
                            const std::string& words) const {
    EXPECT_EQ(finished.exit_status, 1);
    const std::vector<results::RunRow> rows = Rows();
    EXPECT_EQ(rows.size(), 1U) << finished.error;
    if (rows.empty()) return {};
    EXPECT_EQ(rows[0].status, status);
    EXPECT_NE(rows[0].reason.find(words), std::string::npos) << rows[0].reason;
    return rows[0];
  }
};

TEST_F(Limits, TheTimeLimitKeepsTheTreesSoFar) {
  const base::testing::Finished finished =
      base::testing::RunToEnd({FDSKL_PROGRAM,  "run",      "phishing",   "secureboost",
                               "--edition",    "stand-in", "--rows",     "100",
                               "--workers",    "2",        "--depth",    "2",
                               "--trees",      "100000",   "--key-bits", "1024",
                               "--time-limit", "6",        "--results",  folder_.path().string()},
                              {mark_});
  EXPECT_TRUE(FailedRow(finished, "timeout", "time limit of 6 s").test_error.has_value());
  const auto curve = results::ResultStore(folder_.path()).ReadCurves();
  ASSERT_FALSE(curve.empty());
  EXPECT_GT(curve.back().features, 0);
  EXPECT_LT(curve.back().features, 100000);
}

TEST_F(Limits, TheTimeLimitKeepsWhatTheMethodHas) {
  // With fewer features it checks the time more often, and so stops by itself in time.
  const base::testing::Finished finished = RunLong([] {}, {"--features", "320000", "--time-limit", "1"});
  EXPECT_TRUE(FailedRow(finished, "timeout", "time limit of 1 s").test_error.has_value());
}

// The solver has no steps: a training that is not finished at the limit leaves no metrics.
TEST_F(Limits, TheTimeLimitStopsLibsvm) {
  const base::testing::Finished finished =
      base::testing::RunToEnd({FDSKL_PROGRAM, "run",          "phishing",    "libsvm",    "--edition",
                               "stand-in",    "--rows",       "4000",        "--sigma",   "20",
                               "--C",         "1e10",         "--tolerance", "1e-9",      "--evaluations",
                               "1",           "--time-limit", "0.3",         "--results", folder_.path().string()},
                              {mark_});
  EXPECT_FALSE(FailedRow(finished, "timeout", "time limit of 0.3 s, after").test_error.has_value());
}

TEST_F(Limits, TheMemoryLimitEndsTheCell) {
  const base::testing::Finished finished = RunLong([] {}, {"--memory-limit", "5M"});
  FailedRow(finished, "out-of-memory", "");
}

TEST_F(Limits, WhatNeedsTooMuchMemorySaysSoBeforeItStarts) {
  const base::testing::Finished finished = base::testing::RunToEnd(
      {FDSKL_PROGRAM, "run", "phishing", "pp-svmv", "--edition", "stand-in", "--workers", "2", "--memory-limit", "500M",
       "--kernel-cache", "100M", "--results", folder_.path().string()},
      {mark_});
  const results::RunRow row = FailedRow(
      finished, "out-of-memory",
      "pp-svmv needs at least 1.1 GB of memory (the merged kernel in LIBSVM's form 1.1 GB); the limit is 524 MB");
  EXPECT_EQ(row.train_rows, 8291);
}

// The memory limit is a third of the data, so the columns do not fit. By itself the program leaves them in the store,
// and trains the same model as without a limit, to the bit.
TEST_F(Limits, DataThreeTimesTheMemoryTrain) {
  constexpr std::int64_t kRows = 40000, kColumns = 2000;
  const std::string limit = std::to_string(kRows * kColumns * std::int64_t{sizeof(float)} / 3);
  const auto run = [&](const char* model, const Words& more) {
    Words command = {FDSKL_PROGRAM,   "run",
                     "epsilon",       "fdskl",
                     "--edition",     "stand-in",
                     "--rows",        "40000",
                     "--workers",     "2",
                     "--features",    "256",
                     "--block",       "64",
                     "--batch",       "3000",
                     "--sweeps",      "1",
                     "--gram-rows",   "512",
                     "--evaluations", "1",
                     "--save-model",  (folder_.path() / model).string(),
                     "--results",     folder_.path().string()};
    command.insert(command.end(), more.begin(), more.end());
    // The data are large, so they get a cache that the test removes.
    base::testing::RunToEnd(command, {mark_, fmt::format("FDSKL_CACHE={}", (folder_.path() / "cache").string())});
    return Rows().back();
  };
  const results::RunRow free = run("free", {"--hold", "memory"});
  const results::RunRow limited = run("limited", {"--memory-limit", limit});
  const results::RunRow refused = run("refused", {"--memory-limit", limit, "--hold", "memory"});
  EXPECT_EQ(refused.status, "out-of-memory") << refused.reason;
  ASSERT_EQ(free.status, "ok") << free.reason;
  ASSERT_EQ(limited.status, "ok") << limited.reason;
  EXPECT_EQ(free.hold, "memory");
  EXPECT_EQ(limited.hold, "store");
  EXPECT_EQ(free.test_error.value(), limited.test_error.value());
  EXPECT_EQ(free.auc.value(), limited.auc.value());
  int parts = 0;
  for (const auto& file : std::filesystem::directory_iterator(folder_.path() / "free")) {
    if (file.path().extension() != ".arrow") continue;
    ++parts;
    EXPECT_EQ(base::testing::ReadFile(file.path()),
              base::testing::ReadFile(folder_.path() / "limited" / file.path().filename()));
  }
  EXPECT_EQ(parts, 2);
}

TEST_F(Limits, AMethodThatNeedsItsColumnsInMemorySaysSo) {
  const base::testing::Finished finished = base::testing::RunToEnd(
      {FDSKL_PROGRAM, "run", "phishing", "libsvm", "--hold", "store", "--results", folder_.path().string()}, {mark_});
  EXPECT_EQ(finished.exit_status, 1);
  EXPECT_NE(finished.error.find("libsvm needs all its columns in memory: hold must be memory, not store, which is for "
                                "fdskl, dsg"),
            std::string::npos)
      << finished.error;
}

}  // namespace
}  // namespace fdskl::cell
