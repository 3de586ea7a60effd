#include "runners/tune/settings_file.h"

#include <gtest/gtest.h>

#include "results/testing.h"
#include "runners/defaults.h"
#include "runners/files.h"
#include "runners/testing.h"

namespace fdskl {
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
  testing::TempFolder folder_;
  std::filesystem::path path_ = folder_.path() / "settings.toml";
};

TEST_F(Written, WhatIsNotSetStays) {
  WriteText(path_, kBefore);
  SettingsFile file(path_);
  file.SetCommon(MethodKind::kFdskl, toml::table{{"features", 64}, {"C", 3.0}});
  file.Set(MethodKind::kFdskl, "a9a", toml::table{{"rho", 1e-3}, {"kernel", "laplace"}, {"sigma", 2.0}}, "Found.");
  file.Write();
  const std::string text = ReadText(path_);
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
  WriteText(path_, kBefore);
  SettingsFile(path_).Write();
  const std::string once = ReadText(path_);
  SettingsFile(path_).Write();
  EXPECT_EQ(ReadText(path_), once);
}

TEST_F(Written, ASectionIsReplacedAndReadableAsDefaults) {
  SettingsFile file(path_);
  file.Set(MethodKind::kDsg, "a9a", toml::table{{"sigma", 2.0}, {"gamma", 3.0}}, "First.");
  file.Set(MethodKind::kDsg, "a9a", toml::table{{"sigma", 4.0}, {"masking", "ring"}}, "Second.");
  file.Write();
  Cell cell;
  cell.method = MethodKind::kDsg;
  cell.dataset = "a9a";
  ApplyDefaults(path_, cell);
  EXPECT_EQ(cell.settings.sigma, 4);
  EXPECT_EQ(cell.settings.gamma, Cell().settings.gamma);
  EXPECT_EQ(ReadText(path_).find("First."), std::string::npos);
  EXPECT_EQ(ReadText(path_).find("masking"), std::string::npos);  // DSG has none
}

TEST_F(Written, AFileThatCannotBeReadIsNotWrittenOver) {
  WriteText(path_, "[fdskl]\nsigm = 2\n");
  EXPECT_NE(testing::ErrorOf([&] { SettingsFile file(path_); }).find("settings.toml:2"), std::string::npos);
}

}  // namespace
}  // namespace fdskl
