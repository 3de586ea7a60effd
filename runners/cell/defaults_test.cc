#include "runners/cell/defaults.h"

#include <gtest/gtest.h>

#include "base/files.h"
#include "base/testing.h"
#include "baselines/dsg/dsg_method.h"
#include "baselines/methods.h"
#include "runners/cell/toml_value.h"

namespace fdskl::cell {
namespace {

class Defaults : public ::testing::Test {
 protected:
  Cell Apply(std::string_view text, const char* dataset) const {
    Cell cell;
    cell.dataset = dataset;
    base::WriteText(file_, text);
    ApplyDefaults(file_, cell);
    return cell;
  }
  std::string Error(std::string_view text) const {
    std::string message = base::testing::ErrorOf([&] { Apply(text, "a9a"); });
    const auto at = message.find("settings.toml");
    return at == std::string::npos ? message : message.substr(at);
  }

  base::testing::TempFolder folder_;
  std::filesystem::path file_ = folder_.path() / "settings.toml";
};

TEST_F(Defaults, TheDatasetsOwnGoBeforeTheMethods) {
  constexpr std::string_view kText = "[fdskl]\nsigma = 2\nbatch = 64\n[fdskl.a9a]\nsigma = 3.5\n[libsvm]\nsigma = 9\n";
  EXPECT_EQ(Apply(kText, "a9a").As<Settings>().sigma, 3.5);
  EXPECT_EQ(Apply(kText, "a9a").As<Settings>().batch, 64);
  EXPECT_EQ(Apply(kText, "w8a").As<Settings>().sigma, 2);
}

TEST_F(Defaults, TheWholeFileIsChecked) {
  EXPECT_EQ(Error("[fdskl.a9a]\nsigma = 1\n[fdskl.w8a]\nsigm = 1\n").substr(0, 48),
            "settings.toml:4: unknown setting of fdskl 'sigm'");
  EXPECT_EQ(Error("[fdskl.w8a]\nsigma = 'x'\n"), "settings.toml:2: sigma: must be a number, not 'x'");
  EXPECT_EQ(Error("[fdskll]\n").substr(0, 48), "settings.toml:1: unknown method or arm 'fdskll';");
  EXPECT_EQ(Error("[fdskl.a8a]\n").substr(0, 39), "settings.toml:1: unknown dataset 'a8a';");
  EXPECT_EQ(Error("fdskl = 3\n"), "settings.toml:1: 'fdskl' must be a table: [fdskl]");
  EXPECT_EQ(Error("[fdskl\n").substr(0, 17), "settings.toml:1: ");
}

TEST_F(Defaults, ASectionInheritsWhatItsMethodHasToo) {
  constexpr std::string_view kText =
      "[fdskl]\nsigma = 2\nmasking = 'none'\n[fdskl.a9a]\nsigma = 3\ngamma = 5\n[dsg]\ninherit = 'fdskl'\ndecay = 0.5\n"
      "[dsg.a9a]\ngamma = 7\n";
  base::WriteText(file_, kText);
  for (const auto& [dataset, sigma, gamma] : {std::tuple("a9a", 3, 7), std::tuple("w8a", 2, 1)}) {
    const Settings settings = DefaultCell(file_, dataset, &dsg::kDsg).As<Settings>();
    EXPECT_EQ(settings.sigma, sigma) << dataset;
    EXPECT_EQ(settings.gamma, gamma) << dataset;
    EXPECT_EQ(settings.decay, 0.5) << dataset;
  }
  EXPECT_EQ(Error("[dsg]\ninherit = 'fdskl'\n"),
            "settings.toml:2: inherit must be another method or arm with a section here, not 'fdskl'");
  EXPECT_EQ(Error("[dsg]\ninherit = 'dsg'\n"),
            "settings.toml:2: inherit must be another method or arm with a section here, not 'dsg'");
  EXPECT_EQ(Error("[dsg]\ninherit = 'fdsk'\n").substr(0, 45), "settings.toml:2: unknown method or arm 'fdsk'");
}

// A method whose entry says that its settings are another's inherits them in the project's file.
TEST_F(Defaults, TheProjectsOwnInheritWhatIsAnothersByDefinition) {
  const std::filesystem::path file = base::SourceFolder() / "runners/experiments/defaults.toml";
  const toml::table whole = ParseToml(base::ReadText(file), file.string());
  for (const baselines::MethodRef method : baselines::Methods()) {
    const auto inherited = whole[method->name][kInherit].value<std::string>();
    if (method->same_settings_as == nullptr) continue;
    EXPECT_EQ(inherited, std::string(method->same_settings_as->name)) << method->name;
  }
}

TEST_F(Defaults, AMissingFileIsNamed) {
  Cell cell;
  EXPECT_NE(base::testing::ErrorOf([&] { ApplyDefaults(folder_.path() / "none.toml", cell); }).find("none.toml"),
            std::string::npos);
}

TEST_F(Defaults, TheProjectsOwnAreValidForEveryMethodAndDataset) {
  for (const baselines::MethodRef method : baselines::Methods()) {
    for (const datasets::CatalogueEntry& entry : datasets::Catalogue()) {
      Cell cell(method);
      cell.dataset = entry.name;
      cell.workers = cell.active = 1;
      ApplyDefaults(base::SourceFolder() / "runners/experiments/defaults.toml", cell);
      EXPECT_NO_THROW(Validate(cell, entry.columns)) << method->name << " " << entry.name;
    }
  }
}

}  // namespace
}  // namespace fdskl::cell
