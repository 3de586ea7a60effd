// The whole way: the real program, mpirun, ranks, tables; on a small stand-in, so that no data are needed.

#include <gtest/gtest.h>
#include <unistd.h>

#include <boost/property_tree/json_parser.hpp>
#include <csignal>
#include <fstream>
#include <sstream>

#include "base/files.h"
#include "base/process.h"
#include "base/testing.h"
#include "fdskl/net/link_model.h"
#include "results/store.h"

namespace fdskl::cell {
namespace {

using base::testing::Finished;
using Words = std::vector<std::string>;

class RunTest : public ::testing::Test {
 protected:
  // Runs `fdskl run phishing fdskl` on 2,000 rows with 3 workers, and `more` options.
  base::testing::Finished Run(const Words& more,
                              const std::function<void(std::string_view)>& on_error_line = {}) const {
    Words command = {
        FDSKL_PROGRAM, "run", "phishing", "fdskl", "--edition",  "stand-in", "--rows",    "2000",
        "--workers",   "3",   "--block",  "32",    "--features", "128",      "--results", folder_.path().string()};
    command.insert(command.end(), more.begin(), more.end());
    base::testing::Finished finished = base::testing::RunToEnd(command, {mark_}, on_error_line);
    EXPECT_TRUE(base::MarkedProcesses(mark_).empty()) << "a process is left";
    return finished;
  }

  // As Run(), but for hours unless something ends it; `act` is called once, at its first evaluation.
  base::testing::Finished RunLong(const std::function<void()>& act, const Words& more = {}) const {
    bool done = false;
    Words options = {"--features", "3200000", "--update", "plain"};
    options.insert(options.end(), more.begin(), more.end());
    return Run(options, [&](std::string_view line) {
      if (done || line.find("test error") == std::string_view::npos) return;
      done = true;
      act();
    });
  }

  // A file of settings with which every method is quick.
  std::string SmallSettings() const {
    const auto file = folder_.path() / "small.toml";
    base::WriteText(file,
                    "[fdskl]\nblock = 32\nfeatures = 128\n[pp-svmv]\nkernel_cache = \"1M\"\n[fd-svrg]\nepochs = 2\n"
                    "[secureboost]\nactive = 1\nlambda = 1.0\ntrees = 2\ndepth = 2\nbins = 8\nkey_bits = 1024\n");
    return file.string();
  }

  // The processes of the run whose command line has `word`.
  std::vector<pid_t> Processes(std::string_view word) const {
    std::vector<pid_t> found;
    for (const pid_t pid : base::MarkedProcesses(mark_)) {
      std::string line = base::ReadText(fmt::format("/proc/{}/cmdline", pid));
      std::replace(line.begin(), line.end(), '\0', ' ');
      if (line.find(word) != std::string::npos && line.find("mpirun") == std::string::npos) found.push_back(pid);
    }
    return found;
  }

  std::vector<results::RunRow> Rows() const { return results::ResultStore(folder_.path()).ReadRuns(); }

  base::testing::TempFolder folder_;
  std::string mark_ = fmt::format("FDSKL_RUN_TEST={}", folder_.path().string());
};

TEST_F(RunTest, JsonIsAllThereIsOnStandardOutput) {
  const base::testing::Finished finished = Run({"--splits", "2", "--json"});
  ASSERT_EQ(finished.exit_status, 0) << finished.error;
  std::istringstream text(finished.output);
  boost::property_tree::ptree json;
  boost::property_tree::read_json(text, json);
  ASSERT_EQ(json.size(), 2U);
  const auto& row = json.back().second;
  EXPECT_EQ(row.get<std::string>("status"), "ok");
  EXPECT_EQ(row.get<std::string>("edition"), "stand-in");
  EXPECT_EQ(row.get<int>("rows"), 2000);
  EXPECT_EQ(row.get<int>("train_rows"), 1500);
  EXPECT_EQ(row.get<int>("split"), 1);
  EXPECT_LT(row.get<double>("test_error"), 40);
  EXPECT_GT(row.get<double>("train_seconds"), 0);
  EXPECT_GT(row.get<std::int64_t>("sent_bytes"), 0);
  EXPECT_EQ(row.get<std::int64_t>("sent_bytes"), row.get<std::int64_t>("received_bytes"));
  EXPECT_GT(row.get<std::int64_t>("peak_memory_bytes"), 1 << 20);
}

TEST_F(RunTest, RowAndCurveAreInTheTables) {
  const base::testing::Finished finished = Run({});
  ASSERT_EQ(finished.exit_status, 0) << finished.error;
  EXPECT_NE(finished.output.find("test error %"), std::string::npos) << finished.output;
  const auto rows = Rows();
  ASSERT_EQ(rows.size(), 1U);
  EXPECT_EQ(rows[0].batch, 750);  // what one of two active workers holds of 1,500 labels
  EXPECT_FALSE(rows[0].cpu.empty());
  EXPECT_EQ(rows[0].host, base::HostName());
  EXPECT_TRUE(rows[0].launcher.value().starts_with("mpirun --oversubscribe")) << *rows[0].launcher;
  EXPECT_FALSE(rows[0].data_checksum.empty());
  EXPECT_EQ(rows[0].time.size(), std::string("2000-01-01T00:00:00Z").size());
  const auto curve = results::ResultStore(folder_.path()).ReadCurves();
  ASSERT_GE(curve.size(), 2U);
  EXPECT_EQ(curve.back().run, rows[0].run);
  EXPECT_EQ(curve.back().features, 128);
  EXPECT_EQ(curve.back().test_error, rows[0].test_error);
  EXPECT_TRUE(std::filesystem::is_empty(folder_.path() / "cells"));
}

// Every method by its name alone; what it has no setting for is null.
TEST_F(RunTest, EveryMethodRuns) {
  for (const char* method : {"fdskl", "dsg", "libsvm", "pp-svmv", "fd-svrg"}) {
    const base::testing::Finished finished =
        base::testing::RunToEnd({FDSKL_PROGRAM, "run", "phishing", method, "--edition", "stand-in", "--rows", "1000",
                                 "--results", folder_.path().string()},
                                {mark_});
    ASSERT_EQ(finished.exit_status, 0) << method << ": " << finished.error;
    const results::RunRow row = Rows().back();
    const bool central = row.method == "dsg" || row.method == "libsvm";
    EXPECT_EQ(row.workers, central ? 1 : 8);
    EXPECT_EQ(row.sent_bytes > 0, !central);
    EXPECT_LT(row.test_error, 40) << method;
    EXPECT_EQ(row.features.has_value(), row.method == "dsg" || row.method == "fdskl");
    EXPECT_EQ(row.masking.has_value(), row.method == "fdskl");
    EXPECT_EQ(row.settings.find("\"C\"") != std::string::npos, row.method == "libsvm" || row.method == "pp-svmv");
  }
}

// As if on a slow network: the same model and the same messages, later.
TEST_F(RunTest, ALinkChangesTheTimeAlone) {
  // At the least, so many messages follow one another: to a leader and back in each step; once around the ring; in each
  // tree the gradients, and for both levels the hosts' sums, with what was split between.
  for (const auto& [method, rounds] : {std::pair("fdskl", 8), {"pp-svmv", 3}, {"fd-svrg", 8}, {"secureboost", 8}}) {
    for (const char* link : {"shared-memory", "wan"}) {
      const base::testing::Finished finished = base::testing::RunToEnd(
          {FDSKL_PROGRAM, "run", "phishing", method, "--edition", "stand-in", "--rows", "400", "--workers", "3",
           "--evaluations", "1", "--link", link, "--settings", SmallSettings(), "--results", folder_.path().string()},
          {mark_});
      ASSERT_EQ(finished.exit_status, 0) << method << ": " << finished.error;
    }
    const auto rows = Rows();
    const results::RunRow& fast = rows[rows.size() - 2];
    const results::RunRow& slow = rows.back();
    EXPECT_EQ(slow.test_error, fast.test_error) << method;
    EXPECT_EQ(slow.sent_bytes, fast.sent_bytes) << method;
    EXPECT_EQ(slow.sent_messages, fast.sent_messages) << method;
    const net::LinkModel wan = net::LinkOf(net::LinkPreset::kWan);
    EXPECT_GT(slow.train_seconds, wan.latency_seconds * rounds) << method;
    // Someone sends a third of it all, or more.
    EXPECT_GT(slow.train_seconds, wan.TransferSeconds(*slow.sent_bytes / 3)) << method;
    EXPECT_NE(slow.settings.find("\"link\": \"wan\""), std::string::npos) << slow.settings;
  }
}

// Keys of full length. The preset gives way to what is said beside it, and the row says what was used.
TEST_F(RunTest, SecureBoostRunsEncrypted) {
  const base::testing::Finished finished = base::testing::RunToEnd(
      {FDSKL_PROGRAM, "run", "phishing", "secureboost", "--edition", "stand-in", "--rows", "400", "--workers", "3",
       "--preset", "fate", "--trees", "2", "--depth", "3", "--results", folder_.path().string()},
      {mark_});
  ASSERT_EQ(finished.exit_status, 0) << finished.error;
  const results::RunRow row = Rows().back();
  EXPECT_EQ(row.active, 1);
  EXPECT_EQ(row.loss, "logistic");
  EXPECT_EQ(row.lambda, 1);
  for (const char* setting : {"\"preset\": \"fate\"", "\"trees\": 2", "\"bins\": 32", "\"key_bits\": 1024"}) {
    EXPECT_NE(row.settings.find(setting), std::string::npos) << row.settings;
  }
  EXPECT_GT(row.sent_bytes, 2 * 300 * 256 * 2);  // two trees' ciphertexts to two hosts
  EXPECT_LT(row.test_error, 50);
}

TEST_F(RunTest, TheTimeLimitKeepsTheTreesSoFar) {
  const base::testing::Finished finished =
      base::testing::RunToEnd({FDSKL_PROGRAM,  "run",      "phishing",   "secureboost",
                               "--edition",    "stand-in", "--rows",     "100",
                               "--workers",    "2",        "--depth",    "2",
                               "--trees",      "100000",   "--key-bits", "1024",
                               "--time-limit", "6",        "--results",  folder_.path().string()},
                              {mark_});
  EXPECT_EQ(finished.exit_status, 1);
  ASSERT_EQ(Rows().size(), 1U) << finished.error;
  EXPECT_EQ(Rows()[0].status, "timeout");
  EXPECT_NE(Rows()[0].reason.find("time limit of 6 s"), std::string::npos) << Rows()[0].reason;
  EXPECT_TRUE(Rows()[0].test_error.has_value());
  const auto curve = results::ResultStore(folder_.path()).ReadCurves();
  ASSERT_FALSE(curve.empty());
  EXPECT_GT(curve.back().features, 0);
  EXPECT_LT(curve.back().features, 100000);
}

// The limit is a third of the data. Columns in memory do not fit; by itself the program leaves them in the store, and
// trains the model that it trains without a limit, to the bit.
TEST_F(RunTest, DataThreeTimesTheMemoryTrain) {
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
    // A cache of its own, for the data are large.
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
  EXPECT_EQ(free.test_error, limited.test_error);
  EXPECT_EQ(free.auc, limited.auc);
  int parts = 0;
  for (const auto& file : std::filesystem::directory_iterator(folder_.path() / "free")) {
    if (file.path().extension() != ".arrow") continue;
    ++parts;
    EXPECT_EQ(base::testing::ReadFile(file.path()),
              base::testing::ReadFile(folder_.path() / "limited" / file.path().filename()));
  }
  EXPECT_EQ(parts, 2);
}

TEST_F(RunTest, AMethodThatNeedsItsColumnsInMemorySaysSo) {
  const base::testing::Finished finished = base::testing::RunToEnd(
      {FDSKL_PROGRAM, "run", "phishing", "libsvm", "--hold", "store", "--results", folder_.path().string()}, {mark_});
  EXPECT_EQ(finished.exit_status, 1);
  EXPECT_NE(finished.error.find("libsvm needs all its columns in memory: hold must be memory, not store, which is for "
                                "fdskl, dsg"),
            std::string::npos)
      << finished.error;
}

// Names of files and folders, and the words of a launcher, are handed on as they are.
TEST_F(RunTest, NothingReachesAShell) {
  const std::filesystem::path bait = folder_.path() / "bait";
  const std::string nasty = "$(touch $BAIT);`touch $BAIT`&touch $BAIT|'\"";
  const std::filesystem::path results = folder_.path() / nasty;
  const std::filesystem::path data = folder_.path() / (nasty + ".csv");
  std::string text = "a,b,y\n";
  for (int i = 0; i < 80; ++i) text += fmt::format("{},{},{}\n", i % 7, i % 3, i % 2);
  base::WriteText(data, text);
  const Words environment = {mark_, fmt::format("BAIT={}", bait.string())};
  Words command = {FDSKL_PROGRAM, "run",        "--data",    data.string(), "--label",
                   "y",           "fdskl",      "--workers", "2",           "--block",
                   "8",           "--features", "8",         "--results",   results.string()};
  const base::testing::Finished finished = base::testing::RunToEnd(command, environment);
  EXPECT_EQ(finished.exit_status, 0) << finished.error;
  EXPECT_EQ(results::ResultStore(results).ReadRuns().size(), 1U);
  command.insert(command.end(), {"--launcher", "echo $(touch $BAIT) ; touch $BAIT `touch $BAIT`"});
  EXPECT_EQ(base::testing::RunToEnd(command, environment).exit_status, 1) << "echo starts no rank";
  EXPECT_FALSE(std::filesystem::exists(bait));
}

TEST_F(RunTest, WhatNeedsTooMuchMemorySaysSoBeforeItStarts) {
  const base::testing::Finished finished = base::testing::RunToEnd(
      {FDSKL_PROGRAM, "run", "phishing", "pp-svmv", "--edition", "stand-in", "--workers", "2", "--memory-limit", "500M",
       "--kernel-cache", "100M", "--results", folder_.path().string()},
      {mark_});
  EXPECT_EQ(finished.exit_status, 1);
  ASSERT_EQ(Rows().size(), 1U) << finished.error;
  EXPECT_EQ(Rows()[0].status, "out-of-memory");
  EXPECT_NE(
      Rows()[0].reason.find("pp-svmv needs at least 1.1 GB of memory (the merged kernel in LIBSVM's form 1.1 GB); "
                            "the limit is 524 MB"),
      std::string::npos)
      << Rows()[0].reason;
  EXPECT_EQ(Rows()[0].train_rows, 8291);
}

// A solver without steps: what is not finished at the limit leaves no figures.
TEST_F(RunTest, TheTimeLimitStopsLibsvm) {
  const base::testing::Finished finished =
      base::testing::RunToEnd({FDSKL_PROGRAM, "run",          "phishing",    "libsvm",    "--edition",
                               "stand-in",    "--rows",       "4000",        "--sigma",   "20",
                               "--C",         "1e10",         "--tolerance", "1e-9",      "--evaluations",
                               "1",           "--time-limit", "0.3",         "--results", folder_.path().string()},
                              {mark_});
  EXPECT_EQ(finished.exit_status, 1);
  ASSERT_EQ(Rows().size(), 1U) << finished.error;
  EXPECT_EQ(Rows()[0].status, "timeout");
  EXPECT_NE(Rows()[0].reason.find("time limit of 0.3 s, after"), std::string::npos) << Rows()[0].reason;
  EXPECT_FALSE(Rows()[0].test_error.has_value());
}

TEST_F(RunTest, FewWorkersAreEnoughAndSayWhatPrivacyIsLeft) {
  const base::testing::Finished one = Run({"--workers", "1"});
  EXPECT_EQ(one.exit_status, 0);
  EXPECT_NE(one.error.find("there is nobody to hide from"), std::string::npos) << one.error;
  const base::testing::Finished two = Run({"--workers", "2"});
  EXPECT_EQ(two.exit_status, 0);
  EXPECT_NE(two.error.find("can subtract its own part"), std::string::npos) << two.error;
  EXPECT_EQ(Run({}).error.find("subtract"), std::string::npos);
}

// 12,000 rows are more than the published 11,055: a stand-in has them only when it is asked for.
TEST_F(RunTest, RowsOfAStandInAreThoseAskedFor) {
  EXPECT_EQ(Run({"--rows", "12000", "--features", "32"}).exit_status, 0);
  ASSERT_EQ(Rows().size(), 1U);
  EXPECT_EQ(Rows()[0].rows, 12000);
}

TEST_F(RunTest, TheSameSeedGivesTheSameErrors) {
  for (int i = 0; i < 2; ++i) ASSERT_EQ(Run({"--seed", "5"}).exit_status, 0);
  EXPECT_EQ(Rows().at(0).test_error, Rows().at(1).test_error);
  EXPECT_EQ(Rows().at(0).auc, Rows().at(1).auc);
  EXPECT_NE(Rows().at(0).run, Rows().at(1).run);
}

TEST_F(RunTest, WrongNamesAndValuesAreOneParagraph) {
  const auto error = [](const Words& words) {
    Words command = {FDSKL_PROGRAM};
    command.insert(command.end(), words.begin(), words.end());
    const base::testing::Finished finished = base::testing::RunToEnd(command);
    EXPECT_EQ(finished.exit_status, 1);
    EXPECT_EQ(finished.output, "");
    EXPECT_EQ(std::count(finished.error.begin(), finished.error.end(), '\n'), 1) << finished.error;
    return finished.error;
  };
  const auto has = [&](const Words& words, const char* text) {
    EXPECT_NE(error(words).find(text), std::string::npos) << error(words);
  };
  has({"run", "nosuch", "fdskl"}, "unknown dataset 'nosuch'");
  has({"run", "a9b", "fdskl"}, "did you mean a9a");
  has({"run", "a9a", "fdsk"}, "did you mean fdskl");
  has({"run", "a9a", "libsvm", "--workers", "2"}, "libsvm runs in one process");
  has({"run", "a9a", "libsvm", "--features", "9"}, "unknown setting of libsvm 'features'");
  has({"run", "a9a", "fdskl", "--workers", "200"}, "a9a has 123 columns");
  has({"run", "a9a", "fdskl", "--workrs", "2"}, "unknown option '--workrs'; did you mean --workers");
  has({"run", "a9a", "fdskl", "--masking=rign"}, "did you mean ring");
  has({"run", "a9a", "fdskl", "--splits", "0"}, "--splits must be at least 1");
  has({"run", "a9a", "fdskl", "more"}, "unexpected argument 'more'");
  has({"run", "a9a"}, "METHOD is required");
  has({"rnu"}, "unknown command 'rnu'; did you mean run");
  has({"datasets", "verfy"}, "did you mean verify");
}

TEST_F(RunTest, ALauncherThatIsNotThereIsAnError) {
  const base::testing::Finished finished = Run({"--launcher", "fdskl-no-such-launcher --hostfile hosts"});
  EXPECT_EQ(finished.exit_status, 1);
  EXPECT_NE(finished.error.find("cannot start 'fdskl-no-such-launcher'"), std::string::npos) << finished.error;
  EXPECT_TRUE(Rows().empty());
}

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

// As if under salloc: the ranks die because the job does. Slurm's squeue is a script here; slurm_program_test has the
// real one.
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

// flock() fails for the driver and its ranks, as it does on some network file systems.
TEST_F(RunTest, RowsAreKeptWhereThereAreNoLocks) {
  const char* const sanitizer = std::getenv("ASAN_OPTIONS");
  const std::string asan =
      fmt::format("ASAN_OPTIONS=verify_asan_link_order=0:{}", sanitizer == nullptr ? "" : sanitizer);
  ASSERT_EQ(Run({"--features", "32"}).exit_status, 0) << "prepares the data";
  for (int i = 0; i < 2; ++i) {
    const base::testing::Finished finished = base::testing::RunToEnd(
        {FDSKL_PROGRAM, "run", "phishing", "fdskl", "--edition", "stand-in", "--rows", "2000", "--workers", "3",
         "--features", "32", "--block", "32", "--results", folder_.path().string()},
        {mark_, fmt::format("LD_PRELOAD={}", FDSKL_NO_LOCKS), asan});
    EXPECT_EQ(finished.exit_status, 0) << finished.error;
  }
  EXPECT_EQ(Rows().size(), 3U);
  EXPECT_TRUE(std::filesystem::exists(folder_.path() / "staged")) << "nothing folds without a lock";
  ASSERT_EQ(Run({"--features", "32"}).exit_status, 0);
  EXPECT_EQ(Rows().size(), 4U);
  EXPECT_FALSE(std::filesystem::exists(folder_.path() / "staged"));
}

TEST_F(RunTest, AnErrorOnOneRankEndsAllWithItsMessage) {
  const base::testing::Finished finished = Run({"--launcher",
                                                "sh -c 'exec mpirun --oversubscribe -n 2 \"$3\" worker \"$5\" : "
                                                "-n 1 \"$3\" worker /nowhere' sh"});
  EXPECT_EQ(finished.exit_status, 1);
  ASSERT_EQ(Rows().size(), 1U);
  EXPECT_EQ(Rows()[0].reason, "rank 2: cannot read /nowhere/cell.toml");
}

TEST_F(RunTest, TheTimeLimitKeepsWhatTheMethodHas) {
  // With fewer features, so that it looks at the clock more often: in time to stop by itself.
  const base::testing::Finished finished = RunLong([] {}, {"--features", "320000", "--time-limit", "1"});
  EXPECT_EQ(finished.exit_status, 1);
  ASSERT_EQ(Rows().size(), 1U) << finished.error;
  EXPECT_EQ(Rows()[0].status, "timeout");
  EXPECT_NE(Rows()[0].reason.find("time limit of 1 s"), std::string::npos) << Rows()[0].reason;
  EXPECT_TRUE(Rows()[0].test_error.has_value());
}

TEST_F(RunTest, TheMemoryLimitEndsTheCell) {
  const base::testing::Finished finished = RunLong([] {}, {"--memory-limit", "5M"});
  EXPECT_EQ(finished.exit_status, 1);
  ASSERT_EQ(Rows().size(), 1U) << finished.error;
  EXPECT_EQ(Rows()[0].status, "out-of-memory");
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

TEST_F(RunTest, ATableThatCannotBeReadIsKnownBeforeTheRun) {
  std::ofstream(folder_.path() / "runs.arrow") << "garbage";
  const base::testing::Finished finished = Run({});
  EXPECT_EQ(finished.exit_status, 1);
  EXPECT_NE(finished.error.find("runs.arrow"), std::string::npos) << finished.error;
  EXPECT_EQ(base::ReadText(folder_.path() / "runs.arrow"), "garbage");
}

}  // namespace
}  // namespace fdskl::cell
