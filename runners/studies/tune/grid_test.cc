#include "runners/studies/tune/grid.h"

#include <gtest/gtest.h>

#include "base/files.h"
#include "base/testing.h"
#include "baselines/methods.h"
#include "fdskl/fdskl_method.h"
#include "runners/cell/cell_text.h"

namespace fdskl::tune {
namespace {

class GridFile : public ::testing::Test {
 protected:
  Grid Read(std::string_view text, std::string_view arm = "fdskl", const char* dataset = "a9a") const {
    base::WriteText(file_, text);
    return ReadGrid(file_, cell::FindArm(arm), dataset);
  }
  std::string Error(std::string_view text) const {
    std::string message = base::testing::ErrorOf([&] { Read(text); });
    const auto at = message.find("grids.toml");
    return at == std::string::npos ? message : message.substr(at);
  }

  base::testing::TempFolder folder_;
  std::filesystem::path file_ = folder_.path() / "grids.toml";
};

constexpr std::string_view kText = R"(
[search]
rows = 600
[search.a9a]
folds = 5
[fdskl]
features = 64
gamma = [1, 2, 4]
rho = [0.1, 0.2]
[fdskl.a9a]
features = 128
gamma = { values = [8.0, 16.0], factor = 2.0, most = 40.0 }
kernel = ["gaussian", "laplace"]
sweeps = { values = [0, 1, 2], factor = 2, most = 8 }
[libsvm]
C = [1.0]
)";

TEST_F(GridFile, TheDatasetsOwnGoBeforeTheMethods) {
  const Grid grid = Read(kText);
  EXPECT_EQ(grid.rules.search.rows, 600);
  EXPECT_EQ(grid.rules.search.folds, 5);
  ASSERT_EQ(grid.axes.size(), 4U);
  EXPECT_EQ(grid.axes[0].name, "gamma");
  EXPECT_EQ(grid.axes[1].name, "rho");
  EXPECT_EQ(grid.axes[2].name, "kernel");
  EXPECT_EQ(grid.axes[3].name, "sweeps");
  EXPECT_EQ(grid.Start(), (Point{0, 0, 0, 1}));
  cell::Cell cell;
  cell::ApplyOptions(grid.common, "grid", cell);
  EXPECT_EQ(cell.As<Settings>().features, 64);
  cell::ApplyOptions(grid.SettingsAt(Point{2, 0, 1, 4}), "grid", cell);
  EXPECT_EQ(cell.As<Settings>().features, 128);
  EXPECT_EQ(cell.As<Settings>().gamma, 32);  // one place beyond those of the file
  EXPECT_EQ(cell.As<Settings>().kernel, Kernel::kLaplace);
  EXPECT_EQ(cell.As<Settings>().sweeps, 8);
  EXPECT_FALSE(grid.Has(0, 3)) << "above the most";
  EXPECT_TRUE(grid.Has(0, -3));
  EXPECT_FALSE(grid.Has(0, -4)) << "more places than rules.widen";
  EXPECT_FALSE(grid.Has(2, 2)) << "a choice has no beyond";
  EXPECT_FALSE(grid.Has(3, -1)) << "from 0 no factor leads on";
  EXPECT_EQ(grid.Size(), (3 + 2 + 1) * 2 * 2 * 5);

  const Grid other = Read(kText, "fdskl", "w8a");
  EXPECT_EQ(other.rules.search.folds, 3);
  EXPECT_EQ(other.axes.size(), 2U);
}

TEST_F(GridFile, AFinerGridHasThePlacesBetweenOnAxesOfRealNumbers) {
  const Grid grid = Read(
      "[search]\nwiden = 1\n[fdskl]\nkernel = ['gaussian', 'laplace']\nrho = { values = [1e-3, 1e-2], factor = 10.0 }\n"
      "sweeps = { values = [1, 2, 4], factor = 2 }\ngamma = { values = [0.0, 4.0], factor = 2.0, most = 7.0 }\n");
  const Grid finer = grid.Finer();
  const auto values = [&](std::size_t axis) {
    std::vector<double> found;
    for (int place = -9; place < 9; ++place) {
      if (!finer.Has(axis, place)) continue;
      found.push_back(finer.axes[axis].At(place)->get(finer.axes[axis].name)->value<double>().value());
    }
    return found;
  };
  EXPECT_EQ(values(1), (std::vector<double>{1e-4, 3.16e-4, 1e-3, 3.16e-3, 1e-2, 3.16e-2, 1e-1}));
  EXPECT_EQ(values(2), (std::vector<double>{1, 2, 4, 8}));
  EXPECT_EQ(values(3), (std::vector<double>{0, 2, 4, 5.66})) << "up to the most";
  EXPECT_EQ(finer.axes[0].size(), 2) << "choices have nothing between them";
  for (int rho = -1; rho < 3; ++rho) {
    const Point point = {1, rho, 3, 0};
    EXPECT_EQ(finer.SettingsAt(grid.InFiner(point)), grid.SettingsAt(point));
  }
}

TEST_F(GridFile, TheWholeFileIsChecked) {
  EXPECT_EQ(Error("[fdskl]\ngamma = [1]\n[libsvm.w8a]\nsigm = [1]\n").substr(0, 47),
            "grids.toml:4: unknown setting of libsvm 'sigm';");
  EXPECT_EQ(Error("[fdskl]\ngamma = [1, 'x']\n"), "grids.toml:2: gamma: must be a number, not 'x'");
  EXPECT_EQ(Error("[fdskl]\nfeatures = 'x'\n"), "grids.toml:2: features: must be a whole number, not 'x'");
  EXPECT_EQ(Error("[fdskl]\ngamma = []\n"), "grids.toml:2: the axis of gamma is empty");
  EXPECT_EQ(Error("[fdskl]\ngamma = { values = [2, 1] }\n"),
            "grids.toml:2: the values of gamma must ascend from 0 or more");
  EXPECT_EQ(Error("[fdskl]\ngamma = { values = [1], factor = 1 }\n"),
            "grids.toml:2: the factor of gamma must be above 1");
  EXPECT_EQ(Error("[fdskl]\ngamma = { values = [1], unit = 'm' }\n"),
            "grids.toml:2: the unit of gamma can only be \"distance\"");
  EXPECT_EQ(Error("[fdskl]\ngamma = { values = [1], fact = 2 }\n").substr(0, 47),
            "grids.toml:2: unknown key of an axis 'fact'; di");
  EXPECT_EQ(Error("[search]\nfold = 2\n").substr(0, 48), "grids.toml:2: unknown rule of the search 'fold';");
  EXPECT_EQ(Error("[search]\nfolds = 1\n"), "grids.toml:1: folds must be at least 2, not 1");
  EXPECT_EQ(Error("[search]\nfinal_rows = 9\n"),
            "grids.toml:1: final_rows must be at least eight for each fold, not 9");
  EXPECT_EQ(Error("[search.a8a]\nrows = 100\n").substr(0, 35), "grids.toml:1: unknown dataset 'a8a'");
  EXPECT_EQ(Error("[dsg]\ngamma = [1]\n"), "grids.toml:1: dsg is not searched, but takes fdskl's");
  EXPECT_EQ(Error("[boost]\n").substr(0, 36), "grids.toml:1: unknown method or arm ");
  EXPECT_NE(
      Error("[libsvm]\nC = [1]\n")
          .find("no axes for fdskl on a9a: a section [fdskl] with a line such as sigma = [VALUE, VALUE] gives one"),
      std::string::npos);
  EXPECT_EQ(Error("fdskl = 3\n"), "grids.toml:1: 'fdskl' must be a table: [fdskl]");
}

TEST_F(GridFile, ASectionInheritsAnothers) {
  const std::string text =
      "[fdskl-as-printed]\nblock = 4\ngamma = [1, 2]\n[fdskl-as-printed.a9a]\nfeatures = 128\n"
      "[dsg-diminishing]\ninherit = 'fdskl-as-printed'\nupdate = 'plain'\ngamma = [3, 4, 5]\ndecay = [0.1]\n";
  const Grid grid = Read(text, "dsg-diminishing");
  EXPECT_EQ(grid.common, (toml::table{{"block", 4}, {"update", "plain"}}));
  EXPECT_EQ(grid.own, (toml::table{{"features", 128}}));
  ASSERT_EQ(grid.axes.size(), 2U);
  EXPECT_EQ(grid.axes[0].size(), 3);
  EXPECT_EQ(grid.axes[1].name, "decay");
  EXPECT_EQ(Error("[fdskl]\ngamma = [1]\ninherit = 'fdskl'\n"),
            "grids.toml:3: inherit must name another section of this file that inherits from none");
}

// The search is neutral and of equal effort: datasets differ in budgets only, and every grid has at least as many
// points as the rules ask for, so that each method gets exactly that many.
TEST(Grids, TheProjectsOwnDifferByDatasetInBudgetsAloneAndGiveAllArmsTheSameEffort) {
  const std::filesystem::path file = base::SourceFolder() / "runners/experiments/grids.toml";
  const std::vector<cell::ArmRef> searched = SearchedArms(file);
  for (const cell::ArmRef arm : cell::Arms()) {
    const bool found = std::ranges::find(searched, arm) != searched.end();
    EXPECT_TRUE(found || !arm->is_own() || SearchedAs(arm) != arm) << arm->name;
  }
  for (const cell::ArmRef arm : searched) {
    const auto read = [&](std::string_view dataset) { return ReadGrid(file, arm, dataset); };
    const Grid first = read("gisette");
    EXPECT_GE(first.Size(), first.rules.search.points) << arm->name;
    for (const datasets::CatalogueEntry& entry : datasets::Catalogue()) {
      const Grid grid = read(entry.name);
      const SearchRules rules = ReadGrid(file, searched.front(), entry.name).rules;
      EXPECT_EQ(grid.rules, rules);
      for (const auto& [key, value] : grid.own) {
        EXPECT_TRUE(key == "features" || key == "block" || key == "batch") << arm->name << " " << entry.name;
      }
      EXPECT_EQ(grid.common, first.common);
      ASSERT_EQ(grid.axes.size(), first.axes.size());
      for (std::size_t a = 0; a < grid.axes.size(); ++a) EXPECT_EQ(grid.axes[a].values, first.axes[a].values);
    }
  }
}

}  // namespace
}  // namespace fdskl::tune
