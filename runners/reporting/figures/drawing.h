// A figure as both renderers draw it: frames on a page with their ranges and ticks settled, and in them four kinds of
// shapes. All decisions about the look are made here, so that the renderers agree.
#ifndef FDSKL_RUNNERS_REPORTING_FIGURES_DRAWING_H_
#define FDSKL_RUNNERS_REPORTING_FIGURES_DRAWING_H_

#include <string>
#include <utility>
#include <vector>

#include "runners/reporting/figures/figure.h"

namespace fdskl::figures {

enum class ShapeKind { kArea, kLine, kMarkers, kText };
enum class Align { kLeft, kCenter, kRight };

struct Shape {
  ShapeKind kind = ShapeKind::kLine;
  std::vector<double> x = {}, y = {};  // in the frame's coordinates; a text has one point
  std::string color = "#000000";
  double opacity = 1;      // areas only
  double size_points = 1;  // line width, marker size or text height
  bool dashed = false;     // lines only
  Marker marker = Marker::kCircle;
  std::string text = {};
  Align align = Align::kLeft;
};

struct ResolvedAxis {
  std::string label;
  double min = 0, max = 1;
  bool logarithmic = false;
  std::vector<std::pair<double, std::string>> ticks = {};
};

// Where the axes' rectangle is, as shares of the page, from its lower left corner.
struct Frame {
  double left = 0, bottom = 0, width = 1, height = 1;
  bool has_axes = true;
  ResolvedAxis x, y;
  std::vector<Shape> shapes;  // later ones on top
};

// One frame for each panel, and a last one over the whole page with titles and legend.
struct Drawing {
  double width_inches = 7, height_inches = 0;
  std::vector<Frame> frames;
};

inline constexpr double kTitlePoints = 7.5;
inline constexpr double kLabelPoints = 7.5;
inline constexpr double kTickPoints = 6.5;
inline constexpr double kAxisLinePoints = 0.6;

// REQUIRES: the figure has a panel.
Drawing Draw(const Figure& figure);

}  // namespace fdskl::figures

#endif  // FDSKL_RUNNERS_REPORTING_FIGURES_DRAWING_H_
