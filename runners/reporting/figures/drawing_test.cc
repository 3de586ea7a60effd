// Axes, looks and the layout of a page: everything is within the page, distinguishable and readable.

#include "runners/reporting/figures/drawing.h"

#include <fmt/ranges.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <memory>
#include <string>
#include <vector>

#include "base/files.h"
#include "datasets/catalogue.h"
#include "runners/cell/arm.h"
#include "runners/reporting/figures/paper_figures.h"
#include "runners/reporting/figures/scale.h"
#include "runners/reporting/figures/testing.h"
#include "runners/reporting/stored/testing.h"

namespace fdskl::figures {
namespace {

using results::Experiment;
using testing::Everything;

TEST(Figures, AxesHaveTicksWhateverTheirRange) {
  for (const bool logarithmic : {false, true}) {
    for (const auto& values : {std::vector<double>{0.013, 0.014}, {1e-6, 1e6}, {3, 3}, {2, 70}, {}}) {
      const Scale scale({.label = "", .logarithmic = logarithmic}, values);
      EXPECT_GE(scale.ticks().size(), values.size() == 2 && values[1] == 3 ? 2U : 3U);
      EXPECT_LE(scale.ticks().size(), 9U);
      for (const double value : values) {
        EXPECT_GT(scale.At(value), 0);
        EXPECT_LT(scale.At(value), 1);
      }
    }
  }
}

TEST(Scale, ABrokenAxisLeavesOutTheGapAndKeepsTheOrder) {
  const Scale scale({.label = "", .gap = {3, 8}}, std::vector<double>{1, 3, 8, 9});
  EXPECT_LT(scale.At(1), scale.At(3));
  EXPECT_LT(scale.At(3), scale.gap().begin);
  EXPECT_GT(scale.At(8), scale.gap().end);
  EXPECT_LT(scale.At(8), scale.At(9));
  EXPECT_LT(scale.gap().end - scale.gap().begin, 0.1);
  for (const Tick& tick : scale.ticks()) EXPECT_TRUE(tick.share <= scale.gap().begin || tick.share >= scale.gap().end);
}

TEST(Scale, FindsTheWidestGapBetweenIntervals) {
  const Stretch gap = WidestGap({{7, 8}, {1, 3}, {2, 4}, {4.5, 5}});
  EXPECT_EQ(gap.low, 5);
  EXPECT_EQ(gap.high, 7);
  EXPECT_EQ(WidestGap({{1, 3}, {2, 4}}).high, 0);
}

TEST(Looks, AnyNumberOfSeriesIsToldApart) {
  std::vector<Look> looks;
  for (std::size_t n = 0; n < 84; ++n) {
    EXPECT_EQ(std::ranges::count(looks, LookOf(n)), 0) << n;
    looks.push_back(LookOf(n));
  }
  std::vector<cell::ArmRef> arms = cell::Arms();
  cell::Arm twin = *arms.front();  // a user's own method with the colour and marker of another
  cell::Arm other = twin;
  arms.push_back(&twin);
  arms.push_back(&other);
  const std::vector<Look> all = LooksOf(arms);
  for (std::size_t i = 0; i < all.size(); ++i) EXPECT_EQ(std::ranges::count(all, all[i]), 1) << arms[i]->name;
}

// Both widths fit a paper with two columns of text, and no panel leaves the page.
TEST(Drawing, IsAsWideAsAPageOrAColumn) {
  const auto stored = Everything();
  for (const FigureMaker& maker : PaperFigures()) {
    for (const PageWidth width : {PageWidth::kPage, PageWidth::kColumn}) {
      const Drawing drawing = Draw(*maker.make(*stored), width);
      EXPECT_GE(drawing.frames.size(), 2U) << maker.name;
      EXPECT_EQ(drawing.width_inches, width == PageWidth::kPage ? 6.75 : 3.25);
      for (const Frame& frame : drawing.frames) {
        EXPECT_GT(frame.width, 0.1) << maker.name;
        EXPECT_GE(frame.left, 0) << maker.name;
        EXPECT_LE(frame.left + frame.width, 1 + 1e-9) << maker.name;
        EXPECT_GE(frame.bottom, 0) << maker.name;
        EXPECT_LE(frame.bottom + frame.height, 1 + 1e-9) << maker.name;
      }
    }
  }
}

// A text's box on the page, in inches from its lower left corner.
struct TextBox {
  std::string text;
  double left, right, bottom, top;
};

// The texts of a drawing. Renderers place the labels of ticks and axes themselves; here their places are approximate.
std::vector<TextBox> TextsOf(const Drawing& drawing) {
  constexpr double kLetterHeight = 0.75;  // as a share of the size in points
  constexpr double kTickInches = 0.05;
  std::vector<TextBox> boxes;
  const auto add = [&](const std::string& text, double x, double y, double points, Align align) {
    if (text.empty()) return;
    const double width = TextInches(text, points);
    const double left = align == Align::kLeft ? x : align == Align::kRight ? x - width : x - width / 2;
    const double half = kLetterHeight * points / 72 / 2;
    boxes.push_back({text, left, left + width, y - half, y + half});
  };
  for (const Frame& frame : drawing.frames) {
    const auto x = [&](double share) { return (frame.left + share * frame.width) * drawing.width_inches; };
    const auto y = [&](double share) { return (frame.bottom + share * frame.height) * drawing.height_inches; };
    for (const Shape& shape : frame.shapes)
      if (shape.kind == ShapeKind::kText) add(shape.text, x(shape.x[0]), y(shape.y[0]), shape.size_points, shape.align);
    for (const Tick& tick : frame.x.ticks) add(tick.label, x(tick.share), y(0) - 0.13, kTickPoints, Align::kCenter);
    for (const Tick& tick : frame.y.ticks)
      add(tick.label, x(0) - kTickInches, y(tick.share), kTickPoints, Align::kRight);
    add(frame.x.label, x(0.5), y(0) - 0.26, kLabelPoints, Align::kCenter);
  }
  return boxes;
}

// What makes the texts of a drawing unreadable: one leaves the page or overlaps another.
std::vector<std::string> Unreadable(const Drawing& drawing) {
  constexpr double kBeyond = 0.02;  // widths are estimates
  const std::vector<TextBox> texts = TextsOf(drawing);
  std::vector<std::string> wrong;
  if (texts.empty()) wrong.emplace_back("there is no text");
  for (std::size_t i = 0; i < texts.size(); ++i) {
    const TextBox& a = texts[i];
    if (a.left < -kBeyond || a.right > drawing.width_inches + kBeyond || a.bottom < -kBeyond ||
        a.top > drawing.height_inches + kBeyond) {
      wrong.push_back(a.text + " leaves the page");
    }
    for (std::size_t k = 0; k < i; ++k) {
      const TextBox& b = texts[k];
      const bool apart = a.right <= b.left + kBeyond || b.right <= a.left + kBeyond || a.top <= b.bottom + kBeyond ||
                         b.top <= a.bottom + kBeyond;
      if (!apart) wrong.push_back(a.text + " stands on " + b.text);
    }
  }
  return wrong;
}

TEST(Figures, ReadabilityCheckCanFail) {
  const auto text = [](const char* word, double x, double y) {
    return Shape{.kind = ShapeKind::kText, .x = {x}, .y = {y}, .size_points = 7, .text = word};
  };
  const auto wrong = [](std::vector<Shape> shapes) {
    Drawing drawing{.width_inches = 3, .height_inches = 2};
    drawing.frames.push_back({.shapes = std::move(shapes)});
    return Unreadable(drawing);
  };
  EXPECT_EQ(wrong({text("one", 0.1, 0.5), text("two", 0.5, 0.5)}), std::vector<std::string>{});
  EXPECT_EQ(wrong({text("one", 0.1, 0.5), text("two", 0.12, 0.52)}), std::vector<std::string>{"two stands on one"});
  EXPECT_EQ(wrong({text("one", 0.99, 0.5)}), std::vector<std::string>{"one leaves the page"});
  EXPECT_EQ(wrong({text("one", 0.5, 1.1)}), std::vector<std::string>{"one leaves the page"});
  EXPECT_EQ(wrong({}), std::vector<std::string>{"there is no text"});
}

// Returns how many figures there were.
std::size_t ExpectReadable(const stored::Stored& stored) {
  std::size_t figures = 0;
  for (const FigureMaker& maker : PaperFigures()) {
    const auto figure = maker.make(stored);
    if (!figure) continue;
    ++figures;
    for (const PageWidth width : {PageWidth::kPage, PageWidth::kColumn}) {
      SCOPED_TRACE(fmt::format("{}, {} wide", maker.name, width == PageWidth::kPage ? "a page" : "a column"));
      EXPECT_EQ(Unreadable(Draw(*figure, width)), std::vector<std::string>{});
    }
  }
  return figures;
}

// Ten datasets and all arms in Figures 3 and 6, as in a whole run. One arm fails on the datasets with many columns.
std::unique_ptr<stored::Stored> EveryArm() {
  stored::testing::MadeUp made;
  for (const datasets::CatalogueEntry& dataset : datasets::Catalogue()) {
    const double base = 3 + 5 * static_cast<double>(stored::DatasetOrder(dataset.name));
    for (const cell::ArmRef arm : cell::Arms()) {
      const auto place = static_cast<double>(cell::PlaceOf(arm));
      std::vector<std::string> settings;
      for (const cell::ArmSetting& setting : arm->settings)
        settings.push_back(fmt::format("\"{}\": {}", setting.name, setting.value.empty() ? "1" : setting.value));
      for (int split = 0; split < 3; ++split) {
        for (const Experiment experiment : {Experiment::kCurves, Experiment::kErrors}) {
          const double error = base + 0.4 * place + 0.1 * (split + 1) * std::sin(place + split);
          results::RunRow& run =
              made.Run(experiment, dataset.name, std::string(arm->method->name), split, error, 0.01 * std::exp(place));
          run.rows = dataset.rows;
          run.train_rows = dataset.rows * 3 / 4;
          run.settings = fmt::format("{{{}}}", fmt::join(settings, ", "));
          made.Curve({error + 6, error + 3, error + 1, error + 0.2, error});
          made.Clock(0.5);
          if (arm->name == "fdskl-private" && dataset.columns > 1000) made.Fails("timeout", "slow");
        }
      }
    }
  }
  return made.Make();
}

TEST(Figures, EveryTextIsOnThePageAndNoneStandsOnAnother) {
  EXPECT_EQ(ExpectReadable(*Everything()), PaperFigures().size());
  EXPECT_GE(ExpectReadable(*EveryArm()), 3U) << "Figures 2, 3 and 6";
  EXPECT_GE(ExpectReadable(stored::Stored(base::SourceFolder() / "results/reference")), 11U);
}

}  // namespace
}  // namespace fdskl::figures
