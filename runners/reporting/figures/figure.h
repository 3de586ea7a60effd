// What a figure shows, whichever program draws it: panels with axes, and in them lines, boxes, bars or a tree.
// drawing.h makes of it what the renderers draw.
#ifndef FDSKL_RUNNERS_REPORTING_FIGURES_FIGURE_H_
#define FDSKL_RUNNERS_REPORTING_FIGURES_FIGURE_H_

#include <array>
#include <cstddef>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "baselines/methods.h"
#include "fdskl/method_entry.h"
#include "runners/cell/arm.h"

namespace fdskl::figures {

using fdskl::Marker;

// How one series looks, in every panel and in the legend. Colours are from Okabe and Ito's palette, which people with
// any kind of colour vision tell apart; each has a marker of its own besides.
struct Look {
  std::string color = "#000000";  // #rrggbb
  Marker marker = Marker::kCircle;
  bool dashed = false;
};

// The n-th look of six, for series that are not methods.
inline Look LookOf(std::size_t n) {
  constexpr std::array<const char*, 6> kColors = {"#d55e00", "#0072b2", "#009e73", "#e69f00", "#56b4e9", "#cc79a7"};
  return {.color = kColors.at(n), .marker = static_cast<Marker>(n)};
}

inline Look LookOf(baselines::MethodRef method) {
  return {.color = std::string(method->color), .marker = method->marker};
}

inline Look LookOf(cell::ArmRef arm) { return {.color = arm->color, .marker = arm->marker}; }

struct Axis {
  std::string label;  // with its unit, as in "training time [s]"
  bool logarithmic = false;
  bool from_zero = false;
  std::vector<std::pair<double, std::string>> ticks = {};  // chosen from the data when empty
};

// A line through points with a marker at each; low and high, where not empty, bound a band around it, or a whisker at
// each point.
struct Line {
  Look look;
  std::vector<double> x = {}, y = {}, low = {}, high = {};
  bool whiskers = false;
};

// Quartiles, median, whiskers to the furthest value within 1.5 box lengths, and the values beyond.
struct Box {
  Look look;
  double position = 0;
  double whisker_low = 0, quartile_low = 0, median = 0, quartile_high = 0, whisker_high = 0;
  std::vector<double> outliers = {};
};

// A bar from zero, with a whisker from low to high.
struct Bar {
  Look look;
  double position = 0, height = 0, low = 0, high = 0;
};

// Nodes at (x, y) with a word in each, and edges from child to parent.
struct Node {
  double x = 0, y = 0;
  std::string text;
  Look look;
};
struct Diagram {
  std::vector<Node> nodes;
  std::vector<std::pair<std::size_t, std::size_t>> edges;
};

struct Panel {
  std::string title;
  Axis x, y;
  std::vector<Line> lines;
  std::vector<Box> boxes;
  std::vector<Bar> bars;
  int slots = 0;  // boxes and bars stand at 1 .. slots, each of which has room whether it is taken or not
  std::optional<Diagram> diagram;  // instead of all the others, and of the axes
  std::vector<std::string> notes;  // what is absent and why, one line each
  bool notes_left = false;         // in the upper left corner, not the right one
};

struct LegendEntry {
  std::string name;
  Look look;
};

struct Figure {
  std::string caption;  // what is shown and how it was made
  std::vector<Panel> panels;
  std::vector<LegendEntry> legend;
  int columns = 4;  // panels side by side
  double panel_height_inches = 1.75;
};

// Adds a point at x and the sample's mean, with one standard deviation on either side. REQUIRES: sample is not empty.
void AddMean(double x, const std::vector<double>& sample, Line& line);

// REQUIRES: values is not empty.
Box BoxOf(std::vector<double> values, double position, const Look& look);

}  // namespace fdskl::figures

#endif  // FDSKL_RUNNERS_REPORTING_FIGURES_FIGURE_H_
