// What happens to a cell and to those after it when a rank, the launcher, the allocation or the file system fails.

#include <gtest/gtest.h>

#include <csignal>
#include <cstdlib>
#include <filesystem>

#include "base/files.h"
#include "base/testing.h"
#include "results/store.h"
#include "runners/cell/testing_run.h"

namespace fdskl::cell {
namespace {

using testing::RunTest;
using testing::Words;

TEST_F(RunTest, AFailedCellIsARowWithItsReason) {
  const std::string started = "echo fdskl-started 3; ";
  EXPECT_EQ(Run({"--launcher", "sh -c '" + started + "echo fdskl-error: rank 1: no luck >&2; exit 3'"}).exit_status, 1);
  EXPECT_EQ(Run({"--launcher", "sh -c '" + started + "'"}).exit_status, 1);
  const auto rows = Rows();
  ASSERT_EQ(rows.size(), 2U);
  EXPECT_EQ(rows[0].status, "failed");
  EXPECT_EQ(rows[0].reason, "rank 1: no luck");
  EXPECT_EQ(rows[0].train_rows, 1500);
  EXPECT_FALSE(rows[0].test_error.has_value());
  EXPECT_FALSE(rows[0].host.has_value());
  EXPECT_EQ(rows[1].reason, "the launcher ended well, but no rank left a result");
}

TEST_F(RunTest, AnErrorOnOneRankEndsAllWithItsMessage) {
  const base::testing::Finished finished = Run({"--launcher",
                                                "sh -c 'exec mpirun --oversubscribe -n 2 \"$3\" worker \"$5\" : "
                                                "-n 1 \"$3\" worker /nowhere' sh"});
  EXPECT_EQ(finished.exit_status, 1);
  ASSERT_EQ(Rows().size(), 1U);
  EXPECT_EQ(Rows()[0].reason, "rank 2: cannot read /nowhere/cell.toml");
}

TEST_F(RunTest, ADeadRankIsARowThatSaysWhich) {
  const base::testing::Finished finished = RunLong([&] {
    const auto workers = Processes("fdskl worker");
    ASSERT_EQ(workers.size(), 3U);
    kill(workers.back(), SIGKILL);
  });
  EXPECT_EQ(finished.exit_status, 1);
  ASSERT_EQ(Rows().size(), 1U) << finished.error;
  EXPECT_EQ(Rows()[0].status, "failed");
  EXPECT_NE(Rows()[0].reason.find("died of signal 9"), std::string::npos) << Rows()[0].reason;
}

TEST_F(RunTest, AnInterruptLeavesEarlierRowsAndSaysSo) {
  ASSERT_EQ(Run({}).exit_status, 0);
  for (const int signal : {SIGINT, SIGTERM}) {
    const base::testing::Finished finished = RunLong([&] {
      for (const pid_t pid : Processes("run phishing")) kill(pid, signal);
    });
    EXPECT_EQ(finished.exit_status, 130);
    EXPECT_NE(finished.error.find("interrupted"), std::string::npos) << finished.error;
  }
  EXPECT_EQ(Rows().size(), 1U);
}

TEST_F(RunTest, ALauncherThatIsNotThereIsAnError) {
  const base::testing::Finished finished = Run({"--launcher", "fdskl-no-such-launcher --hostfile hosts"});
  EXPECT_EQ(finished.exit_status, 1);
  EXPECT_NE(finished.error.find("cannot start 'fdskl-no-such-launcher'"), std::string::npos) << finished.error;
  EXPECT_TRUE(Rows().empty());
}

TEST_F(RunTest, ALauncherThatStartsNothingStopsTheDriverWithoutARow) {
  for (const char* launcher : {"true", "sh -c 'echo no slots >&2; exit 1'"}) {
    const base::testing::Finished finished = Run({"--splits", "3", "--launcher", launcher});
    EXPECT_EQ(finished.exit_status, 1);
    EXPECT_NE(finished.error.find("the launcher started no rank, so this cell has no row"), std::string::npos)
        << finished.error;
    EXPECT_EQ(finished.error.find("cell 2 of 3"), std::string::npos) << finished.error;
  }
  EXPECT_TRUE(Rows().empty());
}

// As under salloc, the ranks die because the job ends. Here squeue is a script; slurm_program_test uses the real one.
TEST_F(RunTest, AnAllocationThatEndsLeavesNoRow) {
  const auto squeue = folder_.path() / "squeue";
  const char* const path = std::getenv("PATH");
  const auto run_in = [&](const char* state) {
    base::WriteText(squeue,
                    fmt::format("#!/bin/sh\ntest \"$*\" = '--noheader --jobs 7 --format %T' && echo {}\n", state));
    std::filesystem::permissions(squeue, std::filesystem::perms::owner_all);
    return base::testing::RunToEnd(
        {FDSKL_PROGRAM, "run", "phishing", "fdskl", "--edition", "stand-in", "--rows", "2000", "--workers", "3",
         "--results", folder_.path().string(), "--splits", "2", "--launcher",
         "sh -c 'echo fdskl-started 3; echo srun: error: n2: task 2: Killed >&2; exit 137'"},
        {mark_, "SLURM_JOB_ID=7", fmt::format("PATH={}:{}", folder_.path().string(), path)});
  };
  const base::testing::Finished ended = run_in("COMPLETING");
  EXPECT_EQ(ended.exit_status, 1);
  EXPECT_NE(ended.error.find("Slurm's job 7 is COMPLETING, so the running cell has no row"), std::string::npos)
      << ended.error;
  EXPECT_TRUE(Rows().empty());
  EXPECT_EQ(run_in("RUNNING").exit_status, 1);
  ASSERT_EQ(Rows().size(), 2U) << "while the job runs, a rank that dies is a row";
  EXPECT_EQ(Rows()[0].reason, "rank 2 on n2: Killed");
}

// flock() fails for the driver and its ranks, in the folder of the results and in the cache.
TEST_F(RunTest, RowsAreKeptWhereThereAreNoLocks) {
  Words environment = testing::WithoutLocks();
  environment.insert(environment.end(), {mark_, fmt::format("FDSKL_CACHE={}", (folder_.path() / "cache").string())});
  for (int i = 0; i < 2; ++i) {
    const base::testing::Finished finished = base::testing::RunToEnd(
        {FDSKL_PROGRAM, "run", "phishing", "fdskl", "--edition", "stand-in", "--rows", "2000", "--workers", "3",
         "--features", "32", "--block", "32", "--results", folder_.path().string()},
        environment);
    EXPECT_EQ(finished.exit_status, 0) << finished.error;
  }
  EXPECT_EQ(Rows().size(), 2U);
  EXPECT_TRUE(std::filesystem::exists(folder_.path() / "staged")) << "nothing folds without a lock";
  ASSERT_EQ(Run({"--features", "32"}).exit_status, 0);
  EXPECT_EQ(Rows().size(), 3U);
  EXPECT_FALSE(std::filesystem::exists(folder_.path() / "staged"));
}

}  // namespace
}  // namespace fdskl::cell
