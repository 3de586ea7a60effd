// From TOML files to a plan, without running anything.

#include "runners/studies/reproduce/plan.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <set>

#include "base/files.h"
#include "base/testing.h"
#include "baselines/methods.h"
#include "baselines/svm/svm_methods.h"
#include "results/experiment.h"
#include "runners/cell/cell_text.h"
#include "runners/studies/reproduce/caps.h"
#include "runners/studies/reproduce/testing.h"

namespace fdskl::reproduce {
namespace {

using testing::kNoData;
using testing::PlanTest;

TEST_F(PlanTest, RunsArmsThatHaveSettingsAndSaysWhichHaveNone) {
  Write("defaults",
        "[fdskl]\nfeatures = 512\n[fdskl-as-printed.phishing]\ngamma = 3.0\nfeatures = 32\nblock = 1\nbatch = 1\n");
  Write("one", "datasets = ['phishing', 'a9a']\nmethods = ['fdskl']\narms = ['fdskl-as-printed']\n");
  Write("profiles", "experiments = ['one']\n[small.caps]\nrows = 1000\nfeatures = 64\n");
  std::vector<std::string> left_out;
  const auto plan = MakePlan(LoadStudy(folder_.path(), "small"), {}, kNoData, &left_out);
  EXPECT_EQ(Titles(plan), (std::vector<std::string>{
                              "phishing fdskl split 0, 1000 rows, 8 workers, 64 features, masking ring of 32 bits",
                              "phishing fdskl-as-printed split 0, 1000 rows, 8 workers, 32 features, masking paper",
                              "a9a fdskl split 0, 1000 rows, 8 workers, 64 features, masking ring of 32 bits",
                          }));
  EXPECT_EQ(left_out,
            std::vector<std::string>{"experiment one, arm fdskl-as-printed left out on a9a: defaults.toml has no "
                                     "section [fdskl-as-printed.a9a]"});
  const auto rows = PlanRows(plan, LoadStudy(folder_.path(), "small"), {}, {});
  EXPECT_EQ(rows[0].arm, "fdskl");
  EXPECT_EQ(rows[1].arm, "fdskl-as-printed");
  EXPECT_EQ(rows[1].method, "fdskl");
  const std::string error = Error("one", "arms = ['fdskl-as-print']\n");
  EXPECT_NE(error.find("unknown method or arm 'fdskl-as-print'; did you mean fdskl-as-printed?"), std::string::npos)
      << error;
}

TEST_F(PlanTest, GoesBySplitThenDatasetThenMethodAndSharesCells) {
  const auto plan = Plan();
  EXPECT_EQ(Titles(plan), (std::vector<std::string>{
                              "phishing fdskl split 0, 500 rows, 2 workers, 64 features, masking ring of 32 bits",
                              "phishing fdskl split 0, 1000 rows, 2 workers, 64 features, masking ring of 32 bits",
                              "phishing fdskl split 0, 500 rows, 8 workers, 64 features, masking ring of 32 bits",
                              "phishing fdskl split 0, 1000 rows, 8 workers, 64 features, masking ring of 32 bits",
                              "phishing libsvm split 0, 1000 rows, 1 worker",
                              "a9a fdskl split 0, 1000 rows, 8 workers, 64 features, masking ring of 32 bits",
                              "a9a libsvm split 0, 1000 rows, 1 worker",
                              "phishing fdskl split 1, 1000 rows, 8 workers, 64 features, masking ring of 32 bits",
                              "phishing libsvm split 1, 1000 rows, 1 worker",
                              "a9a fdskl split 1, 1000 rows, 8 workers, 64 features, masking ring of 32 bits",
                              "a9a libsvm split 1, 1000 rows, 1 worker",
                          }));
  EXPECT_EQ(plan[3].experiments, (std::vector<std::string>{"one", "two"}));
  EXPECT_EQ(plan[3].cell.As<Settings>().features, 64);
  EXPECT_EQ(plan[3].cell.As<Settings>().sigma, 2);
  EXPECT_EQ(Plan("large")[0].cell.As<Settings>().features, 512);
  std::set<std::string> hashes;
  for (const PlannedCell& planned : plan) hashes.insert(planned.hash);
  EXPECT_EQ(hashes.size(), plan.size());
}

TEST_F(PlanTest, BitsAreAnAxisOfMethodsThatHaveThem) {
  Write("two", "datasets = ['phishing']\nmethods = ['fdskl', 'libsvm']\nring_bits = [12, 8]\n");
  CellFilter filter;
  filter.experiments = {"two"};
  EXPECT_EQ(Titles(Plan("small", filter)),
            (std::vector<std::string>{
                "phishing fdskl split 0, 1000 rows, 8 workers, 64 features, masking ring of 12 bits",
                "phishing fdskl split 0, 1000 rows, 8 workers, 64 features, masking ring of 8 bits",
                "phishing libsvm split 0, 1000 rows, 1 worker",
            }));
  EXPECT_EQ(Error("two", "datasets = ['phishing']\nmethods = ['fdskl']\nring_bits = [7]\n"),
            "experiment two, phishing fdskl: ring_bits must be from 8 to 32, not 7");
}

TEST_F(PlanTest, FeaturesAreAnAxisThatCapsLeaveAlone) {
  Write("two", "datasets = ['phishing']\nmethods = ['fdskl', 'libsvm']\nfeatures = [32, 64, 128]\n");
  const auto plan = Plan();
  EXPECT_EQ(Titles(plan).at(0), "phishing fdskl split 0, 1000 rows, 8 workers, 64 features, masking ring of 32 bits");
  EXPECT_EQ(plan[0].experiments, (std::vector<std::string>{"one", "two"}));  // `one` uses 64 too, its cap
  EXPECT_EQ(plan[1].cell.As<Settings>().features, 32);
  EXPECT_EQ(plan[2].cell.As<Settings>().features, 128);
  EXPECT_EQ(Titles(plan).at(3), "phishing libsvm split 0, 1000 rows, 1 worker");
  EXPECT_EQ(plan[3].experiments, (std::vector<std::string>{"one", "two"}));
  EXPECT_EQ(Error("two", "datasets = ['phishing']\nmethods = ['fdskl']\nfeatures = [0]\n"),
            "experiment two, phishing fdskl: features must be at least 1, not 0");
}

TEST_F(PlanTest, ACellIsItsSettingsAndData) {
  const PlannedCell before = Plan()[0];
  EXPECT_EQ(Plan()[0].hash, before.hash);
  Write("defaults", "[fdskl]\nfeatures = 512\nsigma = 2.5\n[libsvm]\nC = 3.0\n");
  EXPECT_NE(Plan()[0].hash, before.hash);
  Write("defaults", "[fdskl]\nfeatures = 512\nsigma = 2.0\n[libsvm]\nC = 3.0\n");
  EXPECT_EQ(Plan()[0].hash, before.hash) << "another method's setting changed";
  Write("profiles", "experiments = ['one', 'two']\n[small.caps]\nrows = 1000\nfeatures = 32\n[large]\n");
  EXPECT_NE(Plan()[0].hash, before.hash);
}

TEST_F(PlanTest, ACellOfOtherDataIsAnother) {
  const PlannedCell planned = Plan()[0];
  cell::Cell cell = planned.cell;
  datasets::Prepared data = planned.data;
  EXPECT_EQ(cell::CellHash(cell, data), planned.hash);
  data.file = "elsewhere";
  cell.data_file = "elsewhere";
  EXPECT_EQ(cell::CellHash(cell, data), planned.hash);
  data.checksum = "another";
  EXPECT_NE(cell::CellHash(cell, data), planned.hash);
  cell.rows.reset();
  const std::string all_rows = cell::CellHash(cell, data);
  cell.rows = data.rows + 1;
  EXPECT_EQ(cell::CellHash(cell, data), all_rows);
}

TEST_F(PlanTest, WhatIsChosenDoesNotChangeTheCells) {
  CellFilter filter;
  filter.experiments = {"two"};
  filter.methods = {"fdskl"};
  const auto all = Plan();
  const auto some = Plan("small", filter);
  ASSERT_EQ(some.size(), 4U);
  for (std::size_t i = 0; i < some.size(); ++i) EXPECT_EQ(some[i].hash, all[i].hash);
}

TEST_F(PlanTest, WhatCannotBeStartedHasAReason) {
  Write("two", "datasets = ['cod-rna']\nmethods = ['fdskl']\nworkers = [8, 16]\n");
  CellFilter filter;
  filter.experiments = {"two"};
  const auto plan = Plan("small", filter);
  ASSERT_EQ(plan.size(), 2U);
  EXPECT_EQ(plan[0].refusal, "");
  EXPECT_NE(plan[1].refusal.find("cod-rna has 8 columns"), std::string::npos) << plan[1].refusal;
}

TEST_F(PlanTest, WhereNumbersOfWorkersAreNoAxisThereAreNoMoreThanColumns) {
  Write("defaults", "[fdskl]\nworkers = 16\nactive = 9\n");
  Write("two", "datasets = ['cod-rna', 'phishing']\nmethods = ['fdskl']\n");
  CellFilter filter;
  filter.experiments = {"two"};
  const auto plan = Plan("small", filter);
  ASSERT_EQ(plan.size(), 2U);
  EXPECT_EQ(plan[0].cell.workers, 16);
  EXPECT_EQ(plan[0].cell.active, 9);
  EXPECT_EQ(plan[1].cell.workers, 8) << "cod-rna has 8 columns";
  EXPECT_EQ(plan[1].cell.active, 8);
  EXPECT_EQ(plan[1].refusal, "");
}

TEST_F(PlanTest, AnExperimentsSettingsMayBeForOneDataset) {
  const auto plain = Plan();
  Write("one",
        "datasets = ['phishing', 'a9a']\nmethods = ['fdskl', 'libsvm']\nsplits = 2\n"
        "[settings.libsvm]\ntolerance = 0.5\n[settings.libsvm.a9a]\nkernel_cache = '7M'\n");
  const auto plan = Plan();
  ASSERT_EQ(plan.size(), plain.size());
  int changed = 0;
  for (std::size_t i = 0; i < plan.size(); ++i) {
    const cell::Cell& cell = plan[i].cell;
    const std::string json = cell::SettingsJson(cell);
    const bool is_libsvm = cell.method()->name == "libsvm";
    changed += plan[i].hash == plain[i].hash ? 0 : 1;
    EXPECT_EQ(plan[i].hash != plain[i].hash, is_libsvm) << Title(cell);
    EXPECT_EQ(json.find("\"tolerance\": 0.5") != std::string::npos, is_libsvm) << json;
    EXPECT_EQ(json.find("7340032") != std::string::npos, is_libsvm && cell.dataset == "a9a") << json;
  }
  EXPECT_EQ(changed, 4);
}

TEST_F(PlanTest, RowsOfOtherChoicesStayInTheTable) {
  const Study study = LoadStudy(folder_.path(), "small");
  CellFilter filter;
  filter.experiments = {"two"};
  const auto whole = PlanRows(Plan(), study, {}, {});
  EXPECT_EQ(whole.size(), 12U);  // one cell serves both
  const auto again = PlanRows(Plan("small", filter), study, filter, whole);
  EXPECT_EQ(again.size(), whole.size());
  const auto other = PlanRows(Plan("large", filter), LoadStudy(folder_.path(), "large"), filter, whole);
  EXPECT_EQ(other.size(), 4U);
}

TEST_F(PlanTest, ErrorsNameFileLineAndWhatIsValid) {
  EXPECT_EQ(Error("one", "split = 2\n").substr(0, 47), "one.toml:1: unknown key 'split'; did you mean s");
  EXPECT_EQ(Error("one", "splits = 'x'\n"), "one.toml:1: splits: must be a whole number, not 'x'");
  EXPECT_EQ(Error("one", "splits = 0\n"), "one.toml, profile large: splits must be at least 1, not 0");
  EXPECT_EQ(Error("one", "methods = 'fdskl'\n"), "one.toml:1: methods: must be a list, not 'fdskl'");
  EXPECT_EQ(Error("one", "methods = ['fdsk']\n").substr(0, 44), "one.toml:1: methods: unknown method 'fdsk'; ");
  EXPECT_NE(Error("one", "datasets = ['a9b']\n").find("unknown dataset 'a9b'; did you mean a9a"), std::string::npos);
  EXPECT_EQ(Error("one", "row_shares = [2.0]\n"),
            "one.toml, profile large: row_shares must be above 0 and up to 1, not 2");
  EXPECT_EQ(Error("one", "[smal]\n").substr(0, 41), "one.toml:1: unknown table 'smal'; did you");
  EXPECT_EQ(Error("one", "[settings.fdskl]\nsigm = 2\n").substr(0, 42), "one.toml:2: unknown setting of fdskl 'sigm");
  EXPECT_EQ(Error("one", "[settings.fdskl.a9a]\nsigm = 2\n").substr(0, 42),
            "one.toml:2: unknown setting of fdskl 'sigm");
  EXPECT_NE(Error("one", "[settings.fdskl.a9b]\nsigma = 2.0\n").find("unknown dataset 'a9b'; did you mean a9a"),
            std::string::npos);
  EXPECT_EQ(Error("one", "[large.caps]\nrow = 2\n").substr(0, 32), "one.toml:2: unknown cap 'row'; d");
  EXPECT_NE(Error("one", "[settings.fdskl]\nsigma = -1.0\n").find("fdskl: sigma must be a number above 0"),
            std::string::npos);
  EXPECT_EQ(Error("one", "methods = ['libsvm']\nworkers = [2]\n").substr(0, 24), "experiment one, gisette ");
  Write("one", "");
  EXPECT_EQ(Error("profiles", "experiments = ['one']\n[small.caps.fdsk]\n").substr(0, 58),
            "profiles.toml:2: unknown method, dataset or edition 'fdsk'");
  EXPECT_NE(Error("profiles", "experiments = ['one']\n[large]\n").find("unknown profile 'small'"), std::string::npos);
  EXPECT_NE(Error("profiles", "experiments = ['none']\n[small]\n").find("none.toml"), std::string::npos);
}

TEST_F(PlanTest, CapsLowerAndTheSmallestCounts) {
  const toml::table caps = toml::parse(
      "rows = 100\ntime_limit = 5.0\nmemory_limit = '1G'\nfeatures = 9\n[fdskl]\nrows = 50\n[a9a]\nrows = 70\n"
      "[stand-in]\nrows = 40\n");
  CheckCaps(caps, "caps");
  cell::Cell cell;
  cell.dataset = "w8a";
  cell.rows = 80;
  cell.As<Settings>().features = 4;
  ApplyCaps(caps, datasets::Edition::kFull, cell);
  EXPECT_EQ(cell.rows, 50);
  EXPECT_EQ(cell.time_limit, 5.0);
  EXPECT_EQ(cell.memory_limit->bytes, 1 << 30);
  EXPECT_EQ(cell.As<Settings>().features, 4);
  cell = cell::Cell(&svm::kLibsvm);
  cell.dataset = "a9a";
  ApplyCaps(caps, datasets::Edition::kPart, cell);
  EXPECT_EQ(cell.rows, 70);
  ApplyCaps(caps, datasets::Edition::kStandIn, cell);
  EXPECT_EQ(cell.rows, 40);
  EXPECT_EQ(DescribeCaps({}), "nothing");
  EXPECT_NE(DescribeCaps(caps).find("; fdskl: rows 50"), std::string::npos) << DescribeCaps(caps);
}

// Checks the project's own files under every profile.
TEST(Experiments, AreValidAndCoverEverything) {
  const std::filesystem::path folder = base::SourceFolder() / "runners/experiments";
  for (const char* profile : {"smoke", "laptop", "paper"}) {
    const auto plan = MakePlan(LoadStudy(folder, profile), {}, kNoData);
    std::set<std::string> datasets, experiments;
    std::set<baselines::MethodRef> methods;
    for (const PlannedCell& planned : plan) {
      datasets.insert(planned.cell.dataset);
      methods.insert(planned.cell.method());
      experiments.insert(planned.experiments.begin(), planned.experiments.end());
    }
    EXPECT_EQ(datasets.size(), datasets::Catalogue().size()) << profile;
    EXPECT_EQ(methods.size(), baselines::Methods().size()) << profile;
    for (const auto& [experiment, name] : base::kNames<results::Experiment>.table) {
      const bool left_out = profile == std::string_view("laptop") && experiment == results::Experiment::kShapes;
      EXPECT_EQ(experiments.erase(std::string(name)) == 1, results::IsPlanned(experiment) && !left_out) << name;
    }
    EXPECT_TRUE(experiments.empty()) << profile << " has an experiment that the program does not know";
  }
}

}  // namespace
}  // namespace fdskl::reproduce
