#include "runners/studies/tune/settings_file.h"

#include <gtest/gtest.h>

#include "base/files.h"
#include "base/testing.h"
#include "baselines/dsg/dsg_method.h"
#include "fdskl/fdskl_method.h"
#include "runners/cell/defaults.h"

namespace fdskl::tune {
namespace {

constexpr std::string_view kBefore = R"(# An old header.

# Two lines
# above it.
[fdskl]
gamma = 4.0

[fdskl.w8a]
sigma = 5.0  # by hand

# Above libsvm.
[libsvm]
kernel_cache = "200M"
)";

class Written : public ::testing::Test {
 protected:
  base::testing::TempFolder folder_;
  std::filesystem::path path_ = folder_.path() / "settings.toml";
};

TEST_F(Written, WhatIsNotSetStays) {
  base::WriteText(path_, kBefore);
  SettingsFile file(path_);
  file.SetCommon(cell::OwnArm(&kFdskl), toml::table{{"features", 64}, {"C", 3.0}});
  file.Set(cell::OwnArm(&kFdskl), "a9a", toml::table{{"rho", 1e-3}, {"kernel", "laplace"}, {"sigma", 2.0}}, "Found.");
  file.Write();
  const std::string text = base::ReadText(path_);
  const auto at = text.find("\n# Two lines");
  ASSERT_NE(at, std::string::npos) << text;
  EXPECT_EQ(text.substr(at), R"(
# Two lines
# above it.
[fdskl]
gamma = 4.0
features = 64

# Found.
[fdskl.a9a]
sigma = 2.0
kernel = "laplace"
rho = 0.001

[fdskl.w8a]
sigma = 5.0

# Above libsvm.
[libsvm]
kernel_cache = "200M"
)");
  EXPECT_EQ(text.find("old header"), std::string::npos);
}

TEST_F(Written, WritingAgainChangesNothing) {
  base::WriteText(path_, kBefore);
  SettingsFile(path_).Write();
  const std::string once = base::ReadText(path_);
  SettingsFile(path_).Write();
  EXPECT_EQ(base::ReadText(path_), once);
}

TEST_F(Written, ASectionIsReplacedAndReadableAsDefaults) {
  SettingsFile file(path_);
  file.Set(cell::OwnArm(&dsg::kDsg), "a9a", toml::table{{"sigma", 2.0}, {"gamma", 3.0}}, "First.");
  file.Set(cell::OwnArm(&dsg::kDsg), "a9a", toml::table{{"sigma", 4.0}, {"masking", "ring"}}, "Second.");
  file.Write();
  cell::Cell cell(&dsg::kDsg);
  cell.dataset = "a9a";
  cell::ApplyDefaults(path_, cell);
  EXPECT_EQ(cell.As<Settings>().sigma, 4);
  EXPECT_EQ(cell.As<Settings>().gamma, cell::Cell().As<Settings>().gamma);
  EXPECT_EQ(base::ReadText(path_).find("First."), std::string::npos);
  EXPECT_EQ(base::ReadText(path_).find("masking"), std::string::npos);  // DSG has none
}

TEST_F(Written, AnArmHasSectionsOfItsOwn) {
  const cell::ArmRef arm = cell::FindArm("dsg-diminishing");
  SettingsFile file(path_);
  file.SetCommon(arm, toml::table{{"block", 16}});
  file.Set(arm, "a9a", toml::table{{"decay", 0.5}}, "Found.");
  file.Write();
  std::string missing;
  const auto cell = cell::ArmCell(path_, "a9a", arm, missing);
  ASSERT_TRUE(cell) << missing;
  EXPECT_EQ(cell->As<Settings>().decay, 0.5);
  EXPECT_EQ(cell->As<Settings>().block, 16);
}

TEST_F(Written, AFileThatCannotBeReadIsNotWrittenOver) {
  base::WriteText(path_, "[fdskl]\nsigm = 2\n");
  EXPECT_NE(base::testing::ErrorOf([&] { SettingsFile file(path_); }).find("settings.toml:2"), std::string::npos);
}

}  // namespace
}  // namespace fdskl::tune
