#include "runners/reporting/stored/stored.h"

#include <gtest/gtest.h>

#include "base/statistics.h"
#include "base/testing.h"
#include "results/rows.h"
#include "results/store.h"
#include "results/testing.h"
#include "runners/reporting/stored/absence.h"
#include "runners/reporting/stored/testing.h"

namespace fdskl::stored {
namespace {

using testing::MadeUp;

TEST(Stored, AnExperimentHasTheNewestRowOfEachOfItsCells) {
  testing::MadeUp made;
  made.Run("errors", "a9a", "fdskl", 0, 15, 1);
  results::RunRow newer = made.runs().back();
  made.Run("times", "a9a", "fdskl", 1, 16, 1);
  newer.run = "newer";
  newer.time = "2026-01-02T00:00:00Z";
  newer.test_error = 14;
  made.runs().push_back(newer);
  const auto stored = made.Make();
  ASSERT_EQ(stored->Rows("errors").size(), 1U);
  EXPECT_EQ(stored->Rows("errors")[0]->run, "newer");
  EXPECT_EQ(stored->Rows("times")[0]->split, 1);
  EXPECT_TRUE(stored->Rows("curves").empty());
}

TEST(Stored, RowsComeInThePapersOrder) {
  testing::MadeUp made;
  for (const char* dataset : {"w8a", "a9a", "gisette"}) {
    for (const char* method : {"secureboost", "dsg", "fdskl"}) made.Run("errors", dataset, method, 0, 1, 1);
  }
  const auto stored = made.Make();
  EXPECT_EQ(stored->Datasets("errors"), (std::vector<std::string>{"gisette", "a9a", "w8a"}));
  EXPECT_EQ(stored->Rows("errors")[0]->method, "fdskl");
  EXPECT_EQ(stored->Rows("errors")[2]->method, "secureboost");
  EXPECT_EQ(stored->Rows("errors")[3]->dataset, "a9a");
}

TEST(Stored, SaysWhyAMethodIsAbsent) {
  testing::MadeUp made;
  made.Run("errors", "w8a", "pp-svmv", 0, 1, 1);
  made.Fails("out-of-memory", "needs 5 TB");
  made.Plan("errors", "w8a", "dsg", 0);
  made.Run("errors", "w8a", "fdskl", 0, 1, 1);
  made.Run("errors", "w8a", "fdskl", 1, 1, 1);
  made.Fails("timeout", "after 10 s");
  made.Run("errors", "w8a", "libsvm", 0, 1, 1);
  const auto stored = made.Make();
  EXPECT_EQ(Absence(*stored, "errors", "w8a", cell::MethodKind::kPpSvmv), "out-of-memory");
  EXPECT_EQ(Absence(*stored, "errors", "w8a", cell::MethodKind::kDsg), "not run yet");
  EXPECT_EQ(Absence(*stored, "errors", "w8a", cell::MethodKind::kFdskl), "timeout in 1 of 2");
  EXPECT_EQ(Absence(*stored, "errors", "w8a", cell::MethodKind::kLibsvm), "");
  EXPECT_EQ(Absence(*stored, "errors", "w8a", cell::MethodKind::kFdSvrg), "not planned");
}

TEST(Stored, ReadsTheTablesOfAFolder) {
  const base::testing::TempFolder folder;
  EXPECT_TRUE(Stored(folder.path()).runs().empty());
  results::RunRow run = results::testing::SampleRun("one");
  run.cell = "c";
  results::ResultStore(folder.path())
      .Append(run, std::vector<results::CurveRow>{{"one", 2, 0, 2.0, 3.0, {}}, {"one", 1, 0, 1.0, 4.0, {}}});
  results::WriteRows<results::PlanRow>(folder.path() / "plan.arrow",
                                       std::vector<results::PlanRow>{{"curves", "smoke", "c", "a9a", "fdskl", 0}});
  const Stored stored(folder.path());
  ASSERT_EQ(stored.Rows("curves").size(), 1U);
  const auto curve = stored.Curve(*stored.Rows("curves")[0]);
  ASSERT_EQ(curve.size(), 2U);
  EXPECT_EQ(curve[0].test_error, 4.0);
}

TEST(Stored, NumbersAsPeopleWriteThem) { EXPECT_EQ(PanelTitle("a9a", "full", 48842), "a9a\nfull, 48,842 rows"); }

TEST(Sample, MeanDeviationMedian) {
  const std::vector<double> values = {2, 4, 4, 4, 5, 5, 7, 9};
  EXPECT_DOUBLE_EQ(base::Mean(values), 5);
  EXPECT_NEAR(base::Deviation(values), 2.13809, 1e-5);
  EXPECT_DOUBLE_EQ(base::Median(values), 4.5);
  EXPECT_DOUBLE_EQ(base::Median({3, 1, 2}), 2);
  EXPECT_EQ(base::MeanAndDeviation(values, 2), "5.00 ± 2.14");
  EXPECT_EQ(base::MeanAndDeviation(std::vector<double>{1}, 1), "1.0");
}

}  // namespace
}  // namespace fdskl::stored
