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
  Grid Read(std::string_view text, baselines::MethodRef method = &kFdskl, const char* dataset = "a9a") const {
    base::WriteText(file_, text);
    return ReadGrid(file_, method, dataset);
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
gamma = [8.0, 16.0]
"kernel+sigma" = [["gaussian", 1.0], ["laplace", 2.0], ["laplace", 3.0]]
[libsvm]
C = [1.0]
)";

TEST_F(GridFile, TheDatasetsOwnGoBeforeTheMethods) {
  const Grid grid = Read(kText);
  EXPECT_EQ(grid.rules.rows, 600);
  EXPECT_EQ(grid.rules.folds, 5);
  ASSERT_EQ(grid.axes.size(), 3U);
  EXPECT_EQ(grid.axes[0].name, "gamma");
  EXPECT_EQ(grid.axes[1].name, "rho");
  EXPECT_EQ(grid.axes[2].name, "kernel+sigma");
  EXPECT_EQ(grid.Start(), (std::vector<std::size_t>{0, 0, 1}));
  cell::Cell cell;
  cell::ApplyOptions(grid.common, "grid", cell);
  EXPECT_EQ(cell.As<Settings>().features, 64);
  cell::ApplyOptions(grid.SettingsAt(std::vector<std::size_t>{1, 0, 2}), "grid", cell);
  EXPECT_EQ(cell.As<Settings>().features, 128);
  EXPECT_EQ(cell.As<Settings>().gamma, 16);
  EXPECT_EQ(cell.As<Settings>().kernel, Kernel::kLaplace);
  EXPECT_EQ(cell.As<Settings>().sigma, 3);

  const Grid other = Read(kText, &kFdskl, "w8a");
  EXPECT_EQ(other.rules.folds, 3);
  EXPECT_EQ(other.axes.size(), 2U);
}

TEST_F(GridFile, TheWholeFileIsChecked) {
  EXPECT_EQ(Error("[fdskl]\ngamma = [1]\n[libsvm.w8a]\nsigm = [1]\n").substr(0, 47),
            "grids.toml:4: unknown setting of libsvm 'sigm';");
  EXPECT_EQ(Error("[fdskl]\ngamma = [1, 'x']\n"), "grids.toml:2: gamma: must be a number, not 'x'");
  EXPECT_EQ(Error("[fdskl]\nfeatures = 'x'\n"), "grids.toml:2: features: must be a whole number, not 'x'");
  EXPECT_EQ(Error("[fdskl]\ngamma = []\n"), "grids.toml:2: the axis of gamma is empty");
  EXPECT_EQ(Error("[fdskl]\n\"kernel+sigma\" = [['gaussian']]\n"),
            "grids.toml:2: a place on the axis of kernel and sigma needs a list of 2 values");
  EXPECT_EQ(Error("[fdskl]\nsigma = [[1, 2]]\n"), "grids.toml:2: a place on the axis of sigma needs one value");
  EXPECT_EQ(Error("[search]\nfold = 2\n").substr(0, 48), "grids.toml:2: unknown rule of the search 'fold';");
  EXPECT_EQ(Error("[search]\nfolds = 1\n"), "grids.toml:1: folds must be at least 2, not 1");
  EXPECT_EQ(Error("[search.a8a]\nrows = 100\n").substr(0, 35), "grids.toml:1: unknown dataset 'a8a'");
  EXPECT_EQ(Error("[dsg]\ngamma = [1]\n"), "grids.toml:1: dsg is not searched, but takes fdskl's");
  EXPECT_EQ(Error("[boost]\n").substr(0, 36), "grids.toml:1: unknown method 'boost'");
  EXPECT_EQ(Error("[libsvm]\nC = [1]\n"), "grids.toml has no axes for fdskl on a9a");
  EXPECT_EQ(Error("fdskl = 3\n"), "grids.toml:1: 'fdskl' must be a table: [fdskl]");
}

TEST(Grids, TheProjectsOwnHasAxesForEveryMethodAndDatasetAndSimilarlyMany) {
  for (const datasets::CatalogueEntry& entry : datasets::Catalogue()) {
    std::int64_t rows = 0;
    for (const baselines::MethodRef method : baselines::Methods()) {
      if (SearchedAs(method) != method) continue;
      const Grid grid = ReadGrid(base::SourceFolder() / "runners/experiments/grids.toml", method, entry.name);
      std::size_t points = 1;
      for (const Axis& axis : grid.axes) points += axis.values.size() - 1;
      EXPECT_GE(points, 9U) << method->name << " " << entry.name;
      EXPECT_LE(points, 19U) << method->name << " " << entry.name;  // FDSKL has five settings, the others one or two
      if (rows == 0) rows = grid.rules.rows;
      EXPECT_EQ(grid.rules.rows, rows);
    }
  }
}

}  // namespace
}  // namespace fdskl::tune
