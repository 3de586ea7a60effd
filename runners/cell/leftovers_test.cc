#include "runners/cell/leftovers.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <gtest/gtest.h>
#include <sys/mman.h>
#include <unistd.h>

#include <array>
#include <cstdlib>
#include <filesystem>
#include <string>

#include "base/testing.h"
#include "runners/cell/launch.h"

namespace fdskl::cell {
namespace {

TEST(Leftovers, OnlySegmentsThatNobodyUsesAreAbandoned) {
  const base::testing::TempFolder folder("/dev/shm");
  std::array<char, 256> host{};
  ASSERT_EQ(gethostname(host.data(), host.size() - 1), 0);
  const auto make = [&](const std::string& name) { return base::testing::WriteFile(folder.path() / name, "segment"); };
  const auto segment = [&](int rank) {
    return make(fmt::format("vader_segment.{}.{}.1a2b0001.{}", host.data(), geteuid(), rank));
  };
  const auto abandoned = segment(0);
  const auto open_file = segment(1);
  const auto mapped_file = segment(2);
  make(fmt::format("vader_segment.{}.{}.1a2b0001.0", host.data(), geteuid() + 1));  // another user's
  make("vader_segment.another-host.0.1a2b0001.0");
  make("somebody.elses");
  const int fd = open(open_file.c_str(), O_RDONLY | O_CLOEXEC);
  const int mapped = open(mapped_file.c_str(), O_RDONLY | O_CLOEXEC);
  void* const memory = mmap(nullptr, 1, PROT_READ, MAP_SHARED, mapped, 0);
  ASSERT_NE(memory, MAP_FAILED);
  close(mapped);
  EXPECT_EQ(AbandonedSegments(folder.path()), std::vector{abandoned});
  munmap(memory, 1);
  close(fd);
  EXPECT_EQ(AbandonedSegments(folder.path()).size(), 3U);
}

// The control, without the folder, shows that mpirun would remove it.
TEST(LauncherFolder, StaysWhenALauncherEnds) {
  const base::testing::TempFolder temp;
  const char* const before = getenv("TMPDIR");
  const std::string old = before == nullptr ? "" : before;
  ASSERT_EQ(setenv("TMPDIR", temp.path().c_str(), 1), 0);
  const auto launch = [] {
    Launcher launcher;
    launcher.words = LauncherWords("");
    LaunchRequest request = RequestRanks(launcher, 1, {});
    request.start_line.clear();
    request.command.back() = "true";
    return Launch(request).ending;
  };
  {
    const LauncherFolder kept;
    ASSERT_FALSE(std::filesystem::is_empty(temp.path()));
    EXPECT_EQ(launch(), Ending::kFinished);
    EXPECT_FALSE(std::filesystem::is_empty(temp.path()));
  }
  EXPECT_TRUE(std::filesystem::is_empty(temp.path()));
  EXPECT_EQ(launch(), Ending::kFinished);
  EXPECT_TRUE(std::filesystem::is_empty(temp.path()));
  before == nullptr ? unsetenv("TMPDIR") : setenv("TMPDIR", old.c_str(), 1);
}

}  // namespace
}  // namespace fdskl::cell
