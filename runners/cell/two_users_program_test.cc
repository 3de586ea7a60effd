// Two users on one machine: neither can read or disturb the other's runs. Needs root, to become another user.
#include <gtest/gtest.h>
#include <unistd.h>

#include <csignal>
#include <filesystem>

#include "base/files.h"
#include "base/process.h"
#include "base/testing.h"

namespace fdskl::cell {
namespace {

namespace fs = std::filesystem;
using Words = std::vector<std::string>;

class TwoUsersTest : public ::testing::Test {
 protected:
  void SetUp() override {
    if (geteuid() != 0) GTEST_SKIP() << "needs root";
    fs::permissions(folder_.path(), fs::perms::all);
    fs::permissions(own_.path(), fs::perms::owner_all | fs::perms::group_all | fs::perms::others_all);
    if (AsNobody({"test", "-x", FDSKL_PROGRAM}).exit_status != 0) GTEST_SKIP() << "nobody cannot run the program";
  }

  static base::Finished AsNobody(const Words& command, const Words& environment = {}) {
    Words words = {"setpriv", "--reuid=65534", "--regid=65534", "--clear-groups"};
    words.insert(words.end(), command.begin(), command.end());
    return base::RunToEnd(words, environment);
  }

  static Words Cell(const std::string& results, const std::string& features) {
    return {FDSKL_PROGRAM, "run",       "phishing",  "fdskl",    "--edition",  "stand-in", "--rows",
            "400",         "--workers", "2",         "--active", "1",          "--block",  "16",
            "--update",    "plain",     "--results", results,    "--features", features};
  }

  base::testing::TempFolder folder_;  // owned by root
  base::testing::TempFolder own_;     // owned by the user nobody
  std::string mark_ = fmt::format("FDSKL_TWO_USERS={}", folder_.path().string());
};

TEST_F(TwoUsersTest, NeitherReadsNorDisturbsTheOther) {
  const std::string results = (folder_.path() / "results").string();
  base::ChildProcess run(Cell(results, "3200000"), {mark_});
  // Wait until the ranks train.
  bool trains = false;
  while (!trains &&
         run.Read(
             std::chrono::milliseconds(100), [](std::string_view) {},
             [&](std::string_view line) { trains = trains || line.find("test error") != std::string_view::npos; })) {
  }
  ASSERT_TRUE(trains);

  // Other users cannot read the ranks' scratch folder, memory, environment and lanes. The ranks leave no core file.
  int ranks = 0;
  for (const pid_t pid : base::MarkedProcesses(mark_)) {
    const std::string process = fmt::format("/proc/{}", pid);
    const std::string command = base::ReadText(process + "/cmdline");
    if (!command.starts_with(FDSKL_PROGRAM) || command.find(std::string_view("\0worker\0", 8)) == std::string::npos)
      continue;
    ++ranks;
    EXPECT_NE(AsNobody({"ls", process + "/fd"}).exit_status, 0);
    EXPECT_NE(AsNobody({"cat", process + "/environ"}).exit_status, 0);
    EXPECT_NE(AsNobody({"cat", process + "/maps"}).exit_status, 0);
    EXPECT_NE(AsNobody({"kill", std::to_string(pid)}).exit_status, 0);
    EXPECT_EQ(base::RunToEnd({"sh", "-c", fmt::format("grep -c 'core file size *0 *0 ' {}/limits", process)}).output,
              "1\n");
  }
  EXPECT_EQ(ranks, 2);
  for (const auto& cell : fs::directory_iterator(fs::path(results) / "cells")) {
    EXPECT_NE(AsNobody({"ls", cell.path().string()}).exit_status, 0) << cell.path();
  }
  for (const auto& entry : fs::directory_iterator("/dev/shm")) {
    if (!entry.path().filename().string().starts_with("vader_segment.")) continue;
    EXPECT_NE(AsNobody({"cat", entry.path().string()}).exit_status, 0) << entry.path();
  }

  // Meanwhile the other user's run succeeds and leaves this one alone.
  const base::Finished other =
      AsNobody(Cell((own_.path() / "results").string(), "64"),
               {"FDSKL_CACHE=" + (own_.path() / "cache").string(), "HOME=" + own_.path().string()});
  EXPECT_EQ(other.exit_status, 0) << other.error;
  EXPECT_FALSE(run.Status().has_value());
  EXPECT_GE(base::MarkedProcesses(mark_).size(), 3U);
  run.Kill();
}

}  // namespace
}  // namespace fdskl::cell
