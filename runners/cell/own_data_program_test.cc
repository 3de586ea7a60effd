// End-to-end tests of the program on a user's own files.
#include <gtest/gtest.h>

#include "base/seed.h"
#include "base/testing.h"
#include "results/store.h"

namespace fdskl::cell {
namespace {

using base::testing::Finished;
using Words = std::vector<std::string>;

// A table in which only clerks from some age on default.
std::string People(int rows, int first = 0) {
  std::string text = "customer,age,job,debt,default\n";
  for (int i = first; i < first + rows; ++i) {
    const int age = 20 + static_cast<int>(base::Seed("age", i) % 50);
    const bool clerk = base::Seed("job", i) % 2 == 0;
    text += fmt::format("{},{},{},{},{}\n", i, age, clerk ? "clerk" : "cook", base::Seed("debt", i) % 100,
                        clerk && age > 40 ? "yes" : "no");
  }
  return text;
}

class OwnDataProgramTest : public ::testing::Test {
 protected:
  Finished Run(Words words, const std::string& command = "run") const {
    words.insert(words.begin(), {FDSKL_PROGRAM, command});
    words.insert(words.end(), {"--results", path("results")});
    return base::testing::RunToEnd(words, {"FDSKL_CACHE=" + path("cache")});
  }
  std::vector<results::RunRow> Rows() const { return results::ResultStore(path("results")).ReadRuns(); }
  std::string path(const std::string& name) const { return (folder_.path() / name).string(); }
  std::string File(const std::string& name, const std::string& text) const {
    return base::testing::WriteFile(folder_.path() / name, text).string();
  }

  base::testing::TempFolder folder_;
};

TEST_F(OwnDataProgramTest, AFileOnceWithoutACatalogue) {
  const Words data = {"--data",       File("people.csv", People(400)),
                      "--label",      "default",
                      "--id",         "customer",
                      "--categories", "one-hot",
                      "fdskl",        "--features",
                      "64",           "--block",
                      "32",           "--partition",
                      "2,1"};
  Finished finished = Run(data);
  EXPECT_EQ(finished.exit_status, 1);
  EXPECT_NE(finished.error.find("--positive"), std::string::npos) << finished.error;
  Words named = data;
  named.insert(named.end(), {"--positive", "yes"});
  finished = Run(named);
  ASSERT_EQ(finished.exit_status, 0) << finished.error;
  ASSERT_EQ(Rows().size(), 1U);
  const results::RunRow row = Rows()[0];
  EXPECT_EQ(row.dataset, "people");
  EXPECT_EQ(row.edition, "full");
  EXPECT_EQ(row.workers, 2);
  EXPECT_EQ(row.columns, 4);
  EXPECT_EQ(row.train_rows, 300);
  EXPECT_LT(row.test_error.value(), 20);
  EXPECT_NE(row.settings.find("\"partition\": \"2,1\""), std::string::npos) << row.settings;

  // The usual eight workers are more than there are columns.
  std::erase(named, "--partition");
  std::erase(named, "2,1");
  finished = Run(named);
  ASSERT_EQ(finished.exit_status, 0) << finished.error;
  EXPECT_EQ(Rows().back().workers, 4);
  named.insert(named.end(), {"--workers", "5"});
  finished = Run(named);
  EXPECT_EQ(finished.exit_status, 1);
  EXPECT_NE(finished.error.find("people has 4 columns, so at most 4 workers"), std::string::npos) << finished.error;
}

TEST_F(OwnDataProgramTest, EveryMethodOnADatasetOfOnesOwnCatalogue) {
  File("people.csv", People(200));
  File("later.csv", People(50, 1000));
  const std::string catalogue = File("mine.toml", R"(
[people]
files = ["people.csv"]
test_files = ["later.csv"]
label = "default"
positive = "yes"
id = "customer"
categories = "one-hot"
holds = { bank = ["age", "debt"], shop = ["job"] }
)");
  for (const std::string method : {"fdskl", "dsg", "libsvm", "pp-svmv", "fd-svrg", "secureboost"}) {
    Words words = {"people", method, "--catalogue", catalogue};
    if (method == "fdskl" || method == "dsg") words.insert(words.end(), {"--features", "64", "--block", "32"});
    if (method == "secureboost") words.insert(words.end(), {"--trees", "3", "--key-bits", "0"});
    const Finished finished = Run(words);
    EXPECT_EQ(finished.exit_status, 0) << method << ": " << finished.error;
    const results::RunRow row = Rows().back();
    EXPECT_EQ(row.method, method);
    EXPECT_EQ(row.train_rows, 200) << method;
    EXPECT_EQ(row.rows, 250) << method;
    const bool federated = method != "dsg" && method != "libsvm";
    EXPECT_EQ(row.workers, federated ? 2 : 1) << method;
    EXPECT_EQ(row.settings.find("\"partition\": \"1,4;2-3\"") != std::string::npos, federated) << row.settings;
  }
  Finished listed = base::testing::RunToEnd({FDSKL_PROGRAM, "datasets", "--catalogue", catalogue});
  EXPECT_NE(listed.output.find("people"), std::string::npos) << listed.output;
  listed = base::testing::RunToEnd({FDSKL_PROGRAM, "datasets"}, {"FDSKL_CATALOGUE=" + catalogue});
  EXPECT_NE(listed.output.find("people"), std::string::npos) << listed.output;

  // A search reads the training file only, and a run uses the settings that it found.
  const std::string grids =
      File("grids.toml", "[search]\nrows = 200\nfolds = 2\npoints = 2\nwiden = 0\n[libsvm]\nC = [1.0, 8.0]\n");
  const std::string settings = path("settings.toml");
  const Finished tuned = Run(
      {"libsvm", "--dataset", "people", "--catalogue", catalogue, "--grids", grids, "--settings", settings}, "tune");
  EXPECT_EQ(tuned.exit_status, 0) << tuned.error;
  EXPECT_NE(base::testing::ReadFile(settings).find("[libsvm.people]"), std::string::npos);
  EXPECT_NE(base::testing::ReadFile(settings).find("200 rows of the tuning pool"), std::string::npos);
  EXPECT_EQ(Run({"people", "libsvm", "--catalogue", catalogue, "--settings", settings}).exit_status, 0);

  // Figures, tables and the page also work for rows of a dataset that is not in the catalogue.
  EXPECT_EQ(Run({}, "tables").exit_status, 0);
  EXPECT_EQ(Run({}, "report").exit_status, 0);
}

TEST_F(OwnDataProgramTest, SaysWhatIsWrongBeforeItStarts) {
  const auto error = [&](const Words& words) {
    const Finished finished = Run(words);
    EXPECT_EQ(finished.exit_status, 1);
    return finished.error;
  };
  EXPECT_NE(error({"people", "fdskl", "--catalogue", path("nowhere.toml")}).find("nowhere.toml"), std::string::npos);
  EXPECT_NE(error({"a9a", "fdskl", "--catalogue", File("bad.toml", "[a9a]\nfiles = [\"x\"]\n")}).find("a9a"),
            std::string::npos);
  EXPECT_NE(error({"--data", path("people.csv"), "fdskl"}).find("--label"), std::string::npos);
  EXPECT_NE(error({"--data", path("people.csv"), "--label", "default", "fdskl"}).find("people.csv"), std::string::npos);
  EXPECT_NE(error({"a9a", "fdskl", "--partition", "3,x"}).find("is no partition"), std::string::npos);
  EXPECT_NE(error({"a9a", "fdskl", "--partition", "3,1", "--workers", "3"}).find("workers must be 2"),
            std::string::npos);
  EXPECT_NE(error({"a9a"}).find("METHOD"), std::string::npos);
}

}  // namespace
}  // namespace fdskl::cell
