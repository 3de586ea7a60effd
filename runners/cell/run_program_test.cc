// `fdskl run`: what it prints and stores for every method, and how it reports mistakes on the command line.

#include <gtest/gtest.h>

#include <algorithm>
#include <boost/property_tree/json_parser.hpp>
#include <fstream>
#include <sstream>

#include "base/files.h"
#include "base/process.h"
#include "base/testing.h"
#include "fdskl/net/link_model.h"
#include "results/store.h"
#include "runners/cell/testing_run.h"

namespace fdskl::cell {
namespace {

using testing::RunTest;
using testing::Words;

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

TEST_F(RunTest, TheVersionNamesTheCommitThatRowsName) {
  ASSERT_EQ(Run({}).exit_status, 0);
  const std::string version = base::testing::RunToEnd({FDSKL_PROGRAM, "--version"}).output;
  EXPECT_TRUE(version.starts_with("fdskl ")) << version;
  const std::string commit = Rows().at(0).commit;
  EXPECT_NE(version.find("(commit " + (commit.empty() ? "unknown" : commit.substr(0, 12))), std::string::npos)
      << version;
}

// Every method runs by its name alone. Columns of settings that it does not have are null.
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
    EXPECT_LT(row.test_error.value(), 40) << method;
    EXPECT_EQ(row.features.has_value(), row.method == "dsg" || row.method == "fdskl");
    EXPECT_EQ(row.masking.has_value(), row.method == "fdskl");
    EXPECT_EQ(row.settings.find("\"C\"") != std::string::npos, row.method == "libsvm" || row.method == "pp-svmv");
  }
}

// A slow network gives the same model with the same messages, only later.
TEST_F(RunTest, ALinkChangesTheTimeAlone) {
  // The least number of messages that wait for one another: to a leader and back in each step; once around the ring; in
  // each tree the gradients, and at both levels the hosts' sums, with the splits between them.
  const auto settings = folder_.path() / "small.toml";  // settings that make every method quick
  base::WriteText(settings,
                  "[fdskl]\nblock = 32\nfeatures = 128\n[pp-svmv]\nkernel_cache = \"1M\"\n[fd-svrg]\nepochs = 2\n"
                  "[secureboost]\nactive = 1\nlambda = 1.0\ntrees = 2\ndepth = 2\nbins = 8\nkey_bits = 1024\n");
  for (const auto& [method, rounds] : {std::pair("fdskl", 8), {"pp-svmv", 3}, {"fd-svrg", 8}, {"secureboost", 8}}) {
    for (const char* link : {"shared-memory", "wan"}) {
      const base::testing::Finished finished = base::testing::RunToEnd(
          {FDSKL_PROGRAM, "run", "phishing", method, "--edition", "stand-in", "--rows", "400", "--workers", "3",
           "--evaluations", "1", "--link", link, "--settings", settings.string(), "--results", folder_.path().string()},
          {mark_});
      ASSERT_EQ(finished.exit_status, 0) << method << ": " << finished.error;
    }
    const auto rows = Rows();
    const results::RunRow& fast = rows[rows.size() - 2];
    const results::RunRow& slow = rows.back();
    EXPECT_EQ(slow.test_error.value(), fast.test_error.value()) << method;
    EXPECT_EQ(slow.sent_bytes, fast.sent_bytes) << method;
    EXPECT_EQ(slow.sent_messages, fast.sent_messages) << method;
    const net::LinkModel wan = net::LinkOf(net::LinkPreset::kWan);
    EXPECT_GT(slow.train_seconds, wan.latency_seconds * rounds) << method;
    // One of the three workers sends at least a third of all bytes.
    EXPECT_GT(slow.train_seconds, wan.TransferSeconds(*slow.sent_bytes / 3)) << method;
    EXPECT_NE(slow.settings.find("\"link\": \"wan\""), std::string::npos) << slow.settings;
  }
}

// Keys have full length. Options override the preset, and the row says what was used.
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
  EXPECT_LT(row.test_error.value(), 50);
}

TEST_F(RunTest, FewWorkersAreEnoughAndSayWhatPrivacyIsLeft) {
  const base::testing::Finished one = Run({"--workers", "1"});
  EXPECT_EQ(one.exit_status, 0);
  EXPECT_NE(one.error.find("there is nobody to hide from"), std::string::npos) << one.error;
  const base::testing::Finished two = Run({"--workers", "2"});
  EXPECT_EQ(two.exit_status, 0);
  EXPECT_NE(two.error.find("can subtract its own part"), std::string::npos) << two.error;
  const base::testing::Finished three = Run({});
  EXPECT_EQ(three.exit_status, 0);
  EXPECT_EQ(three.error.find("subtract"), std::string::npos) << three.error;
}

// 12,000 rows are more than the published 11,055: a stand-in has them only when they are asked for.
TEST_F(RunTest, RowsOfAStandInAreThoseAskedFor) {
  EXPECT_EQ(Run({"--rows", "12000", "--features", "32"}).exit_status, 0);
  ASSERT_EQ(Rows().size(), 1U);
  EXPECT_EQ(Rows()[0].rows, 12000);
}

TEST_F(RunTest, TheSameSeedGivesTheSameErrors) {
  for (int i = 0; i < 2; ++i) ASSERT_EQ(Run({"--seed", "5"}).exit_status, 0);
  EXPECT_EQ(Rows().at(0).test_error.value(), Rows().at(1).test_error.value());
  EXPECT_EQ(Rows().at(0).auc.value(), Rows().at(1).auc.value());
  EXPECT_NE(Rows().at(0).run, Rows().at(1).run);
}

TEST_F(RunTest, AnArmRunsByItsName) {
  const base::testing::Finished finished =
      base::testing::RunToEnd({FDSKL_PROGRAM, "run", "phishing", "fdskl-as-printed", "--edition", "stand-in", "--rows",
                               "400", "--features", "40", "--workers", "3", "--results", folder_.path().string()},
                              {mark_});
  ASSERT_EQ(finished.exit_status, 0) << finished.error;
  const results::RunRow row = Rows().at(0);
  EXPECT_EQ(row.method, "fdskl");
  EXPECT_EQ(row.masking, "paper");
  EXPECT_EQ(row.update, "plain");
  EXPECT_EQ(row.features, 40);
  EXPECT_EQ(row.block, 1) << "from the arm's section of the settings file";
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

// Names of files and folders, and the words of a launcher, are passed on unchanged.
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

TEST_F(RunTest, ATableThatCannotBeReadIsKnownBeforeTheRun) {
  std::ofstream(folder_.path() / "runs.arrow") << "garbage";
  const base::testing::Finished finished = Run({});
  EXPECT_EQ(finished.exit_status, 1);
  EXPECT_NE(finished.error.find("runs.arrow"), std::string::npos) << finished.error;
  EXPECT_EQ(base::ReadText(folder_.path() / "runs.arrow"), "garbage");
}

}  // namespace
}  // namespace fdskl::cell
