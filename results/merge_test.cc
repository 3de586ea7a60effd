#include "results/merge.h"

#include <arrow/table.h>
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <atomic>
#include <thread>

#include "base/testing.h"
#include "results/arrow_io.h"
#include "results/plan_row.h"
#include "results/rows.h"
#include "results/store.h"
#include "results/testing.h"

namespace fdskl::results {
namespace {

RunRow Row(const std::string& name, const std::string& cell, const std::string& status, const std::string& time) {
  RunRow run = testing::SampleRun(name);
  if (!cell.empty()) run.cell = cell;
  run.status = status;
  run.time = time;
  return run;
}

std::vector<std::string> Names(const std::vector<RunRow>& runs) {
  std::vector<std::string> names;
  names.reserve(runs.size());
  for (const RunRow& run : runs) names.push_back(run.run);
  return names;
}

TEST(NewestGoodRows, AreTheNewestThatAreOkOrElseTheNewest) {
  EXPECT_EQ(
      Names(NewestGoodRows({Row("old", "x", "ok", "1"), Row("new", "x", "ok", "3"), Row("bad", "x", "failed", "4"),
                            Row("first", "y", "failed", "1"), Row("second", "y", "timeout", "2"),
                            Row("late", "z", "failed", "6"), Row("good", "z", "ok", "5"), Row("none", "", "ok", "0"),
                            Row("none too", "", "ok", "9"), Row("new", "x", "ok", "3")})),
      (std::vector<std::string>{"none", "second", "new", "good", "none too"}));
}

TEST(Merge, MakesOneSetOfTables) {
  const base::testing::TempFolder temp;
  const auto fill = [&](const char* folder, const RunRow& run, const char* experiment) {
    const CurveRow point = {run.run, 1, 256, 0.5, 20.0, std::nullopt};
    ResultStore(temp.path() / folder).Append(run, {&point, 1});
    WriteRows<PlanRow>(temp.path() / folder / "plan.arrow",
                       std::vector<PlanRow>{{experiment, "tiny", *run.cell, "a9a", "fdskl", 0},
                                            {"all", "tiny", "shared", "a9a", "fdskl", 0}});
  };
  fill("a", Row("a0", "x", "failed", "2"), "curves");
  fill("a", Row("a1", "y", "ok", "3"), "curves");
  fill("b", Row("b0", "x", "ok", "1"), "errors");
  const std::filesystem::path target = temp.path() / "merged";
  const std::vector<std::string> sources = {(temp.path() / "a").string(), (temp.path() / "b").string()};
  for (int again = 0; again < 2; ++again) {
    const Merged merged = MergeFolders(sources, target);
    EXPECT_EQ(merged.rows, 2U);
    EXPECT_EQ(Names(ResultStore(target).ReadRuns()), (std::vector<std::string>{"b0", "a1"}));
    EXPECT_EQ(ResultStore(target).ReadCurves().size(), 2U);
    EXPECT_EQ(ReadRows<PlanRow>(target / "plan.arrow").size(), 3U) << "the cell that both plan is there once";
  }
  EXPECT_EQ(MergeFolders(sources, sources[1]).rows, 2U) << "into one of them";
  EXPECT_NE(
      base::testing::ErrorOf([&] { MergeFolders(std::vector<std::string>{"/nowhere"}, target); }).find("/nowhere"),
      std::string::npos);
}

TEST(PackTables, KeepsRowsAndWhatFoldsKnow) {
  const base::testing::TempFolder temp;
  ResultStore store(temp.path());
  for (int i = 0; i < 20; ++i) store.Append(Row(fmt::format("row {}", i), "", "ok", "1"), {});
  MergeFolders(std::vector<std::string>{temp.path().string()}, temp.path());
  const std::filesystem::path table = store.runs_path();
  const auto before = ReadTable(table);
  const auto bytes = std::filesystem::file_size(table);
  PackTables(temp.path());
  EXPECT_LT(std::filesystem::file_size(table), bytes);
  EXPECT_TRUE(ReadTable(table)->Equals(*before, /*check_metadata=*/true));
  store.Append(Row("later", "", "ok", "2"), {});
  EXPECT_EQ(store.ReadRuns().size(), 21U);
}

// A driver appends to the target while folders are merged into it, again and again: no row and no curve is lost.
TEST(Merge, KeepsRowsThatADriverAppendsMeanwhile) {
  constexpr int kRows = 60;
  const base::testing::TempFolder temp(testing::FastFolder());
  const auto append = [&](const char* folder, const std::string& name) {
    const CurveRow point = {name, 1, 256, 0.5, 20.0, std::nullopt};
    ResultStore(temp.path() / folder).Append(Row(name, name, "ok", "1"), {&point, 1});
  };
  append("shard", "shard");
  append("target", "target");
  std::atomic<bool> ended = false;
  std::thread driver([&] {
    for (int i = 0; i < kRows; ++i) append("target", fmt::format("row {}", i));
    ended = true;
  });
  const std::vector<std::string> shard = {(temp.path() / "shard").string()};
  while (!ended) MergeFolders(shard, temp.path() / "target");
  driver.join();
  EXPECT_EQ(MergeFolders(shard, temp.path() / "target").rows, kRows + 2U);
  EXPECT_EQ(ResultStore(temp.path() / "target").ReadCurves().size(), kRows + 2U);
}

}  // namespace
}  // namespace fdskl::results
