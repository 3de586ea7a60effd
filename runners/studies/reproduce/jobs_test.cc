// Which cells of a plan run, how long they are expected to take, and how they are shared out.

#include "runners/studies/reproduce/jobs.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <set>

#include "base/testing.h"
#include "fdskl/settings.h"
#include "runners/cell/run_cell.h"
#include "runners/studies/reproduce/testing.h"

namespace fdskl::reproduce {
namespace {

using base::testing::ErrorOf;

class JobsTest : public testing::PlanTest {};

TEST_F(JobsTest, EstimatesFollowStoredRows) {
  const auto plan = Plan();
  const PlannedCell& planned = plan[3];
  const double before = Estimator({}).Seconds(planned);
  EXPECT_GT(before, 0);
  results::RunRow run;
  run.method = "fdskl";
  run.dataset = "phishing";
  run.rows = planned.cell.rows.value();
  run.train_rows = run.rows * 3 / 4;
  run.workers = planned.cell.workers;
  run.active = planned.cell.active;
  run.columns = planned.data.columns;
  run.features = planned.cell.As<Settings>().features;
  run.block = planned.cell.As<Settings>().block;
  run.batch = std::min(planned.cell.As<Settings>().batch, run.train_rows / run.active);
  run.sweeps = planned.cell.As<Settings>().sweeps;
  run.train_seconds = 100;
  run.evaluation_seconds = 0;
  const std::vector<results::RunRow> stored(1000, run);
  EXPECT_NEAR(Estimator(stored).Seconds(planned), 100, 50);
  EXPECT_LT(Estimator({&run, 1}).Seconds(planned), 20) << "one small cell says little";
  results::RunRow ended = run;  // by a limit: it says how long the cell takes at least, not how long it takes
  ended.status = "timeout";
  EXPECT_EQ(Estimator(std::vector(1000, ended)).Seconds(planned), before);
  for (std::string results::RunRow::*const name : {&results::RunRow::dataset, &results::RunRow::method}) {
    results::RunRow unknown = run;  // as of a user's own dataset or method, whose file is not given now
    unknown.*name = "mine";
    EXPECT_EQ(Estimator(std::vector(1000, unknown)).Seconds(planned), before);
  }
  EXPECT_EQ(DurationText(59.2), "60 s");
  EXPECT_EQ(DurationText(1799), "30 min");
  EXPECT_EQ(DurationText(3 * 3600 + 25 * 60), "3 h 25 min");
}

TEST_F(JobsTest, CellsWithoutMemoryTakeTheTimeOfTheirStart) {
  auto plan = Plan();
  PlannedCell& planned = plan[3];
  const std::vector<results::RunRow> none;
  const double usual = Estimator(none, true).Seconds(planned);
  EXPECT_EQ(Estimator(none, true).Lack(planned), "");
  planned.cell.memory_limit = base::ByteCount{1};
  EXPECT_EQ(Estimator(none).Seconds(planned), Estimator(none, false).Seconds(planned));
  EXPECT_LT(Estimator(none, true).Seconds(planned), usual);
  const Estimator estimator(none, true);
  const PlannedCells cells = {&planned};
  const std::vector<Job> jobs = Jobs(cells, Redo::kNone, {}, estimator);
  const std::string text = ListText(cells, jobs, {});
  EXPECT_NE(text.find("of memory ("), std::string::npos) << text;
  EXPECT_NE(text.find("the limit is 1 B"), std::string::npos) << text;
}

TEST_F(JobsTest, WhatFailedOrTimedOutRunsAgainAndNothingElse) {
  auto plan = Plan();
  plan[5].refusal = "cannot be started";
  const std::vector<const char*> ended = {"ok", "failed", "timeout", "out-of-memory", "", "failed"};
  Statuses statuses;
  PlannedCells cells;
  for (std::size_t i = 0; i < ended.size(); ++i) {
    cells.push_back(&plan[i]);
    if (*ended[i] != '\0') statuses[plan[i].hash] = ended[i];
  }
  const auto places = [&](Redo redo) {
    std::vector<std::ptrdiff_t> found;
    for (const Job& job : Jobs(cells, redo, statuses, Estimator({}))) found.push_back(job.planned - plan.data());
    return found;
  };
  EXPECT_EQ(places(Redo::kFailed), (std::vector<std::ptrdiff_t>{1, 2}));
  EXPECT_EQ(places(Redo::kNone), (std::vector<std::ptrdiff_t>{4}));
  EXPECT_EQ(places(Redo::kAll), (std::vector<std::ptrdiff_t>{0, 1, 2, 3, 4, 5}));
}

TEST_F(JobsTest, ARowThatNoLimitEndedSettlesTheCellUnderEveryLimit) {
  Write("profiles",
        "experiments = ['one', 'two']\n[small.caps]\ntime_limit = 20.0\n[large.caps]\nmemory_limit = '1G'\n[all]\n");
  const auto small = Plan("small");
  const auto runs_again = [&](const char* profile, const char* status) {
    const auto plan = Plan(profile);
    EXPECT_EQ(plan[0].hash, small[0].hash);
    results::RunRow run = cell::RefusedRow(small[0].cell, small[0].data, "");
    run.status = status;
    Statuses statuses = NewestStatuses({&run, 1});
    const PlannedCells cells = {plan.data()};
    ForgetUnsettled(cells, {&run, 1}, statuses);
    return !Jobs(cells, Redo::kNone, statuses, Estimator({})).empty();
  };
  for (const char* profile : {"small", "large", "all"}) {
    EXPECT_FALSE(runs_again(profile, "ok")) << profile;
    EXPECT_FALSE(runs_again(profile, "failed")) << profile;
  }
  for (const char* status : {"timeout", "out-of-memory"}) {
    EXPECT_FALSE(runs_again("small", status)) << status;
    EXPECT_TRUE(runs_again("large", status)) << status;
    EXPECT_TRUE(runs_again("all", status)) << status;
  }
}

TEST_F(JobsTest, EachCellIsInOneShardAndShardsAreAlike) {
  const auto plan = Plan();
  const PlannedCells all = WithTitle(plan, {});
  const auto load = [](const PlannedCells& cells) {
    return TotalSeconds(Jobs(cells, Redo::kAll, {}, Estimator({})), 1);
  };
  double largest = 0;
  for (const PlannedCell* planned : all) largest = std::max(largest, load({planned}));
  for (const int of : {1, 2, 3, 20}) {
    std::multiset<const PlannedCell*> dealt;
    std::vector<double> loads;
    for (int number = 1; number <= of; ++number) {
      const PlannedCells own = CellsOf({number, of}, all);
      EXPECT_TRUE(std::ranges::is_sorted(own)) << "in the order of the plan";
      dealt.insert(own.begin(), own.end());
      loads.push_back(load(own));
    }
    EXPECT_EQ(dealt, std::multiset<const PlannedCell*>(all.begin(), all.end())) << of;
    EXPECT_LE(std::ranges::max(loads) - std::ranges::min(loads), largest * (1 + 1e-9)) << of;
  }
  EXPECT_EQ(ParseShard("2/8").number, 2);
  EXPECT_EQ(ParseShard("2/8").of, 8);
  for (const char* wrong : {"0/2", "3/2", "2", "/2", "1/", "-1/2", "1/2/3", "a/b"}) {
    EXPECT_NE(ErrorOf([&] { ParseShard(wrong); }).find("--shard must be K/N"), std::string::npos) << wrong;
  }
}

// With two at a time, split 0 comes first, then two splits together: LIBSVM's cells, which run beside each other, come
// after FDSKL's of both splits, the longest first.
TEST_F(JobsTest, SplitsAreGroupedSoThatLongCellsHaveCounterparts) {
  Write("one", "datasets = ['phishing', 'a9a']\nmethods = ['fdskl', 'libsvm']\nsplits = 4\ntimed = false\n");
  Write("two", "datasets = []\n");
  const auto plan = Plan("large");
  const auto titles = [&](int side_by_side) {
    std::vector<std::string> order;
    for (const Job& job : InOrderOfRunning(Jobs(WithTitle(plan, {}), Redo::kAll, {}, Estimator({})), side_by_side)) {
      const std::string title = Title(job.planned->cell);
      order.push_back(title.substr(0, title.find(',')));
    }
    return order;
  };
  EXPECT_EQ(titles(2),
            (std::vector<std::string>{
                "phishing fdskl split 0", "a9a fdskl split 0", "a9a libsvm split 0", "phishing libsvm split 0",
                "phishing fdskl split 1", "a9a fdskl split 1", "phishing fdskl split 2", "a9a fdskl split 2",
                "a9a libsvm split 1", "a9a libsvm split 2", "phishing libsvm split 1", "phishing libsvm split 2",
                "phishing fdskl split 3", "a9a fdskl split 3", "a9a libsvm split 3", "phishing libsvm split 3"}));
  EXPECT_EQ(titles(1)[1], "phishing libsvm split 0") << "one at a time, in the order of the plan";
}

}  // namespace
}  // namespace fdskl::reproduce
