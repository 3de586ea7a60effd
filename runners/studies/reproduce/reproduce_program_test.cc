// End-to-end tests of the driver: the real program on small experiments over stand-ins, so that no data are needed.

#include <gtest/gtest.h>

#include <algorithm>
#include <csignal>
#include <set>
#include <sstream>
#include <thread>

#include "base/files.h"
#include "base/process.h"
#include "base/testing.h"
#include "results/plan_row.h"
#include "results/rows.h"
#include "results/store.h"
#include "runners/cell/testing_run.h"
#include "runners/studies/reproduce/reproduce_command.h"

namespace fdskl::reproduce {
namespace {

using base::testing::Finished;
using Words = std::vector<std::string>;

class ReproduceTest : public ::testing::Test {
 protected:
  ReproduceTest() {
    Write("defaults", "[fdskl]\nblock = 16\nfeatures = 32\n");
    Write("profiles",
          "experiments = ['errors', 'workers']\n[tiny]\nabout = 'a test'\n[tiny.caps]\nrows = 200\nworkers = 2\n");
    Write("errors",
          "datasets = ['phishing']\nmethods = ['fdskl', 'libsvm', 'fd-svrg']\nsplits = 2\n"
          "[settings]\nedition = 'stand-in'\n");
    Write("workers",
          "datasets = ['cod-rna']\nmethods = ['fdskl']\nworkers = [9, 1]\n[settings]\nedition = 'stand-in'\n");
  }

  void Write(const std::string& name, std::string_view text) const {
    base::WriteText(folder_ / (name + ".toml"), text);
  }

  base::testing::Finished Reproduce(const Words& more,
                                    const std::function<void(std::string_view)>& on_error_line = {}) const {
    Words command = {FDSKL_PROGRAM,   "reproduce",      "--profile", "tiny",
                     "--experiments", folder_.string(), "--results", results_.string()};
    command.insert(command.end(), more.begin(), more.end());
    base::testing::Finished finished = base::testing::RunToEnd(command, environment_, on_error_line);
    for (int i = 0; i < 1200 && !base::MarkedProcesses(mark_).empty(); ++i) {
      std::this_thread::sleep_for(std::chrono::milliseconds(50));
    }
    EXPECT_TRUE(base::MarkedProcesses(mark_).empty()) << "a process is left";
    return finished;
  }

  // As Reproduce(), but the driver gets `signal` when the first cell has ended and the next runs.
  base::testing::Finished Signalled(int signal) const {
    bool done = false;
    return Reproduce({}, [&](std::string_view line) {
      if (done || !line.starts_with("cell ")) return;
      done = true;
      for (const pid_t pid : base::MarkedProcesses(mark_)) {
        if (base::ReadText(fmt::format("/proc/{}/cmdline", pid)).find("reproduce") != std::string::npos)
          kill(pid, signal);
      }
    });
  }

  std::vector<results::RunRow> Rows() const { return results::ResultStore(results_).ReadRuns(); }
  std::vector<results::PlanRow> Plan() const { return results::ReadRows<results::PlanRow>(results_ / "plan.arrow"); }

  // Every planned cell has a row, and none has two.
  void ExpectEachCellOnce() const {
    std::multiset<std::string> ran;
    std::multiset<std::string> planned;
    for (const results::RunRow& row : Rows()) ran.insert(row.cell.value_or("no cell"));
    for (const results::PlanRow& row : Plan()) planned.insert(row.cell);
    EXPECT_EQ(ran, planned);
  }

  base::testing::TempFolder temp_;
  std::filesystem::path folder_ = temp_.path(), results_ = temp_.path() / "results";
  std::string mark_ = fmt::format("FDSKL_REPRODUCE_TEST={}", temp_.path().string());
  Words environment_ = {mark_};
};

constexpr int kCells = 8;

TEST_F(ReproduceTest, RunsWhatHasNoRowYet) {
  const base::testing::Finished list = Reproduce({"--dry-run"});
  ASSERT_EQ(list.exit_status, 0) << list.error;
  EXPECT_EQ(std::count(list.output.begin(), list.output.end(), '\n'), kCells) << list.output;
  EXPECT_NE(list.output.find("phishing fd-svrg split 1, 200 rows, 2 workers  (errors)"), std::string::npos);
  EXPECT_NE(list.error.find("profile tiny: a test"), std::string::npos) << list.error;
  EXPECT_NE(list.error.find("caps: rows 200, workers 2"), std::string::npos) << list.error;
  EXPECT_NE(list.error.find("8 cells, 8 to run, about"), std::string::npos) << list.error;
  EXPECT_FALSE(std::filesystem::exists(results_));

  const base::testing::Finished run = Reproduce({});
  ASSERT_EQ(run.exit_status, kNotAllOkStatus) << run.error;
  EXPECT_NE(run.error.find("\ncell 8 of 8, "), std::string::npos) << run.error;
  EXPECT_NE(run.error.find("of 8 cells: 1 failed, 7 ok"), std::string::npos) << run.error;
  ExpectEachCellOnce();
  const auto rows = Rows();
  ASSERT_EQ(rows.size(), kCells);
  for (const results::RunRow& row : rows) EXPECT_EQ(row.status == "ok", row.workers != 9) << row.reason;
  const auto refused = std::ranges::find(rows, 9, &results::RunRow::workers);
  ASSERT_NE(refused, rows.end());
  EXPECT_NE(refused->reason.find("cod-rna has 8 columns"), std::string::npos) << refused->reason;
  EXPECT_EQ(rows.back().split, 1) << "methods are interleaved: the second split comes last";

  const base::testing::Finished again = Reproduce({});
  EXPECT_EQ(again.exit_status, kNotAllOkStatus);
  EXPECT_NE(again.error.find("8 cells, 0 to run"), std::string::npos) << again.error;
  EXPECT_EQ(Rows().size(), kCells);

  EXPECT_EQ(Reproduce({"--redo", "--method", "libsvm,fd-svrg", "--only", "libsvm split 1,"}).exit_status, 0);
  ASSERT_EQ(Rows().size(), kCells + 1U);
  EXPECT_EQ(Rows().back().method, "libsvm");
  EXPECT_EQ(Rows().back().test_error, std::ranges::find(rows, Rows().back().cell, &results::RunRow::cell)->test_error);
  EXPECT_EQ(Plan().size(), kCells) << "what was not chosen now stays planned";

  Write("defaults", "[fdskl]\nblock = 16\nfeatures = 48\n");
  EXPECT_EQ(Reproduce({"--experiment", "errors", "--only", "split 0,"}).exit_status, 0);
  ASSERT_EQ(Rows().size(), kCells + 2U) << "the one changed cell of the first split";
  EXPECT_EQ(Rows().back().features, 48);
}

TEST_F(ReproduceTest, GoesOnAfterAKillAndAfterAnInterrupt) {
  EXPECT_EQ(Signalled(SIGKILL).exit_status, -1);
  EXPECT_EQ(Plan().size(), kCells);
  const auto after_kill = Rows().size();
  EXPECT_GE(after_kill, 1U);
  EXPECT_LT(after_kill, kCells);

  const base::testing::Finished interrupted = Signalled(SIGINT);
  EXPECT_EQ(interrupted.exit_status, 130);
  EXPECT_NE(interrupted.error.find("interrupted: "), std::string::npos) << interrupted.error;
  EXPECT_GT(Rows().size(), after_kill);
  EXPECT_LT(Rows().size(), kCells);

  EXPECT_EQ(Reproduce({}).exit_status, kNotAllOkStatus);
  ExpectEachCellOnce();
}

TEST_F(ReproduceTest, AFailingCellIsTriedOnceAndTheRestRuns) {
  const Words launcher = {"--launcher",
                          "sh -c 'case $2 in 1) exec mpirun --oversubscribe \"$@\";; "
                          "*) echo fdskl-started $2; exit 7; esac' sh"};
  ASSERT_EQ(Reproduce(launcher).exit_status, kNotAllOkStatus);
  ExpectEachCellOnce();
  for (const results::RunRow& row : Rows()) {
    EXPECT_EQ(row.status, row.workers == 1 ? "ok" : "failed") << row.reason;
  }
  ASSERT_EQ(Reproduce(launcher).exit_status, kNotAllOkStatus);
  ExpectEachCellOnce();

  // The failed cells run again, except the one with more workers than columns. Then nothing is left to redo.
  const base::testing::Finished redo = Reproduce({"--redo-failed"});
  EXPECT_NE(redo.error.find("8 cells, 4 to run"), std::string::npos) << redo.error;
  EXPECT_EQ(Rows().size(), kCells + 4U);
  EXPECT_NE(Reproduce({"--redo-failed"}).error.find("8 cells, 0 to run"), std::string::npos);
  Write("workers", "datasets = ['cod-rna']\nmethods = ['fdskl']\nworkers = [1]\n[settings]\nedition = 'stand-in'\n");
  EXPECT_EQ(Reproduce({}).exit_status, 0) << "every row is ok";
}

TEST_F(ReproduceTest, ALauncherThatStartsNothingLeavesNoRowAndTheNextRunGoesOn) {
  const base::testing::Finished dead = Reproduce({"--launcher", "sh -c 'echo the job is over >&2; exit 1'"});
  EXPECT_EQ(dead.exit_status, 1);
  EXPECT_NE(dead.error.find("it said: the job is over"), std::string::npos) << dead.error;
  EXPECT_TRUE(Rows().empty());
  EXPECT_NE(Reproduce({"--dry-run"}).error.find("8 cells, 8 to run"), std::string::npos);
}

// Two drivers run at once, as on two hosts, while a third has claimed one cell and does not end.
TEST_F(ReproduceTest, SeveralDriversShareTheCells) {
  const auto cells = [&] {
    std::istringstream lines(Reproduce({"--dry-run"}).output);
    std::vector<std::string> hashes;
    for (std::string line; std::getline(lines, line);) hashes.push_back(line.substr(0, line.find(' ')));
    return hashes;
  }();
  ASSERT_EQ(cells.size(), kCells);
  {
    const base::FileLock taken(results_ / "cells/claims" / cells.front());
    std::thread other([&] { Reproduce({"--shard", "1/2"}); });
    Reproduce({"--shard", "2/2"});
    other.join();
    EXPECT_EQ(Rows().size(), kCells - 1U);
    const base::testing::Finished whole = Reproduce({});
    EXPECT_EQ(whole.exit_status, kNotAllOkStatus);
    EXPECT_NE(whole.error.find("1 not run"), std::string::npos) << whole.error;
  }
  Reproduce({});
  ExpectEachCellOnce();
}

// The test acts as another driver, which has read the plan and writes its additions while this one starts.
TEST_F(ReproduceTest, DriversThatStartAtOnceBothHaveTheirPlan) {
  const results::PlanRow other = {"curves", "tiny", "another cell", "a9a", "fdskl", 0};
  std::thread driver;
  {
    const base::FileLock lock(results_ / ".lock");
    driver = std::thread([&] {
      EXPECT_EQ(Reproduce({"--experiment", "errors", "--only", "libsvm split 0,"}).exit_status, 0);
    });
    std::this_thread::sleep_for(std::chrono::seconds(3));
    results::WriteRows<results::PlanRow>(results_ / "plan.arrow", {&other, 1});
  }
  driver.join();
  std::set<std::string> planned;
  for (const results::PlanRow& row : Plan()) planned.insert(row.experiment);
  EXPECT_EQ(planned, (std::set<std::string>{"curves", "errors"}));
}

// As docs/cluster.md describes, each driver has a shard. Rows stay staged, and merge folds them.
TEST_F(ReproduceTest, WithoutLocksEachShardRunsItsCellsAndMergeFoldsThem) {
  const Words without = cell::testing::WithoutLocks();
  environment_.insert(environment_.end(), without.begin(), without.end());
  for (const char* shard : {"1/2", "2/2"}) {
    const base::testing::Finished finished = Reproduce({"--shard", shard});
    EXPECT_NE(finished.exit_status, 1) << finished.error;
    EXPECT_NE(finished.error.find("has no file locks: no other driver must run the same cells (--shard)"),
              std::string::npos)
        << finished.error;
  }
  ExpectEachCellOnce();
  const base::testing::Finished all = Reproduce({});
  EXPECT_EQ(all.exit_status, kNotAllOkStatus);
  EXPECT_NE(all.error.find("8 cells, 0 to run"), std::string::npos) << all.error;
  EXPECT_TRUE(std::filesystem::exists(results_ / "staged"));
  const base::testing::Finished merged = base::testing::RunToEnd(
      {FDSKL_PROGRAM, "merge", results_.string(), "--results", results_.string()}, environment_);
  EXPECT_EQ(merged.exit_status, 0) << merged.error;
  EXPECT_FALSE(std::filesystem::exists(results_ / "staged"));
  ExpectEachCellOnce();
}

TEST_F(ReproduceTest, WhatIsWrongIsSaidBeforeTheFirstCell) {
  const auto has = [&](const Words& words, const char* text) {
    const base::testing::Finished finished = Reproduce(words);
    EXPECT_EQ(finished.exit_status, 1);
    EXPECT_EQ(finished.output, "");
    EXPECT_EQ(std::count(finished.error.begin(), finished.error.end(), '\n'), 1) << finished.error;
    EXPECT_NE(finished.error.find(text), std::string::npos) << finished.error;
    EXPECT_TRUE(Rows().empty());
  };
  has({"--profile", "larg"}, "unknown profile 'larg'");
  has({"--experiment", "errors,trees"}, "unknown experiment 'trees'");
  has({"--dataset", "a9b"}, "did you mean a9a");
  has({"--method", "fdsk"}, "did you mean fdskl");
  has({"--redoo"}, "unknown option '--redoo'; did you mean --redo");
  has({"--shard", "0/2"}, "--shard must be K/N with K from 1 to N");
  has({"--redo", "--redo-failed"}, "give one of them");
  has({"more"}, "unexpected argument 'more'");
  Write("workers", "sets = ['phishing']\n");
  has({}, "workers.toml:1: unknown key 'sets'");
  Write("workers", "datasets = ['phishin']\n");
  has({}, "unknown dataset 'phishin'; did you mean phishing");
  Write("workers", "methods = ['svm']\n");
  has({}, "workers.toml:1: methods: unknown method 'svm'");
  Write("workers", "splits = 1.5\n");
  has({}, "workers.toml:1: splits: must be a whole number, not 1.5");
}

// The launcher writes when a cell begins and ends.
TEST_F(ReproduceTest, CellsOfOneCoreRunSideBySideWhereTheirTimeIsNoResult) {
  const std::string log = (folder_ / "log").string();
  const Words words = {"--jobs", "2", "--launcher",
                       fmt::format("sh -c 'echo \"begin $2\" >>{0}; sleep 0.3; mpirun --oversubscribe --bind-to none "
                                   "\"$@\"; s=$?; echo \"end $2\" >>{0}; exit $s' sh",
                                   log)};
  const auto most_at_once = [&] {
    int now = 0;
    int most = 0;
    std::istringstream lines(base::ReadText(log));
    for (std::string line; std::getline(lines, line);) most = std::max(most, now += line.starts_with("begin") ? 1 : -1);
    std::filesystem::remove(log);
    return most;
  };
  const std::string settings = "methods = ['libsvm', 'fdskl']\nsplits = 1\n[settings]\nedition = 'stand-in'\n";
  Write("errors", "datasets = ['phishing', 'a9a']\ntimed = false\n" + settings);
  Write("workers", "datasets = ['cod-rna']\n" + settings);
  ASSERT_EQ(Reproduce(words).exit_status, 0);
  ExpectEachCellOnce();
  EXPECT_EQ(most_at_once(), 2);
  ASSERT_EQ(Rows().size(), 6U);
  for (const results::RunRow& row : Rows()) {
    EXPECT_EQ(row.status, "ok") << row.reason;
    EXPECT_EQ(row.beside, row.method == "libsvm" && row.dataset != "cod-rna" ? 1 : 0) << row.method << row.dataset;
  }
  // Rows stay valid when their time becomes a result that may be measured with one core per cell.
  Write("errors", "one_core_beside = true\ndatasets = ['phishing', 'a9a']\n" + settings);
  EXPECT_NE(Reproduce(words).error.find("6 cells, 0 to run"), std::string::npos);
  // When their time must be measured alone, they run again, alone; the others do not.
  Write("errors", "datasets = ['phishing', 'a9a']\n" + settings);
  ASSERT_EQ(Reproduce(words).exit_status, 0);
  EXPECT_EQ(most_at_once(), 1);
  ASSERT_EQ(Rows().size(), 8U);
  EXPECT_EQ(Rows().back().beside, 0);
  EXPECT_NE(Reproduce(words).error.find("6 cells, 0 to run"), std::string::npos);
}

TEST_F(ReproduceTest, OneDriverAtATimeOnAHost) {
  const base::FileLock lock(results_ / fmt::format(".reproduce-{}.lock", base::HostName()));
  const base::testing::Finished finished = Reproduce({});
  EXPECT_EQ(finished.exit_status, 1);
  EXPECT_NE(finished.error.find("is locked: another process"), std::string::npos) << finished.error;
  EXPECT_TRUE(Rows().empty());
}

}  // namespace
}  // namespace fdskl::reproduce
