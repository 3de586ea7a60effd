#include "base/owned_folder.h"

#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>

#include <csignal>

#include "base/testing.h"

namespace fdskl::base {
namespace {

namespace fs = std::filesystem;

TEST(OwnedFolder, IsThisUsersAloneAndGoesWithItsObject) {
  const testing::TempFolder parent;
  const fs::path path = parent.path() / "cells" / "one";
  {
    const OwnedFolder folder(path);
    EXPECT_EQ(fs::status(path).permissions(), fs::perms::owner_all);
    testing::WriteFile(path / "cell.toml", "text");
    RemoveAbandoned(parent.path() / "cells");
    EXPECT_TRUE(fs::exists(path / "cell.toml"));
  }
  EXPECT_FALSE(fs::exists(path));
}

// The folder of a killed process is removed; folders that no OwnedFolder made stay.
TEST(OwnedFolder, OthersRemoveItWhenItsOwnerWasKilled) {
  const testing::TempFolder parent;
  fs::create_directory(parent.path() / "other");
  std::array<int, 2> ends{};
  ASSERT_EQ(pipe(ends.data()), 0);
  const pid_t child = fork();
  ASSERT_GE(child, 0);
  if (child == 0) {
    const OwnedFolder folder(parent.path() / "one");
    if (write(ends[1], "x", 1) != 1) _exit(1);
    pause();
    _exit(1);
  }
  char byte = 0;
  ASSERT_EQ(read(ends[0], &byte, 1), 1);
  RemoveAbandoned(parent.path());
  EXPECT_TRUE(fs::exists(parent.path() / "one"));
  kill(child, SIGKILL);
  waitpid(child, nullptr, 0);
  EXPECT_TRUE(fs::exists(parent.path() / "one"));
  RemoveAbandoned(parent.path());
  EXPECT_FALSE(fs::exists(parent.path() / "one"));
  EXPECT_TRUE(fs::exists(parent.path() / "other"));
  RemoveAbandoned(parent.path() / "no such folder");
  close(ends[0]);
  close(ends[1]);
}

TEST(OwnedFolder, SaysWhichFolderCannotBeMade) {
  EXPECT_NE(testing::ErrorOf([] { OwnedFolder("/proc/nosuch/one"); }).find("/proc/nosuch/one"), std::string::npos);
}

}  // namespace
}  // namespace fdskl::base
