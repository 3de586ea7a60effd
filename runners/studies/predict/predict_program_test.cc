// End-to-end tests: the real program trains and saves a model under mpirun, and predicts the same again, on a stand-in.

#include <gtest/gtest.h>

#include "base/testing.h"
#include "results/prediction_row.h"
#include "results/rows.h"
#include "results/store.h"
#include "runners/cell/model_folder.h"

namespace fdskl::predict {
namespace {

using base::testing::Finished;
using Words = std::vector<std::string>;

class PredictTest : public ::testing::Test {
 protected:
  base::testing::Finished Train(const Words& more) const {
    Words command = {FDSKL_PROGRAM, "run",  "givemecredit", "fdskl",  "--edition", "stand-in",
                     "--rows",      "1000", "--workers",    "3",      "--block",   "32",
                     "--features",  "128",  "--results",    path(""), "--split",   "1"};
    command.insert(command.end(), more.begin(), more.end());
    return base::testing::RunToEnd(command);
  }
  base::testing::Finished Predict(const Words& more) const {
    Words command = {FDSKL_PROGRAM, "predict"};
    command.insert(command.end(), more.begin(), more.end());
    return base::testing::RunToEnd(command);
  }
  std::string path(const std::string& name) const { return (folder_.path() / name).string(); }

  base::testing::TempFolder folder_;
};

// The columns have missing values, so this tests the saved scaling too.
TEST_F(PredictTest, ASavedModelPredictsAsItDidWhenTrained) {
  const base::testing::Finished trained = Train({"--save-model", path("model")});
  ASSERT_EQ(trained.exit_status, 0) << trained.error;
  const base::testing::Finished predicted = Predict({path("model")});
  ASSERT_EQ(predicted.exit_status, 0) << predicted.error;
  const auto rows = results::ReadRows<results::PredictionRow>(path("model/predictions.arrow"));
  ASSERT_EQ(rows.size(), 250U);
  double wrong = 0;
  for (const results::PredictionRow& row : rows) wrong += (row.decision >= 0) == (row.label > 0) ? 0 : 1;
  EXPECT_DOUBLE_EQ(wrong / 2.5, results::ResultStore(folder_.path()).ReadRuns().front().test_error.value());

  ASSERT_EQ(Predict({path("model"), "--samples", "all", "--output", path("all.arrow")}).exit_status, 0);
  const auto all = results::ReadRows<results::PredictionRow>(path("all.arrow"));
  ASSERT_EQ(all.size(), 1000U);
  for (const results::PredictionRow& row : rows) {
    EXPECT_NEAR(all[static_cast<std::size_t>(row.sample)].decision, row.decision, 1e-5);
  }
}

TEST_F(PredictTest, WhatIsMissingIsNamed) {
  base::testing::Finished finished = Predict({path("nowhere")});
  EXPECT_EQ(finished.exit_status, 1);
  EXPECT_NE(finished.error.find("nowhere holds no whole model"), std::string::npos) << finished.error;

  ASSERT_EQ(Train({"--save-model", path("model")}).exit_status, 0);
  finished = Predict({path("model"), "--samples", "some"});
  EXPECT_EQ(finished.exit_status, 1);
  EXPECT_NE(finished.error.find("test, train, all"), std::string::npos) << finished.error;
  std::filesystem::remove(cell::PartFile(path("model"), 2));
  finished = Predict({path("model")});
  EXPECT_EQ(finished.exit_status, 1);
  EXPECT_NE(finished.error.find("worker-2.arrow"), std::string::npos) << finished.error;
}

TEST_F(PredictTest, AModelOfAnotherSplitRuleIsNotTestedOnWhatItMayHaveSeen) {
  ASSERT_EQ(Train({"--save-model", path("model")}).exit_status, 0);
  const std::string file = path("model/cell.toml");
  std::string text = base::testing::ReadFile(file);
  const std::size_t begin = text.find("split_rule");
  ASSERT_NE(begin, std::string::npos) << text;
  base::testing::WriteFile(file, text.erase(begin, text.find('\n', begin) + 1 - begin));
  const base::testing::Finished finished = Predict({path("model")});
  EXPECT_EQ(finished.exit_status, 1);
  EXPECT_NE(finished.error.find("split samples otherwise"), std::string::npos) << finished.error;
  EXPECT_EQ(Predict({path("model"), "--samples", "all"}).exit_status, 0);
}

TEST_F(PredictTest, OnlyOneModelOfFdsklCanBeSaved) {
  base::testing::Finished finished = Train({"--save-model", path("model"), "--splits", "2"});
  EXPECT_EQ(finished.exit_status, 1);
  EXPECT_NE(finished.error.find("--splits 1"), std::string::npos) << finished.error;
  EXPECT_FALSE(std::filesystem::exists(path("model")));
}

}  // namespace
}  // namespace fdskl::predict
