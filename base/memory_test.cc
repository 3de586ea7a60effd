#include "base/memory.h"

#include <gtest/gtest.h>

#include <fstream>
#include <limits>

#include "base/testing.h"

namespace fdskl::base {
namespace {

class Groups : public ::testing::Test {
 protected:
  void Write(const std::string& file, const std::string& text) const {
    const std::filesystem::path path = folder_.path() / file;
    std::filesystem::create_directories(path.parent_path());
    std::ofstream(path) << text;
  }
  std::int64_t Left() const { return LeftOfGroups(folder_.path() / "groups", folder_.path() / "root"); }

  static constexpr std::int64_t kNone = std::numeric_limits<std::int64_t>::max();
  testing::TempFolder folder_;
};

TEST_F(Groups, WithoutFilesThereIsNoLimit) {
  EXPECT_EQ(Left(), kNone);
  Write("groups", "0::/gone\nnonsense\n7\n");
  EXPECT_EQ(Left(), kNone);
}

TEST_F(Groups, TheLeastLimitOnTheWayUpCounts) {
  Write("groups", "0::/job/step\n");
  Write("root/job/step/memory.max", "max\n");
  Write("root/job/step/memory.current", "50\n");
  EXPECT_EQ(Left(), kNone);
  Write("root/job/memory.max", "1000\n");
  Write("root/job/memory.current", "400\n");
  EXPECT_EQ(Left(), 600);
  Write("root/memory.max", "1500\n");  // a container's own group is the root that it sees
  Write("root/memory.current", "1200\n");
  EXPECT_EQ(Left(), 300);
  Write("root/memory.stat", "anon 900\ninactive_file 250\nactive_file 50\n");
  EXPECT_EQ(Left(), 550);
  Write("root/job/memory.current", "1200\n");
  EXPECT_EQ(Left(), 0);
}

TEST_F(Groups, Version1HasOtherNames) {
  Write("groups", "11:cpu,cpuacct:/job\n4:memory:/job\n0::/\n");
  Write("root/memory/job/memory.limit_in_bytes", "1000\n");
  Write("root/memory/job/memory.usage_in_bytes", "700\n");
  Write("root/memory/job/memory.stat", "total_inactive_file 100\n");
  EXPECT_EQ(Left(), 400);
}

}  // namespace
}  // namespace fdskl::base
