// A user's own methods, from their file to a row, a box in Figure 6 and a rank in the ledger. The program is the real
// one; the methods are those of examples/methods/, and some that do everything wrong.

#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>
#include <string>
#include <vector>

#include "base/files.h"
#include "base/process.h"
#include "base/testing.h"
#include "results/store.h"

namespace fdskl::runners {
namespace {

using base::testing::Finished;
using Words = std::vector<std::string>;

class OwnMethod : public ::testing::Test {
 protected:
  // Debian's python3 comes first, since it has Debian's scikit-learn.
  OwnMethod() { setenv("PATH", fmt::format("/usr/bin:{}", std::getenv("PATH")).c_str(), 1); }

  Finished Run(Words words, const std::string& program = FDSKL_PROGRAM) const {
    words.insert(words.begin(), program);
    words.insert(words.end(), {"--results", results_.string()});
    Finished finished = base::testing::RunToEnd(words, {"FDSKL_METHODS=" + methods_, mark_});
    EXPECT_TRUE(base::MarkedProcesses(mark_).empty()) << "a process is left";
    return finished;
  }
  // The method's row on 400 samples of a stand-in.
  results::RunRow RowOf(const std::string& method, const Words& more = {}) const {
    Words words = {"run", "phishing", method, "--edition", "stand-in", "--rows", "400"};
    words.insert(words.end(), more.begin(), more.end());
    const Finished finished = Run(words);
    const auto rows = results::ResultStore(results_).ReadRuns();
    EXPECT_FALSE(rows.empty()) << finished.error;
    EXPECT_EQ(finished.exit_status, !rows.empty() && rows.back().status == "ok" ? 0 : 1) << finished.error;
    return rows.empty() ? results::RunRow() : rows.back();
  }
  void Write(const std::string& text) {
    methods_ = (temp_.path() / "methods.toml").string();
    base::WriteText(methods_, text);
  }
  std::string Text(const char* file) const { return base::ReadText(results_ / file); }

  base::testing::TempFolder temp_;
  std::filesystem::path results_ = temp_.path() / "results";
  std::string methods_ = FDSKL_SOURCE_DIR "/examples/methods/methods.toml";
  std::string mark_ = fmt::format("FDSKL_OWN_METHOD_TEST={}", temp_.path().string());
};

// The reference is the same rule in C++, the seventh method of registry_program_test.
TEST_F(OwnMethod, TheShellsExampleGivesTheSameErrorsAsTheRuleInThisProgram) {
  const auto seven = std::filesystem::path(FDSKL_PROGRAM).parent_path() / "fdskl_seven_methods";
  ASSERT_EQ(Run({"run", "phishing", "nearest-centroid", "--edition", "stand-in", "--rows", "400"}, seven).exit_status,
            0);
  const double expected = results::ResultStore(results_).ReadRuns().back().test_error.value();
  const results::RunRow central = RowOf("awk-centroid");
  EXPECT_EQ(central.status, "ok") << central.reason;
  EXPECT_EQ(central.method, "awk-centroid");
  EXPECT_EQ(central.workers, 1);
  EXPECT_NEAR(central.test_error.value(), expected, 1e-9);
  EXPECT_GT(central.train_seconds.value(), 0);
  EXPECT_FALSE(central.sent_bytes.has_value()) << "nobody counts them";
  const results::RunRow parties = RowOf("awk-parties", {"--workers", "3", "--active", "1"});
  EXPECT_EQ(parties.status, "ok") << parties.reason;
  EXPECT_EQ(parties.workers, 3);
  EXPECT_NEAR(parties.test_error.value(), expected, 1e-9);
  const results::RunRow refused = RowOf("awk-parties", {"--workers", "3", "--active", "2"});
  EXPECT_NE(refused.reason.find("awk-parties ended with exit status 1; it said: run it with --active 1"),
            std::string::npos)
      << refused.reason;
}

TEST_F(OwnMethod, ScikitLearnsExampleRuns) {
  if (base::testing::RunToEnd({"python3", "-c", "import sklearn"}).exit_status != 0)
    GTEST_SKIP() << "no python3-sklearn, which scripts/setup.sh test installs";
  const results::RunRow row = RowOf("sklearn-rff", {"--features", "200", "--rows", "2000"});
  EXPECT_EQ(row.status, "ok") << row.reason;
  EXPECT_LT(row.test_error.value(), 40);
  EXPECT_EQ(row.features, 200);
  EXPECT_NE(row.settings.find("\"features\": 200, \"gamma\": 0.05"), std::string::npos) << row.settings;
  EXPECT_EQ(results::ResultStore(results_).ReadCurves().size(), 21U) << "twenty points, and the end";
}

TEST_F(OwnMethod, BadProgramsAreRowsWithTheirReason) {
  Write(
      "[method.short]\ncommand = \"sh -c 'echo 1 > $1/decision.txt' sh\"\n"
      "[method.crash]\ncommand = \"sh -c 'echo no such module >&2; exit 3' sh\"\n"
      "[method.slow]\ncommand = \"sh -c 'sleep 1000 & wait' sh\"\n"
      "[method.large]\ncommand = \"sh -c 'head -c 300000000 /dev/zero | tail -c 290000000 | sleep 1000' sh\"\n"
      "[method.absent]\ncommand = \"fdskl-no-such-program\"\n");
  const results::RunRow short_one = RowOf("short");
  EXPECT_EQ(short_one.status, "failed");
  EXPECT_NE(short_one.reason.find("decision.txt has 1 values, not 100"), std::string::npos) << short_one.reason;
  EXPECT_EQ(RowOf("crash").reason, "rank 0: crash ended with exit status 3; it said: no such module");
  const results::RunRow slow = RowOf("slow", {"--time-limit", "1"});
  EXPECT_EQ(slow.status, "timeout");
  EXPECT_NE(slow.reason.find("time limit of 1 s"), std::string::npos) << slow.reason;
  EXPECT_EQ(RowOf("large", {"--memory-limit", "200M"}).status, "out-of-memory");
  EXPECT_NE(RowOf("absent").reason.find("cannot start 'fdskl-no-such-program'"), std::string::npos);
  EXPECT_TRUE(std::filesystem::is_empty(results_ / "cells")) << "no data are left behind";
}

TEST_F(OwnMethod, MistakesInTheFileAreSaidWithTheirPlace) {
  const auto says = [&](const std::string& text, const char* message) {
    Write(text);
    const Finished finished = Run({"run", "phishing", "mine"});
    EXPECT_EQ(finished.exit_status, 1);
    EXPECT_NE(finished.error.find(message), std::string::npos) << finished.error;
  };
  says("[method.mine]\ndata = \"npy\"\n", "methods.toml:1: method mine needs a command");
  says("[method.mine]\ncommand = \"true\"\ndata = \"numpy\"\n", "methods.toml:3: data: unknown data format 'numpy'");
  says("[method.mine]\ncomand = \"true\"\n", "methods.toml:2: unknown key of a method 'comand'; did you mean command");
  says("[method.dsg]\ncommand = \"true\"\n", "methods.toml:1: there is a method 'dsg' already");
  says("[method.\"My RFF\"]\ncommand = \"true\"\n", "a method's name must be like my-rff2");
  says("[methods.mine]\ncommand = \"true\"\n", "'methods' is no section [method.NAME]");
  says("[method.mine]\ncommand = \"'true\"\n", "methods.toml:1: ");
  methods_ = "/nowhere.toml";
  EXPECT_NE(Run({"datasets"}).error.find("cannot read /nowhere.toml"), std::string::npos);
}

// The method predicts the nearest class mean, or with `flip` = 1 the farthest.
TEST_F(OwnMethod, IsTunedOverTheAxesOfAGridFile) {
  const auto copy = [&](const std::string& more) {
    base::WriteText(temp_.path() / "mine.sh",
                    base::ReadText(FDSKL_SOURCE_DIR "/examples/methods/awk_centroid.sh") +
                        "if [ $FDSKL_SETTING_flip = 1 ]; then awk '{ print -$1 }' decision.txt > flipped; mv flipped "
                        "decision.txt; fi\n" +
                        more);
    Write("[method.mine]\ncommand = 'sh mine.sh'\ndata = 'csv'\n[method.mine.settings]\nflip = 0\ngamma = 0.5\n");
  };
  copy("");
  const std::string settings = (temp_.path() / "settings.toml").string();
  Words tune = {"tune", "mine", "--dataset", "phishing", "--settings", settings};
  const Finished refused = Run(tune);
  EXPECT_EQ(refused.exit_status, 1);
  EXPECT_NE(
      refused.error.find("a section [mine] with a line such as flip = [VALUE, VALUE] gives one (--grids FILE names "
                         "a file of yours); its settings: flip, gamma"),
      std::string::npos)
      << refused.error;

  const std::string grids = (temp_.path() / "grids.toml").string();
  base::WriteText(grids, "[search]\nrows = 100\nfolds = 2\npoints = 3\n[mine]\ngamma = 0.25\nflip = [1, 0]\n");
  tune.insert(tune.end(), {"--grids", grids});
  const Finished first = Run(tune);
  ASSERT_EQ(first.exit_status, 0) << first.error;
  EXPECT_NE(first.error.find("phishing mine: flip = 1, fold 0: "), std::string::npos) << first.error;
  const std::string found = base::ReadText(settings);
  EXPECT_NE(found.find("[mine]\ngamma = 0.25\n"), std::string::npos) << found;
  EXPECT_NE(found.find("[mine.phishing]\nflip = 0\n"), std::string::npos) << found;
  EXPECT_EQ(Run(tune).error.find("fold 0: "), std::string::npos) << "all scores are stored";
  copy("# changed\n");
  EXPECT_NE(Run(tune).error.find("fold 0: "), std::string::npos) << "those of the program that it was do not count";

  const results::RunRow row = RowOf("mine", {"--settings", settings});
  EXPECT_NE(row.settings.find("\"gamma\": 0.25"), std::string::npos) << row.settings;
  methods_.clear();
  const Finished unknown = Run({"run", "phishing", "fdskl", "--settings", settings});
  EXPECT_NE(unknown.error.find("unknown method or arm 'mine'"), std::string::npos) << unknown.error;
  EXPECT_NE(unknown.error.find("(one of your own: --methods FILE)"), std::string::npos) << unknown.error;
}

// A change of the program changes the hashes of its cells, so that they run again.
TEST_F(OwnMethod, IsInTablesFiguresLedgerAndReportAndRunsAgainWhenItChanges) {
  const std::filesystem::path experiments = temp_.path() / "experiments";
  std::filesystem::create_directory(experiments);
  const auto copy = [&](const std::string& title) {
    base::WriteText(temp_.path() / "mine.sh",
                    base::ReadText(FDSKL_SOURCE_DIR "/examples/methods/awk_centroid.sh") + "# " + title + "\n");
    Write(fmt::format("[method.mine]\ncommand = 'sh mine.sh'\ndata = 'csv'\ntitle = '{}'\n", title));
  };
  copy("My own box");
  base::WriteText(experiments / "defaults.toml", "[fdskl]\nblock = 16\nfeatures = 32\n");
  base::WriteText(experiments / "profiles.toml",
                  "experiments = ['errors']\n[tiny]\nabout = 'a test'\n[tiny.caps]\nrows = 120\nworkers = 2\n");
  base::WriteText(
      experiments / "errors.toml",
      "datasets = ['phishing', 'cod-rna']\nmethods = ['fdskl', 'mine']\n[settings]\nedition = 'stand-in'\n");
  const Words reproduce = {"reproduce", "--profile", "tiny", "--experiments", experiments.string()};
  const Finished first = Run(reproduce);
  ASSERT_EQ(first.exit_status, 0) << first.error;
  for (const char* command : {"tables", "figures", "claims", "report"}) {
    const Finished finished = Run({command});
    EXPECT_EQ(finished.exit_status, 0) << command << ": " << finished.error;
  }
  EXPECT_NE(Text("tables/table_errors.md").find("My own box"), std::string::npos);
  EXPECT_NE(Text("figures/figure6_errors.svg").find("My own box"), std::string::npos);
  EXPECT_NE(Text("claims.md").find("My own box"), std::string::npos) << "it has a rank among the methods";
  EXPECT_NE(Text("report.html").find("id=\"rows-errors-phishing-mine\""), std::string::npos);

  EXPECT_NE(Run(reproduce).error.find("4 cells, 0 to run"), std::string::npos);
  copy("My newer box");
  EXPECT_NE(Run(reproduce).error.find("4 cells, 2 to run"), std::string::npos);
}

}  // namespace
}  // namespace fdskl::runners
