// Tests on a real Slurm of two nodes, which the test starts itself (scripts/slurm/): cells in an allocation, how they
// end when a rank or the allocation ends, and a job array whose tasks share a reproduction.
#include <gtest/gtest.h>
#include <unistd.h>

#include <chrono>
#include <csignal>
#include <set>
#include <thread>

#include "base/files.h"
#include "base/process.h"
#include "base/testing.h"
#include "results/plan_row.h"
#include "results/rows.h"
#include "results/store.h"

namespace fdskl::reproduce {
namespace {

using base::testing::Finished;
using Words = std::vector<std::string>;

// Under Slurm, ranks are started by job steps; a rank that dies ends its step.
constexpr const char* kLauncher = "srun --mpi=pmix --kill-on-bad-exit=1";

class SlurmTest : public ::testing::Test {
 protected:
  void SetUp() override {
    const Finished up = base::testing::RunToEnd({Script("up"), run_, std::to_string(getpid() % 256)});
    if (up.exit_status != 0) GTEST_SKIP() << "no Slurm here: " << up.output << up.error;
  }
  ~SlurmTest() override { base::testing::RunToEnd({Script("down"), run_}); }

  static std::string Script(const char* name) { return fmt::format("{}/scripts/slurm/{}.sh", FDSKL_SOURCE_DIR, name); }

  // Runs a command on the login node. Afterwards none of its processes may be left.
  Finished Enter(const Words& words, const std::function<void(std::string_view)>& on_error_line = {}) const {
    Words command = {Script("enter"), run_};
    command.insert(command.end(), words.begin(), words.end());
    Finished finished = base::testing::RunToEnd(command, {mark_}, on_error_line);
    for (int i = 0; i < 200 && !base::MarkedProcesses(mark_).empty(); ++i) Sleep();
    EXPECT_TRUE(base::MarkedProcesses(mark_).empty()) << "a process is left";
    return finished;
  }

  // `fdskl run` with four workers in an allocation of two nodes; `act` is called at the first evaluation, if any.
  Finished Run(const Words& more, const std::function<void()>& act = {}) const {
    Words words = {"salloc",
                   "--nodes=2",
                   "--ntasks-per-node=2",
                   FDSKL_PROGRAM,
                   "run",
                   "phishing",
                   "fdskl",
                   "--edition",
                   "stand-in",
                   "--rows",
                   "2000",
                   "--workers",
                   "4",
                   "--block",
                   "32",
                   "--features",
                   "128",
                   "--results",
                   Results("run").string(),
                   "--launcher",
                   kLauncher};
    words.insert(words.end(), more.begin(), more.end());
    bool done = !act;
    return Enter(words, [&](std::string_view line) {
      if (done || line.find("test error") == std::string_view::npos) return;
      done = true;
      act();
    });
  }

  std::filesystem::path Results(const std::string& name) const { return folder_.path() / name; }
  std::vector<results::RunRow> Rows(const std::string& name) const {
    return results::ResultStore(Results(name)).ReadRuns();
  }

  // Two methods on two splits of a small stand-in.
  void WriteExperiments() const {
    const auto write = [&](const char* name, const char* text) { base::WriteText(folder_.path() / name, text); };
    write("defaults.toml", "[fdskl]\nblock = 16\nfeatures = 32\n");
    write("profiles.toml",
          "experiments = ['errors']\n[tiny]\nabout = 'a test'\n[tiny.caps]\nrows = 200\nworkers = 2\n");
    write("errors.toml",
          "datasets = ['phishing']\nmethods = ['fdskl', 'libsvm']\nsplits = 2\n[settings]\nedition = 'stand-in'\n");
  }
  Words Reproduce(const std::string& results) const {
    return {FDSKL_PROGRAM,   "reproduce",
            "--profile",     "tiny",
            "--experiments", folder_.path().string(),
            "--results",     Results(results).string(),
            "--launcher",    kLauncher};
  }

  static void Sleep() { std::this_thread::sleep_for(std::chrono::milliseconds(100)); }

  base::testing::TempFolder folder_;
  std::string run_ = (folder_.path() / "slurm").string();
  std::string mark_ = fmt::format("FDSKL_SLURM_TEST={}", folder_.path().string());
};

TEST_F(SlurmTest, ACellRunsOverTwoNodesAndARankThatDiesIsARow) {
  const Finished good = Run({});
  ASSERT_EQ(good.exit_status, 0) << good.error;
  ASSERT_EQ(Rows("run").size(), 1U);
  EXPECT_EQ(Rows("run")[0].host, "n1 n2");
  EXPECT_EQ(Rows("run")[0].launcher, kLauncher);

  const Finished died = Run({"--features", "3200000", "--update", "plain"}, [&] {
    for (const pid_t pid : base::MarkedProcesses(mark_)) {
      const std::string environment = base::ReadText(fmt::format("/proc/{}/environ", pid));
      if (environment.find(std::string("SLURM_PROCID=3") + '\0') != std::string::npos) kill(pid, SIGKILL);
    }
  });
  EXPECT_EQ(died.exit_status, 1);
  ASSERT_EQ(Rows("run").size(), 2U) << died.error;
  EXPECT_EQ(Rows("run")[1].status, "failed");
  EXPECT_EQ(Rows("run")[1].reason, "rank 3 on n2: Killed");
}

TEST_F(SlurmTest, AnAllocationThatIsCancelledOrOverLeavesNoRow) {
  const Finished cancelled = Run({"--features", "3200000", "--update", "plain", "--splits", "3"}, [&] {
    base::testing::RunToEnd({Script("enter"), run_, "scancel", "1"});
  });
  EXPECT_EQ(cancelled.exit_status, 1);
  EXPECT_NE(cancelled.error.find("Slurm's job 1 is "), std::string::npos) << cancelled.error;
  EXPECT_TRUE(Rows("run").empty());

  // A driver outlives its job and runs nothing more; the next one, in a valid allocation, runs everything.
  WriteExperiments();
  Words over = {"salloc", "--ntasks=2", "sh", "-c", "scancel $SLURM_JOB_ID; exec \"$@\"", "sh"};
  const Words reproduce = Reproduce("all");
  over.insert(over.end(), reproduce.begin(), reproduce.end());
  const Finished expired = Enter(over);
  EXPECT_EQ(expired.exit_status, 1);
  EXPECT_NE(expired.error.find("the launcher started no rank"), std::string::npos) << expired.error;
  EXPECT_TRUE(Rows("all").empty());
  Words good = {"salloc", "--ntasks=2"};
  good.insert(good.end(), reproduce.begin(), reproduce.end());
  const Finished again = Enter(good);
  EXPECT_EQ(again.exit_status, 0) << again.error;
  EXPECT_EQ(Rows("all").size(), 4U);
}

// As docs/cluster.md describes, each task of the array has its share of the cells and its own folder.
TEST_F(SlurmTest, AnArrayOfShardsIsMerged) {
  WriteExperiments();
  std::string command;
  for (const std::string& word : Reproduce("shard-$SLURM_ARRAY_TASK_ID")) {
    command += word == kLauncher ? fmt::format("'{}' ", word) : word + " ";
  }
  base::WriteText(folder_.path() / "job",
                  fmt::format("#!/bin/sh\nexec {} --shard $SLURM_ARRAY_TASK_ID/$SLURM_ARRAY_TASK_COUNT\n", command));
  const Finished submitted = Enter({"sbatch", "--array=1-2", "--ntasks=2", "--chdir", folder_.path().string(),
                                    "--output", "out-%a", (folder_.path() / "job").string()});
  ASSERT_EQ(submitted.exit_status, 0) << submitted.error;
  for (int i = 0; i < 600 && !Enter({"squeue", "--noheader"}).output.empty(); ++i) Sleep();
  EXPECT_EQ(Rows("shard-1").size() + Rows("shard-2").size(), 4U)
      << base::testing::ReadFile(folder_.path() / "out-1") << base::testing::ReadFile(folder_.path() / "out-2");
  EXPECT_GE(Rows("shard-1").size(), 1U);
  EXPECT_GE(Rows("shard-2").size(), 1U);

  const Finished merged = base::testing::RunToEnd({FDSKL_PROGRAM, "merge", Results("shard-1").string(),
                                                   Results("shard-2").string(), "--results", Results("all").string()});
  ASSERT_EQ(merged.exit_status, 0) << merged.error;
  std::set<std::string> ran;
  std::set<std::string> planned;
  for (const results::RunRow& row : Rows("all")) {
    EXPECT_EQ(row.status, "ok") << row.reason;
    ran.insert(*row.cell);
  }
  for (const auto& row : results::ReadRows<results::PlanRow>(Results("all") / "plan.arrow")) planned.insert(row.cell);
  EXPECT_EQ(ran.size(), 4U);
  EXPECT_EQ(ran, planned);
}

}  // namespace
}  // namespace fdskl::reproduce
