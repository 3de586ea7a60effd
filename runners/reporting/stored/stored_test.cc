#include "runners/reporting/stored/stored.h"

#include <gtest/gtest.h>

#include "base/statistics.h"
#include "base/testing.h"
#include "baselines/dsg/dsg_method.h"
#include "baselines/fd_svrg/fd_svrg_method.h"
#include "baselines/svm/svm_methods.h"
#include "fdskl/fdskl_method.h"
#include "results/rows.h"
#include "results/store.h"
#include "results/testing.h"
#include "runners/reporting/stored/testing.h"

namespace fdskl::stored {
namespace {

using results::Experiment;

using testing::MadeUp;

TEST(Stored, AnExperimentHasTheNewestRowOfEachOfItsCells) {
  testing::MadeUp made;
  made.Run(Experiment::kErrors, "a9a", "fdskl", 0, 15, 1);
  results::RunRow newer = made.runs().back();
  made.Run(Experiment::kTimes, "a9a", "fdskl", 1, 16, 1);
  newer.run = "newer";
  newer.time = "2026-01-02T00:00:00Z";
  newer.test_error = 14;
  made.runs().push_back(newer);
  const auto stored = made.Make();
  ASSERT_EQ(stored->Rows(Experiment::kErrors).size(), 1U);
  EXPECT_EQ(stored->Rows(Experiment::kErrors)[0]->run, "newer");
  EXPECT_EQ(stored->Rows(Experiment::kTimes)[0]->split, 1);
  EXPECT_TRUE(stored->Rows(Experiment::kCurves).empty());
}

TEST(Stored, RowsComeInThePapersOrder) {
  testing::MadeUp made;
  for (const char* dataset : {"w8a", "a9a", "gisette"}) {
    for (const char* method : {"secureboost", "dsg", "fdskl"}) made.Run(Experiment::kErrors, dataset, method, 0, 1, 1);
  }
  const auto stored = made.Make();
  EXPECT_EQ(stored->Datasets(Experiment::kErrors), (std::vector<std::string>{"gisette", "a9a", "w8a"}));
  EXPECT_EQ(stored->Rows(Experiment::kErrors)[0]->method, "fdskl");
  EXPECT_EQ(stored->Rows(Experiment::kErrors)[2]->method, "secureboost");
  EXPECT_EQ(stored->Rows(Experiment::kErrors)[3]->dataset, "a9a");
}

TEST(Stored, SaysWhyAMethodIsAbsent) {
  testing::MadeUp made;
  made.Run(Experiment::kErrors, "w8a", "pp-svmv", 0, 1, 1);
  made.Fails("out-of-memory", "needs 5 TB");
  made.Plan(Experiment::kErrors, "w8a", "dsg", 0);
  made.Run(Experiment::kErrors, "w8a", "fdskl", 0, 1, 1);
  made.Run(Experiment::kErrors, "w8a", "fdskl", 1, 1, 1);
  made.Fails("timeout", "after 10 s");
  made.Run(Experiment::kErrors, "w8a", "libsvm", 0, 1, 1);
  made.Run(Experiment::kErrors, "w8a", "libsvm", 1, 1, 1);
  made.Fails("failed", "8 columns");
  made.runs().back().columns = 8;
  made.runs().back().workers = 16;
  const auto stored = made.Make();
  EXPECT_EQ(Absence(*stored, Experiment::kErrors, "w8a", &svm::kPpSvmv), "out-of-memory");
  EXPECT_EQ(Absence(*stored, Experiment::kErrors, "w8a", &dsg::kDsg), "not run yet");
  EXPECT_EQ(Absence(*stored, Experiment::kErrors, "w8a", &kFdskl), "timeout in 1 of 2");
  EXPECT_EQ(Absence(*stored, Experiment::kErrors, "w8a", &svm::kLibsvm), "");
  EXPECT_EQ(Absence(*stored, Experiment::kErrors, "w8a", &fd_svrg::kFdSvrg), "not planned");
}

TEST(Stored, AUsersOwnExperimentIsKnownByItsName) {
  testing::MadeUp made;
  made.Run(ExperimentName("mine"), "a9a", "fdskl", 0, 1, 1);
  made.Run(Experiment::kTimes, "a9a", "fdskl", 0, 1, 1);
  const auto stored = made.Make();
  ASSERT_EQ(stored->Experiments().size(), 2U);
  EXPECT_EQ(stored->Experiments()[0].text(), "mine");
  EXPECT_EQ(stored->Rows(stored->Experiments()[0]).size(), 1U);
  EXPECT_EQ(stored->RowsAnchor(stored->Experiments()[0]), "rows-mine");
}

TEST(Stored, NamesThePlaceOfRowsOnlyWhereThereAreAny) {
  testing::MadeUp made;
  made.Plan(Experiment::kErrors, "a9a", "fdskl", 0);
  made.theory().push_back({.check = "bytes", .masking = "ring", .update = "plain"});
  const auto stored = made.Make();
  EXPECT_EQ(stored->RowsAnchor(Experiment::kErrors), "rows-errors");
  EXPECT_EQ(stored->RowsAnchor(Experiment::kTheory), "rows-theory");
  EXPECT_EQ(stored->RowsAnchor(results::TheoryCheck::kBytes), "rows-theory-bytes");
  EXPECT_EQ(stored->RowsAnchor(results::TheoryCheck::kSeconds), "");
  EXPECT_EQ(stored->RowsAnchor(Experiment::kTimes), "");
  EXPECT_EQ(stored->RowsAnchor(Experiment::kAudit), "");
}

TEST(Stored, SaysWhatToRun) {
  EXPECT_EQ(NoRows(Experiment::kCurves), "no rows of experiment curves; run: fdskl reproduce --experiment curves");
  EXPECT_EQ(NoRows(Experiment::kTheory), "no rows of experiment theory; run: fdskl theory");
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
  ASSERT_EQ(stored.Rows(Experiment::kCurves).size(), 1U);
  const auto curve = stored.Curve(*stored.Rows(Experiment::kCurves)[0]);
  ASSERT_EQ(curve.size(), 2U);
  EXPECT_EQ(curve[0].test_error, 4.0);
}

TEST(Stored, SaysHowMuchOfADatasetWasUsed) {
  EXPECT_EQ(RowsText("a9a", "full", 48842), "all 48,842 rows");
  EXPECT_EQ(RowsText("a9a", "full", 6000), "6,000 of 48,842 rows");
  EXPECT_EQ(RowsText("real-sim", "part", 3000), "part, 3,000 of 72,309 rows");
  EXPECT_EQ(RowsText("mine", "full", 400), "full, 400 rows");
}

TEST(Stored, CaptionsSayDataSplitsProfileAndMachine) {
  testing::MadeUp made;
  for (int split = 0; split < 2; ++split)
    made.Run(Experiment::kErrors, "a9a", "fdskl", split, 1, 1).cpu = "EPYC, 2 cores";
  made.Run(Experiment::kErrors, "a9a", "libsvm", 0, 1, 1);
  made.Run(Experiment::kErrors, "w8a", "fdskl", 0, 1, 1).rows = 64700;
  EXPECT_EQ(
      ProvenanceText(*made.Make(), Experiment::kErrors),
      "Data: a9a (12,000 of 48,842 rows), w8a (all 64,700 rows); 2 splits (LIBSVM on a9a 1, w8a 1); profile smoke; "
      "EPYC, 2 cores.");
  EXPECT_EQ(ProvenanceText(*made.Make(), Experiment::kTimes), "");
}

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
