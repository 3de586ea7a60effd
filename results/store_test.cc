#include "results/store.h"

#include <arrow/table.h>
#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>

#include <csignal>
#include <fstream>
#include <functional>
#include <set>

#include "base/error.h"
#include "base/testing.h"
#include "base/testing_locks.h"
#include "results/arrow_io.h"
#include "results/testing.h"

namespace fdskl::results {
namespace {

using testing::SampleRun;

void AppendOne(ResultStore& store, const std::string& name) {
  const CurveRow point = {name, 1, 256, 0.5, 20.0, std::nullopt};
  store.Append(testing::SampleRun(name), {&point, 1});
}

pid_t InChild(const std::function<void()>& work) {
  const pid_t child = fork();
  if (child == 0) {
    work();
    _exit(0);
  }
  return child;
}

std::set<std::string> Names(const ResultStore& store) {
  std::set<std::string> names;
  for (const RunRow& run : store.ReadRuns()) names.insert(run.run);
  return names;
}

class Store : public ::testing::Test {
 protected:
  base::testing::TempFolder folder_;
  ResultStore store_{folder_.path() / "results"};
};

TEST_F(Store, IsEmptyBeforeTheFirstAppend) {
  EXPECT_TRUE(store_.ReadRuns().empty());
  EXPECT_TRUE(store_.ReadCurves().empty());
}

TEST_F(Store, KeepsWhatWasAppended) {
  AppendOne(store_, "one");
  AppendOne(store_, "two");
  const auto runs = store_.ReadRuns();
  ASSERT_EQ(runs.size(), 2U);
  EXPECT_EQ(runs[0].run, "one");
  EXPECT_EQ(runs[1].reason, testing::SampleRun("").reason);
  const auto curves = store_.ReadCurves();
  ASSERT_EQ(curves.size(), 2U);
  EXPECT_EQ(curves[1].run, "two");
  EXPECT_FALSE(curves[1].train_loss.has_value());
}

TEST_F(Store, ACorruptTableIsNamedAndLeftAlone) {
  AppendOne(store_, "one");
  std::ofstream(store_.runs_path()) << "not a table";
  try {
    AppendOne(store_, "two");
    FAIL() << "no error";
  } catch (const base::Error& error) {
    EXPECT_NE(std::string(error.what()).find("runs.arrow"), std::string::npos) << error.what();
  }
  std::string content;
  std::getline(std::ifstream(store_.runs_path()), content);
  EXPECT_EQ(content, "not a table");
}

TEST_F(Store, ProcessesThatAppendAtOnceLoseNothing) {
  constexpr int kProcesses = 4;
  constexpr int kRows = 10;
  std::vector<pid_t> children;
  children.reserve(kProcesses);
  for (int process = 0; process < kProcesses; ++process) {
    children.push_back(InChild([&] {
      for (int row = 0; row < kRows; ++row) AppendOne(store_, fmt::format("{}-{}", process, row));
    }));
  }
  for (const pid_t child : children) {
    int status = 0;
    ASSERT_EQ(waitpid(child, &status, 0), child);
    EXPECT_EQ(status, 0);
  }
  EXPECT_EQ(Names(store_).size(), static_cast<std::size_t>(kProcesses * kRows));
  EXPECT_EQ(store_.ReadCurves().size(), static_cast<std::size_t>(kProcesses * kRows));
}

// The child sends each row's number through a pipe once Append() has returned. It is killed some time after the first.
TEST_F(Store, AKillLosesNothingThatWasAcknowledged) {
  int acknowledged = 0;
  for (int round = 0; round < 10; ++round) {
    int ends[2];
    ASSERT_EQ(pipe(ends), 0);
    const pid_t child = InChild([&] {
      for (int row = acknowledged + 1;; ++row) {
        AppendOne(store_, std::to_string(row));
        if (row % 3 == 0) store_.Fold();
        if (write(ends[1], &row, sizeof row) != sizeof row) return;
      }
    });
    close(ends[1]);
    ASSERT_EQ(read(ends[0], &acknowledged, sizeof acknowledged), static_cast<ssize_t>(sizeof acknowledged));
    usleep(static_cast<useconds_t>(round) * 1700);
    kill(child, SIGKILL);
    waitpid(child, nullptr, 0);
    while (read(ends[0], &acknowledged, sizeof acknowledged) == sizeof acknowledged) continue;
    close(ends[0]);
    const auto names = Names(store_);
    for (int row = 1; row <= acknowledged; ++row) EXPECT_TRUE(names.contains(std::to_string(row))) << row;
    EXPECT_EQ(names.size(), store_.ReadRuns().size()) << "a row is there twice";
    EXPECT_LE(names.size(), static_cast<std::size_t>(acknowledged) + 1);
    EXPECT_NO_THROW(store_.ReadCurves());
    acknowledged = static_cast<int>(names.size());  // a row that was on the disk but not yet acknowledged counts
  }
  AppendOne(store_, "after");
  store_.Fold();
  for (const auto& entry : std::filesystem::recursive_directory_iterator(store_.runs_path().parent_path())) {
    EXPECT_NE(entry.path().extension(), ".tmp") << entry.path();
  }
}

// Appends more rows than usually stay staged: from the 256th on, every append would fold.
TEST_F(Store, WhereThereAreNoLocksEveryRowStaysStaged) {
  constexpr int kRows = 258;
  const base::testing::TempFolder folder(testing::FastFolder());
  {
    const base::testing::WithoutLocks without;
    ResultStore store(folder.path());
    for (int row = 0; row < kRows; ++row) AppendOne(store, std::to_string(row));
    store.Fold();
  }
  const ResultStore store(folder.path());
  EXPECT_FALSE(std::filesystem::exists(store.runs_path()));
  EXPECT_EQ(Names(store).size(), static_cast<std::size_t>(kRows));
  store.Fold();
  EXPECT_EQ(ReadTable(store.runs_path())->num_rows(), kRows);
  EXPECT_EQ(ReadTable(store.curves_path())->num_rows(), kRows);
  EXPECT_FALSE(std::filesystem::exists(folder.path() / "staged"));
}

TEST_F(Store, IsFoldedWhenAProgramHasAppendedAndEnds) {
  {
    ResultStore store(store_.runs_path().parent_path());
    AppendOne(store, "one");
    EXPECT_FALSE(std::filesystem::exists(store_.runs_path()));
  }
  EXPECT_EQ(ReadTable(store_.runs_path())->num_rows(), 1);
  EXPECT_EQ(ReadTable(store_.curves_path())->num_rows(), 1);
  EXPECT_FALSE(std::filesystem::exists(folder_.path() / "results/staged"));
}

}  // namespace
}  // namespace fdskl::results
