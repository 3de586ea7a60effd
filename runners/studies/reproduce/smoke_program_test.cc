// Runs the profile `smoke` of the project's experiments on the available data: every experiment, dataset and method.

#include <gtest/gtest.h>

#include <map>

#include "base/testing.h"
#include "results/plan_row.h"
#include "results/rows.h"
#include "results/store.h"
#include "runners/cell/cell.h"
#include "runners/studies/reproduce/reproduce_command.h"

namespace fdskl::reproduce {
namespace {

// A cell with more workers than columns must fail; no other cell may.
bool MustFail(const results::RunRow& run) { return run.workers > run.columns; }

TEST(Smoke, EveryCellOfEveryExperimentRuns) {
  const base::testing::TempFolder folder;
  const base::testing::Finished finished =
      base::testing::RunToEnd({FDSKL_PROGRAM, "reproduce", "--profile", "smoke", "--results", folder.path().string()});
  ASSERT_EQ(finished.exit_status, kNotAllOkStatus) << finished.error;
  std::map<std::string, results::RunRow> runs;
  for (const results::RunRow& run : results::ResultStore(folder.path()).ReadRuns()) runs[run.cell.value_or("")] = run;
  const auto plan = results::ReadRows<results::PlanRow>(folder.path() / "plan.arrow");
  EXPECT_GT(plan.size(), 100U);
  for (const results::PlanRow& planned : plan) {
    ASSERT_TRUE(runs.contains(planned.cell)) << planned.experiment << " " << planned.dataset << " " << planned.method;
    const results::RunRow& run = runs.at(planned.cell);
    EXPECT_EQ(run.status, MustFail(run) ? "failed" : "ok") << run.run << ": " << run.reason;
  }
}

}  // namespace
}  // namespace fdskl::reproduce
