// Rows that are appended one by one: what an append costs, and what a crash leaves.

#include <arrow/api.h>
#include <gtest/gtest.h>

#include <fstream>
#include <numeric>
#include <thread>

#include "base/error.h"
#include "base/testing.h"
#include "results/arrow_io.h"
#include "results/curve_row.h"
#include "results/rows.h"
#include "results/run_row.h"
#include "results/testing.h"

namespace fdskl::results {
namespace {

namespace fs = std::filesystem;

CurveRow Point(int number) { return {fmt::format("{:06}", number), number, 256, 0.5, 20.0, std::nullopt}; }

void Add(const fs::path& table, int number) {
  const CurveRow row = Point(number);
  if (AppendRows<CurveRow>(table, {&row, 1})) FoldRows<CurveRow>(table);
}

// The numbers that Add() was given, as they are read back.
std::vector<int> Numbers(const fs::path& table) {
  std::vector<int> numbers;
  for (const CurveRow& row : ReadRows<CurveRow>(table)) numbers.push_back(static_cast<int>(row.iteration));
  return numbers;
}

std::vector<int> UpTo(int last) {
  std::vector<int> numbers(static_cast<std::size_t>(last));
  std::iota(numbers.begin(), numbers.end(), 1);
  return numbers;
}

// How much this process has written so far, by the system's count.
struct Work {
  std::int64_t bytes = 0, calls = 0;  // bytes given to write(), and how often

  static Work SoFar() {
    Work work;
    std::ifstream io("/proc/self/io");
    for (std::string name; io >> name;) {
      std::int64_t value = 0;
      io >> value;
      if (name == "wchar:") work.bytes = value;
      if (name == "syscw:") work.calls = value;
    }
    return work;
  }
};

class Append : public ::testing::Test {
 protected:
  base::testing::TempFolder folder_{testing::FastFolder()};
  fs::path table_ = folder_.path() / "curves.arrow";
};

TEST_F(Append, TheThousandthCostsWhatTheFirstDid) {
  constexpr int kRows = 1023;  // the next would fold
  // Leaves out what a process writes only once: a sanitizer, for instance, probes memory that is new to it.
  for (int i = 1; i <= 3; ++i) Add(folder_.path() / "other" / "curves.arrow", i);
  ASSERT_GT(Work::SoFar().bytes, 0);
  std::vector<Work> costs;
  for (int i = 1; i <= kRows; ++i) {
    const Work before = Work::SoFar();
    Add(table_, i);
    const Work after = Work::SoFar();
    costs.push_back({after.bytes - before.bytes, after.calls - before.calls});
  }
  ASSERT_GT(costs[0].bytes, 0);
  EXPECT_EQ(costs[999].bytes, costs[0].bytes);
  EXPECT_EQ(costs[999].calls, costs[0].calls);
  std::int64_t folds = 0;
  std::int64_t total = 0;
  for (const Work& cost : costs) {
    folds += cost.bytes > costs[0].bytes ? 1 : 0;
    total += cost.bytes;
  }
  EXPECT_EQ(folds, 2);  // at 256 and 512
  EXPECT_LE(total, std::int64_t{2} * kRows * costs[0].bytes);
  EXPECT_EQ(Numbers(table_), UpTo(kRows));
}

TEST_F(Append, KeepsTheOrderThroughFolds) {
  for (int i = 1; i <= 12; ++i) {
    Add(table_, i);
    if (i % 5 == 0) FoldRows<CurveRow>(table_);
  }
  EXPECT_EQ(Numbers(table_), UpTo(12));
  EXPECT_EQ(ReadTable(table_)->num_rows(), 10);
  FoldRows<CurveRow>(table_);
  EXPECT_EQ(ReadTable(table_)->num_rows(), 12);
  EXPECT_EQ(Numbers(table_), UpTo(12));
}

TEST_F(Append, AFoldThatWasCutShortDoublesNothing) {
  for (int i = 1; i <= 3; ++i) Add(table_, i);
  fs::copy(folder_.path() / "staged", folder_.path() / "kept");
  FoldRows<CurveRow>(table_);
  ASSERT_FALSE(fs::exists(folder_.path() / "staged"));
  fs::rename(folder_.path() / "kept", folder_.path() / "staged");  // as if it had been killed before it removed them
  EXPECT_EQ(Numbers(table_), UpTo(3));
  fs::remove(*fs::directory_iterator(folder_.path() / "staged"));  // or after the first of them
  EXPECT_EQ(Numbers(table_), UpTo(3));
  Add(table_, 4);
  EXPECT_EQ(Numbers(table_), UpTo(4));
  FoldRows<CurveRow>(table_);
  EXPECT_EQ(Numbers(table_), UpTo(4));
  EXPECT_EQ(ReadTable(table_)->num_rows(), 4);
}

// A reader takes no lock. It always finds the first n rows for some n.
TEST_F(Append, AReaderMeanwhileSeesEachRowOnce) {
  constexpr int kRows = 400;
  Add(table_, 1);
  std::thread writer([&] {
    for (int i = 2; i <= kRows; ++i) {
      Add(table_, i);
      if (i % 7 == 0) FoldRows<CurveRow>(table_);
    }
  });
  std::vector<int> numbers;
  do {
    const std::size_t least = numbers.size();
    numbers = Numbers(table_);
    EXPECT_GE(numbers.size(), least);
    EXPECT_EQ(numbers, UpTo(static_cast<int>(numbers.size())));
  } while (numbers.size() < kRows && !HasFailure());
  writer.join();
}

TEST_F(Append, AFoldThatFailsLosesNothing) {
  for (int i = 1; i <= 3; ++i) Add(table_, i);
  base::testing::WriteFile(table_, "not a table");
  EXPECT_NE(base::testing::ErrorOf([&] { FoldRows<CurveRow>(table_); }).find("curves.arrow"), std::string::npos);
  EXPECT_EQ(base::testing::ReadFile(table_), "not a table");
  fs::remove(table_);
  EXPECT_EQ(Numbers(table_), UpTo(3));
}

TEST_F(Append, ATableOfOtherColumnsIsNamedAndLeftAlone) {
  WriteRows<RunRow>(table_, std::vector<RunRow>{testing::SampleRun("one")});
  const std::string before = base::testing::ReadFile(table_);
  EXPECT_NE(base::testing::ErrorOf([&] { Add(table_, 1); }).find("curves.arrow is not a table of this program"),
            std::string::npos);
  EXPECT_EQ(base::testing::ReadFile(table_), before);
  EXPECT_FALSE(HasStagedRows(table_));
}

TEST_F(Append, AnOlderVersionsFolderIsReadAsItIs) {
  WriteTable(table_, *TableFromRows<CurveRow>(std::vector<CurveRow>{Point(1), Point(2)}));
  EXPECT_EQ(Numbers(table_), UpTo(2));
  EXPECT_EQ(std::distance(fs::directory_iterator(folder_.path()), {}), 1);  // nothing was added to it
  Add(table_, 3);
  EXPECT_EQ(Numbers(table_), UpTo(3));
}

// Files that an older version staged, before and after it was killed in the middle of a fold.
TEST_F(Append, StagedFilesOfAnOlderVersionAreReadInTheirOrder) {
  const auto stage = [&](int number) {
    WriteTable(folder_.path() / fmt::format("staged/curves-{:012}.arrow", number),
               *TableFromRows<CurveRow>(std::vector<CurveRow>{Point(number)}));
  };
  auto old = TableFromRows<CurveRow>(std::vector<CurveRow>{Point(1), Point(2)});
  WriteTable(table_, *old->ReplaceSchemaMetadata(arrow::key_value_metadata({"folded"}, {"2"})));
  for (const int number : {2, 3, 4}) stage(number);
  Add(table_, 5);
  EXPECT_EQ(Numbers(table_), UpTo(5));
  FoldRows<CurveRow>(table_);
  stage(4);  // as if that fold had been killed before it removed it
  EXPECT_EQ(Numbers(table_), UpTo(5));
}

// A writer on another host, or in another process, whose file appears late: after a fold of files that are newer.
TEST_F(Append, AFileThatAppearsAfterAFoldOfNewerOnesIsNotLost) {
  const fs::path late = folder_.path() / "staged/curves-00000000000000000001-77-0badcafe-other-host.arrow";
  Add(table_, 2);
  FoldRows<CurveRow>(table_);
  WriteTable(late, *TableFromRows<CurveRow>(std::vector<CurveRow>{Point(1)}));
  EXPECT_EQ(Numbers(table_), (std::vector{2, 1}));
  FoldRows<CurveRow>(table_);
  EXPECT_EQ(Numbers(table_), (std::vector{2, 1}));
}

TEST_F(Append, WritingATableReplacesItsStagedRows) {
  for (int i = 1; i <= 3; ++i) Add(table_, i);
  WriteRows<CurveRow>(table_, std::vector<CurveRow>{Point(1)});
  EXPECT_EQ(Numbers(table_), UpTo(1));
  Add(table_, 2);
  EXPECT_EQ(Numbers(table_), UpTo(2));
}

TEST_F(Append, AnUpdateKeepsRowsThatAreAppendedMeanwhile) {
  for (int i = 1; i <= 3; ++i) Add(table_, i);
  UpdateRows<CurveRow>(table_, [&](std::vector<CurveRow> rows) {
    Add(table_, 5);
    rows.push_back(Point(4));
    return rows;
  });
  EXPECT_EQ(Numbers(table_), UpTo(5));
}

}  // namespace
}  // namespace fdskl::results
