// A seventh method, added by its folder and one line (seven_methods_main.cc), works everywhere: in a run, a
// reproduction, tables, figures, the ledger and the report. The program is the real one, on small stand-ins.

#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <string>
#include <vector>

#include "base/files.h"
#include "base/testing.h"
#include "results/store.h"

namespace fdskl::runners {
namespace {

using base::testing::Finished;
using Words = std::vector<std::string>;

constexpr const char* kTitle = "Nearest centroid";

class SeventhMethod : public ::testing::Test {
 protected:
  Finished Run(Words words) const {
    words.insert(words.begin(), (std::filesystem::path(FDSKL_PROGRAM).parent_path() / "fdskl_seven_methods").string());
    words.insert(words.end(), {"--results", results_.string()});
    return base::testing::RunToEnd(words);
  }
  std::string Text(const char* file) const { return base::ReadText(results_ / file); }

  base::testing::TempFolder temp_;
  std::filesystem::path results_ = temp_.path() / "results";
};

TEST_F(SeventhMethod, RunsWithItsOwnOption) {
  const Words command = {"run",      "phishing", "nearest-centroid", "--edition", "stand-in", "--rows", "400",
                         "--splits", "2",        "--shrinkage",      "0.25"};
  const Finished finished = Run(command);
  ASSERT_EQ(finished.exit_status, 0) << finished.error;
  const auto rows = results::ResultStore(results_).ReadRuns();
  ASSERT_EQ(rows.size(), 2U);
  EXPECT_EQ(rows[0].method, "nearest-centroid");
  EXPECT_LT(rows[0].test_error.value(), 50);
  EXPECT_NE(rows[0].settings.find("\"shrinkage\": 0.25"), std::string::npos) << rows[0].settings;

  Words wrong = command;
  wrong.back() = "2";
  EXPECT_NE(Run(wrong).error.find("shrinkage must be below 1, not 2"), std::string::npos);
  wrong[2] = "fdskl";
  EXPECT_NE(Run(wrong).error.find("unknown setting of fdskl 'shrinkage'"), std::string::npos);
  EXPECT_NE(
      base::testing::RunToEnd({FDSKL_PROGRAM, "run", "phishing", "nearest-centroid"}).error.find("unknown method"),
      std::string::npos)
      << "the paper's program has six";
}

TEST_F(SeventhMethod, IsInTablesFiguresLedgerAndReport) {
  const std::filesystem::path experiments = temp_.path();
  base::WriteText(experiments / "defaults.toml", "[fdskl]\nblock = 16\nfeatures = 32\n[secureboost]\nactive = 1\n");
  base::WriteText(
      experiments / "profiles.toml",
      "experiments = ['errors']\n[tiny]\nabout = 'a test'\n[tiny.caps]\nrows = 120\nworkers = 2\nepochs = 2\n"
      "[tiny.caps.secureboost]\ntrees = 1\nkey_bits = 0\n");
  base::WriteText(experiments / "errors.toml",
                  "datasets = ['phishing', 'cod-rna']\nsplits = 1\n[settings]\nedition = 'stand-in'\n");
  const Finished reproduce = Run({"reproduce", "--profile", "tiny", "--experiments", experiments.string()});
  ASSERT_EQ(reproduce.exit_status, 0) << reproduce.error;
  EXPECT_NE(reproduce.error.find("of 14 cells: 14 ok"), std::string::npos) << reproduce.error;

  for (const char* command : {"tables", "figures", "claims", "report"}) {
    const Finished finished = Run({command});
    EXPECT_EQ(finished.exit_status, 0) << command << ": " << finished.error;
  }
  EXPECT_NE(Text("tables/table_errors.md").find(kTitle), std::string::npos);
  EXPECT_NE(Text("figures/figure6_errors.svg").find(kTitle), std::string::npos);
  EXPECT_NE(Text("claims.md").find(kTitle), std::string::npos) << "it has a rank among the methods";
  EXPECT_NE(Text("report.html").find("id=\"rows-errors-phishing-nearest-centroid\""), std::string::npos);
}

}  // namespace
}  // namespace fdskl::runners
