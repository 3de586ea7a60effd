// What figures show for made-up rows: lines, boxes, bars and notes, before anything is drawn.

#include "runners/reporting/figures/paper_figures.h"

#include <gtest/gtest.h>

#include <string>
#include <utility>
#include <vector>

#include "baselines/methods.h"
#include "runners/reporting/figures/testing.h"
#include "runners/reporting/stored/testing.h"

namespace fdskl::figures {
namespace {

using results::Experiment;
using testing::Everything;

// Each planned arm has its own line, box and entry in the legend.
TEST(Figures, ThreeAndSixShowArms) {
  stored::testing::MadeUp made;
  for (int split = 0; split < 3; ++split) {
    for (const Experiment experiment : {Experiment::kCurves, Experiment::kErrors}) {
      made.Run(experiment, "a9a", "fdskl", split, 10, 1);
      made.Curve({20, 10});
      made.Run(experiment, "a9a", "fdskl", split, 15, 4).settings =
          R"({"update": "plain", "masking": "paper", "sweeps": 0})";
      made.Curve({30, 15});
    }
  }
  const auto stored = made.Make();
  const auto curves = CurvesFigure(*stored);
  ASSERT_EQ(curves->legend.size(), 2U);
  EXPECT_EQ(curves->legend[1].name, "FDSKL as printed");
  ASSERT_EQ(curves->panels.at(0).lines.size(), 2U);
  EXPECT_EQ(curves->panels[0].lines[1].y.back(), 15);
  const auto errors = ErrorsFigure(*stored);
  ASSERT_EQ(errors->panels.at(0).boxes.size(), 2U);
  EXPECT_EQ(errors->panels[0].boxes[1].median, 15);
  EXPECT_EQ(errors->panels[0].slots, static_cast<int>(baselines::Methods().size()) + 1);
}

// One row of panels, one for each network, whatever the number of datasets. The closed form is dashed and begins at the
// last number of workers that was run.
TEST(CommFigure, IsOneRowOfNetworks) {
  const auto stored = Everything();
  const Figure figure = *CommFigure(*stored);
  ASSERT_EQ(figure.panels.size(), 2U);
  EXPECT_EQ(figure.panels[0].lines.size(), 4U);
  const Panel& wan = figure.panels[1];
  ASSERT_EQ(wan.lines.size(), 8U);
  EXPECT_EQ(wan.lines[0].x, (std::vector<double>{2, 4, 8}));
  EXPECT_DOUBLE_EQ(wan.lines[0].y.back(), 0.88);
  EXPECT_EQ(wan.lines[0].look.dash, Dash::kSolid);
  EXPECT_EQ(wan.lines[1].x, (std::vector<double>{8, 256, 1024}));
  EXPECT_DOUBLE_EQ(wan.lines[1].y[1], 25.6);
  EXPECT_EQ(wan.lines[1].look.dash, Dash::kDotted);
}

TEST(Figures, TheoremOneShowsMeasuredAndFittedCurves) {
  const auto figure = TheoremFigure(*Everything());
  ASSERT_EQ(figure->panels.size(), 3U);
  ASSERT_EQ(figure->panels[0].lines.size(), 6U);
  const Line& measured = figure->panels[0].lines[0];
  const Line& fitted = figure->panels[0].lines[1];
  ASSERT_GE(measured.y.size(), 10U);
  ASSERT_EQ(fitted.y.size(), measured.y.size());
  for (std::size_t i = 0; i < measured.y.size(); ++i) EXPECT_NEAR(measured.y[i] / fitted.y[i], 1, 0.2);
  EXPECT_FALSE(figure->panels[1].lines[0].low.empty());
}

TEST(Figures, MethodsOnOtherRowsAreNamed) {
  stored::testing::MadeUp made;
  made.Run(Experiment::kCurves, "a9a", "fdskl", 0, 10, 1);
  made.Run(Experiment::kCurves, "a9a", "libsvm", 0, 10, 1).rows = 5000;
  const auto stored = made.Make();
  const Panel panel = DatasetPanel(*stored, Experiment::kCurves, "a9a");
  EXPECT_EQ(panel.title, "a9a\n12,000 of 48,842 rows");
  EXPECT_EQ(panel.notes, std::vector<std::string>{"LIBSVM: 5,000 of 48,842 rows"});
}

TEST(Figures, BitsByHand) {
  const auto figure = BitsFigure(*Everything());
  ASSERT_EQ(figure->panels.size(), 4U);  // errors of two datasets, and their bytes
  EXPECT_EQ(figure->columns, 2);
  for (const Panel& panel : figure->panels) {
    EXPECT_EQ(panel.slots, 3);
    EXPECT_EQ(panel.x.ticks, (std::vector<std::pair<double, std::string>>{{1, "8"}, {2, "12"}, {3, "32"}}));
  }
  const Line& errors = figure->panels[0].lines.at(0);
  EXPECT_EQ(errors.x, (std::vector<double>{1, 2, 3}));
  EXPECT_EQ(errors.y, (std::vector<double>{11, 10.5, 11}));  // the third split with 12 bits has no row that is ok
  EXPECT_EQ(errors.low.at(0), 10);
  EXPECT_EQ(errors.high.at(0), 12);
  EXPECT_TRUE(errors.whiskers);
  const Panel& bytes = figure->panels[2];
  ASSERT_EQ(bytes.bars.size(), 3U);
  EXPECT_DOUBLE_EQ(bytes.bars[0].height, 0.8);
  EXPECT_DOUBLE_EQ(bytes.bars[2].height, 3.2);
  EXPECT_DOUBLE_EQ(bytes.bars[2].high, 3.2);
}

TEST(Figures, FeaturesByHand) {
  const auto figure = FeaturesFigure(*Everything());
  ASSERT_EQ(figure->panels.size(), 2U);
  EXPECT_EQ(figure->columns, 2);
  EXPECT_EQ(figure->legend.size(), 3U);
  const Panel& panel = figure->panels[0];
  EXPECT_TRUE(panel.x.logarithmic);
  EXPECT_TRUE(panel.y.logarithmic);
  EXPECT_EQ(panel.x.ticks,
            (std::vector<std::pair<double, std::string>>{{1024, "1024"}, {2048, "2048"}, {4096, "4096"}}));
  ASSERT_EQ(panel.lines.size(), 3U);
  const Line& fdskl = panel.lines[0];
  const Line& linear = panel.lines[1];
  const Line& exact = panel.lines[2];
  EXPECT_EQ(fdskl.x, (std::vector<double>{1024, 2048, 4096}));
  EXPECT_EQ(fdskl.y, (std::vector<double>{14.5, 11, 9}));  // the third split with 1,024 features has no row that is ok
  EXPECT_EQ(fdskl.low.at(1), 10);
  EXPECT_EQ(fdskl.high.at(1), 12);
  EXPECT_TRUE(fdskl.whiskers);
  EXPECT_EQ(linear.x, (std::vector<double>{1024, 4096}));  // a level line, from the first tick to the last
  EXPECT_EQ(linear.y, (std::vector<double>{9, 9}));
  EXPECT_EQ(linear.low, (std::vector<double>{7, 7}));
  EXPECT_EQ(exact.y, (std::vector<double>{5, 5}));
  EXPECT_EQ(exact.look.dash, Dash::kDashed);
  EXPECT_EQ(panel.notes,
            (std::vector<std::string>{"FDSKL: timeout in 1 of 9", "FD-SVRG + 1 point: from 4,096 features on"}));
}

TEST(Figures, FeaturesCountFromWhereTheErrorStaysNear) {
  const auto panel = [](const std::vector<double>& errors, double linear) {
    stored::testing::MadeUp made;
    std::int64_t features = 512;
    for (const double error : errors) {
      features *= 2;
      made.Run(Experiment::kFeatures, "a9a", "fdskl", 0, error, 1).features = features;
    }
    made.Run(Experiment::kFeatures, "a9a", "fd-svrg", 0, linear, 1);
    return FeaturesFigure(*made.Make())->panels.at(0);
  };
  EXPECT_EQ(panel({5, 4, 3}, 2).notes.at(0), "FD-SVRG + 1 point: from 4,096 features on");
  EXPECT_EQ(panel({3, 4, 3}, 2).notes.at(0), "FD-SVRG + 1 point: from 4,096 features on");
  EXPECT_EQ(panel({3, 2, 1}, 2).notes.at(0), "FD-SVRG + 1 point: from 1,024 features on");
  EXPECT_EQ(panel({2, 2, 4}, 2).notes.at(0), "FD-SVRG + 1 point: not reached");
  EXPECT_FALSE(panel({5, 4, 3}, 0).y.logarithmic);  // 0 has no place on a logarithmic axis
}

TEST(Figures, TheErrorsOfOneMethodFarFromAllOthersBreakTheAxis) {
  const auto axis_of = [](double far) {
    stored::testing::MadeUp made;
    for (int split = 0; split < 3; ++split) {
      const char* methods[] = {"fdskl", "dsg", "libsvm", "pp-svmv", "secureboost"};
      for (const char* method : methods) made.Run(Experiment::kErrors, "a9a", method, split, 3 + 0.1 * split, 1);
      made.Run(Experiment::kErrors, "a9a", "fd-svrg", split, far + 0.1 * split, 1);
    }
    return ErrorsFigure(*made.Make())->panels.at(0).x;
  };
  EXPECT_DOUBLE_EQ(axis_of(8).gap.high, 8);
  EXPECT_EQ(axis_of(3.2).gap.high, 0);
}

TEST(Figures, BoxPlotByHand) {
  const Box box = BoxOf({1, 2, 3, 4, 5, 6, 7, 8, 30}, 0, {});
  EXPECT_DOUBLE_EQ(box.quartile_low, 3);
  EXPECT_DOUBLE_EQ(box.median, 5);
  EXPECT_DOUBLE_EQ(box.quartile_high, 7);
  EXPECT_DOUBLE_EQ(box.whisker_low, 1);
  EXPECT_DOUBLE_EQ(box.whisker_high, 8);
  EXPECT_EQ(box.outliers, std::vector<double>{30});
}

}  // namespace
}  // namespace fdskl::figures
