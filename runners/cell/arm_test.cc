#include "runners/cell/arm.h"

#include <gtest/gtest.h>

#include <set>

#include "base/files.h"
#include "base/testing.h"
#include "baselines/dsg/dsg_method.h"
#include "fdskl/fdskl_method.h"
#include "runners/cell/cell_row.h"
#include "runners/cell/cell_text.h"
#include "runners/cell/defaults.h"

namespace fdskl::cell {
namespace {

using base::testing::ErrorOf;

TEST(Arms, EveryMethodIsOneAndEachHasANameAndALookOfItsOwn) {
  std::set<std::string> names;
  std::set<std::string> looks;
  for (const ArmRef arm : Arms()) {
    names.insert(arm->name);
    looks.insert(arm->color);
    EXPECT_EQ(FindArm(arm->name), arm);
    EXPECT_EQ(Arms()[PlaceOf(arm)], arm);
  }
  EXPECT_EQ(names.size(), Arms().size());
  EXPECT_EQ(looks.size(), Arms().size());
  for (const MethodRef method : baselines::Methods()) {
    EXPECT_TRUE(OwnArm(method)->is_own());
    EXPECT_EQ(ArmsOf(method).front(), OwnArm(method));
  }
  EXPECT_NE(ErrorOf([] { FindArm("fdskl-as-print"); }).find("did you mean fdskl-as-printed"), std::string::npos);
}

TEST(Arms, ARowBelongsToTheArmThatItsSettingsAre) {
  const auto arm_of = [](const Cell& cell) { return ArmOf(DescribeCell(cell, 1000, 10))->name; };
  Cell cell(&kFdskl);
  EXPECT_EQ(arm_of(cell), "fdskl");
  cell.As<Settings>().update = Update::kPlain;
  EXPECT_EQ(arm_of(cell), "fdskl");
  cell.As<Settings>().masking = Masking::kPaper;
  EXPECT_EQ(arm_of(cell), "fdskl-as-printed");
  cell.As<Settings>().sweeps = 1;
  EXPECT_EQ(arm_of(cell), "fdskl");
  Cell dsg(&dsg::kDsg);
  dsg.workers = dsg.active = 1;
  EXPECT_EQ(arm_of(dsg), "dsg");
  dsg.As<Settings>().label_groups = 2;
  EXPECT_EQ(arm_of(dsg), "dsg-equal-batches");
  dsg.As<Settings>().label_groups = 0;
  dsg.As<Settings>().decay = 1e-3;
  EXPECT_EQ(arm_of(dsg), "dsg-diminishing");
}

TEST(Arms, ABatchIsOfOneGroupOfLabels) {
  Cell dsg(&dsg::kDsg);
  dsg.workers = dsg.active = 1;
  dsg.As<Settings>().batch = 1000000;
  EXPECT_EQ(DescribeCell(dsg, 4000, 10).batch, 3000);
  dsg.As<Settings>().label_groups = 2;
  EXPECT_EQ(DescribeCell(dsg, 4000, 10).batch, 1500);
}

TEST(Arms, DefiningACellMakesItTheArms) {
  for (const ArmRef arm : Arms()) {
    Cell cell(arm->method);
    Define(arm, cell);
    for (const ArmSetting& setting : arm->settings) {
      if (setting.value.empty()) continue;
      EXPECT_EQ(SettingOf(SettingsJson(cell), setting.name), setting.value) << arm->name;
    }
  }
}

TEST(SettingOf, ReadsNumbersAndText) {
  EXPECT_EQ(SettingOf(R"({"a": 1.5, "link": "latency=1ms,bandwidth=2", "b": true})", "a"), "1.5");
  EXPECT_EQ(SettingOf(R"({"a": 1.5, "link": "latency=1ms,bandwidth=2", "b": true})", "link"),
            "latency=1ms,bandwidth=2");
  EXPECT_EQ(SettingOf(R"({"a": 1.5, "b": true})", "b"), "true");
  EXPECT_EQ(SettingOf(R"({"a": 1.5})", "c"), "");
}

TEST(SettingsOf, KeepsTheOrder) {
  using Pairs = std::vector<std::pair<std::string, std::string>>;
  EXPECT_EQ(SettingsOf(R"({"z": 1.5, "link": "latency=1ms,bandwidth=2", "name": "", "b": true})"),
            (Pairs{{"z", "1.5"}, {"link", "latency=1ms,bandwidth=2"}, {"name", ""}, {"b", "true"}}));
  EXPECT_TRUE(SettingsOf("{}").empty());
  EXPECT_TRUE(SettingsOf("").empty());
}

TEST(ArmCell, IsThereOnlyWithSettingsOfItsOwn) {
  const base::testing::TempFolder folder;
  const auto file = folder.path() / "defaults.toml";
  base::WriteText(file,
                  "[fdskl]\nfeatures = 64\n[fdskl.a9a]\nsigma = 3.0\nupdate = 'preconditioned'\n"
                  "[fdskl-as-printed]\nbatch = 1\nblock = 1\n[fdskl-as-printed.a9a]\ngamma = 7.0\n"
                  "[dsg-equal-batches]\ninherit = 'fdskl'\nlabel_groups = 2\n[dsg-diminishing]\ninherit = 'fdskl'\n");
  std::string missing;
  const auto printed = ArmCell(file, "a9a", FindArm("fdskl-as-printed"), missing);
  ASSERT_TRUE(printed.has_value());
  EXPECT_EQ(printed->As<Settings>().gamma, 7);
  EXPECT_EQ(printed->As<Settings>().batch, 1);
  EXPECT_EQ(printed->As<Settings>().update, Update::kPlain);
  EXPECT_EQ(printed->As<Settings>().masking, Masking::kPaper);
  EXPECT_NE(printed->As<Settings>().features, 64) << "an arm has what its own sections say";
  EXPECT_FALSE(ArmCell(file, "w8a", FindArm("fdskl-as-printed"), missing).has_value());
  EXPECT_EQ(missing, "defaults.toml has no section [fdskl-as-printed.w8a]");
  const auto equal = ArmCell(file, "a9a", FindArm("dsg-equal-batches"), missing);
  ASSERT_TRUE(equal.has_value());
  EXPECT_EQ(equal->As<Settings>().sigma, 3);
  EXPECT_EQ(equal->As<Settings>().label_groups, 2);
  EXPECT_EQ(equal->workers, 1);
  EXPECT_FALSE(ArmCell(file, "a9a", FindArm("dsg-diminishing"), missing).has_value());
  EXPECT_EQ(missing, "defaults.toml: [dsg-diminishing.a9a] must have decay above 0");
}

}  // namespace
}  // namespace fdskl::cell
