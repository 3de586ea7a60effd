// The content of a figure, whichever program draws it: panels with axes, and in them lines, boxes, bars or a diagram.
// drawing.h turns it into what the renderers draw.
#ifndef FDSKL_RUNNERS_REPORTING_FIGURES_FIGURE_H_
#define FDSKL_RUNNERS_REPORTING_FIGURES_FIGURE_H_

#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "baselines/methods.h"
#include "fdskl/method_entry.h"
#include "runners/cell/arm.h"

namespace fdskl::figures {

using fdskl::Marker;

enum class Dash { kSolid, kDashed, kDotted, kDashDotted };

// The look of one series, in every panel and in the legend. Colours are from Okabe and Ito's palette, which people with
// any kind of colour vision can tell apart. Markers and dashes tell series apart in grey.
struct Look {
  std::string color = "#000000";  // #rrggbb
  Marker marker = Marker::kCircle;
  bool hollow = false;  // the marker is an outline, filled with white
  Dash dash = Dash::kSolid;

  bool operator==(const Look&) const = default;
};

// The n-th look, for series that are not methods: the first 84 all differ, the first seven in colour too.
Look LookOf(std::size_t n);

// The look of an arm. A method's own arm is solid; its further arms have dashes and hollow markers in turn. If arms
// have the same colour and marker, as users' own may, LooksOf() gives the later ones another look.
Look LookOf(cell::ArmRef arm);
std::vector<Look> LooksOf(std::span<const cell::ArmRef> arms);

inline Look LookOf(baselines::MethodRef method) {
  return {.color = std::string(method->color), .marker = method->marker};
}

// An axis; scale.h chooses its range from the data.
struct Axis {
  std::string label;  // with its unit, as in "training time [s]"
  bool logarithmic = false;
  bool from_zero = false;
  std::vector<std::pair<double, std::string>> ticks = {};  // chosen from the data when empty
  // The values that a broken axis leaves out; none unless high is above low. Linear axes only.
  struct Gap {
    double low = 0, high = 0;
  } gap = {};
};

// A line through points with a marker at each. If low and high are not empty, they bound a band around the line, or
// whiskers at the points.
struct Line {
  Look look;
  std::vector<double> x = {}, y = {}, low = {}, high = {};
  bool whiskers = false;
  bool markers_only = false;     // no line joins the points
  bool without_markers = false;  // only a line, as for a law or a level
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

// Nodes at (x, y) with a word in each, and arrows between them with a word beside each.
struct Node {
  double x = 0, y = 0;
  std::string text;
  Look look;
};
struct Arrow {
  std::size_t from = 0, to = 0;
  std::string text = {};
  Look look = {.color = "#555555"};
};
struct Diagram {
  std::vector<Node> nodes;
  std::vector<Arrow> arrows;
};

// One pair of axes and what is drawn in it.
struct Panel {
  std::string title;
  Axis x, y;
  std::vector<Line> lines;
  std::vector<Box> boxes;
  std::vector<Bar> bars;
  int slots = 0;          // boxes and bars are at 1 .. slots; an empty slot keeps its room
  bool sideways = false;  // slots are on the y axis, the first on top, and values on the x axis
  struct SlotText {
    double position = 0;
    std::string text;
  };
  std::vector<SlotText> slot_texts = {};  // why a slot has no box
  std::optional<double> baseline;         // a thin line at this value
  std::optional<Diagram> diagram;         // replaces everything else, and the axes
  std::vector<std::string> notes;         // one line for each thing that is absent, with the reason
  bool notes_left = false;                // notes are in the upper left corner, not the right one
};

struct LegendEntry {
  std::string name;
  Look look;
  bool markers_only = false, without_markers = false;  // as in Line
};

// A page of panels with one legend and one caption.
struct Figure {
  std::string caption;  // what is shown and how it was made
  std::vector<Panel> panels;
  std::vector<LegendEntry> legend;
  int columns = 4;                    // panels side by side on a page; half as many in a text column
  double panel_height_inches = 1.45;  // without the title above it
  bool share_y = false;               // all panels have the same y axis: only the first of a row names its ticks
};

// Adds a point at x and the sample's mean, with one standard deviation on each side. REQUIRES: sample is not empty.
void AddMean(double x, const std::vector<double>& sample, Line& line);

// The box of a sample. REQUIRES: values is not empty.
Box BoxOf(std::vector<double> values, double position, const Look& look);

}  // namespace fdskl::figures

#endif  // FDSKL_RUNNERS_REPORTING_FIGURES_FIGURE_H_
