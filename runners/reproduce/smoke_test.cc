// The profile `smoke` of the project's own experiments, on whatever data are here: every experiment, dataset and
// method.

#include <gtest/gtest.h>

#include <map>

#include "results/rows.h"
#include "results/store.h"
#include "results/testing.h"
#include "runners/cell.h"
#include "runners/testing.h"

namespace fdskl {
namespace {

// One sort of cell may fail, and must.
bool MustFail(const RunRow& run) { return run.workers > run.columns; }

TEST(Smoke, EveryCellOfEveryExperimentRuns) {
  const testing::TempFolder folder;
  const testing::Finished finished =
      testing::RunToEnd({FDSKL_PROGRAM, "reproduce", "--profile", "smoke", "--results", folder.path().string()});
  ASSERT_EQ(finished.exit_status, 0) << finished.error;
  std::map<std::string, RunRow> runs;
  for (const RunRow& run : ResultStore(folder.path()).ReadRuns()) runs[run.cell.value_or("")] = run;
  const auto plan = ReadRows<PlanRow>(folder.path() / "plan.arrow");
  EXPECT_GT(plan.size(), 100U);
  for (const PlanRow& planned : plan) {
    ASSERT_TRUE(runs.contains(planned.cell)) << planned.experiment << " " << planned.dataset << " " << planned.method;
    const RunRow& run = runs.at(planned.cell);
    EXPECT_EQ(run.status, MustFail(run) ? "failed" : "ok") << run.run << ": " << run.reason;
  }
}

}  // namespace
}  // namespace fdskl
