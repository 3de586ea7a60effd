// The four kinds of shapes that renderers draw, and the functions that build lines, boxes and bars from them.
//
// Coordinates are shares of a frame: (0, 0) is its lower left corner, (1, 1) its upper right one. So renderers need to
// know nothing about logarithms, gaps or ranges.
#ifndef FDSKL_RUNNERS_REPORTING_FIGURES_SHAPES_H_
#define FDSKL_RUNNERS_REPORTING_FIGURES_SHAPES_H_

#include <string>
#include <string_view>
#include <vector>

#include "runners/reporting/figures/figure.h"
#include "runners/reporting/figures/scale.h"

namespace fdskl::figures {

enum class ShapeKind { kArea, kLine, kMarkers, kText };
enum class Align { kLeft, kCenter, kRight };

struct Shape {
  ShapeKind kind = ShapeKind::kLine;
  std::vector<double> x = {}, y = {};  // a text has one point
  std::string color = "#000000";
  double opacity = 1;      // areas only
  double size_points = 1;  // line width, marker size or text height
  Dash dash = Dash::kSolid;
  Marker marker = Marker::kCircle;
  bool hollow = false;
  std::string text = {};
  Align align = Align::kLeft;
};

inline constexpr double kLinePoints = 1.1;
inline constexpr double kThinPoints = 0.7;
inline constexpr double kMarkerPoints = 3.4;  // the side of a square
inline constexpr std::string_view kGridColor = "#e4e4e4";

struct Scales {
  Scale x, y;
};

void AddSegment(double x0, double y0, double x1, double y1, std::string_view color, double points,
                std::vector<Shape>& shapes, Dash dash = Dash::kSolid);

// The band around a line, or its whiskers. Callers add all bands before the first line, so that no band covers a line.
void AddBand(const Line& line, const Scales& scales, std::vector<Shape>& shapes);
// The line and its markers.
void AddLine(const Line& line, const Scales& scales, std::vector<Shape>& shapes);
// The look's marker only, with a thin white edge that separates it from what is below.
void AddMarkers(const std::vector<double>& x, const std::vector<double>& y, const Look& look, double points,
                std::vector<Shape>& shapes);

// Boxes and bars are upright; with `sideways` they are horizontal, and the x axis has the values.
void AddBox(const Box& box, const Scales& scales, bool sideways, std::vector<Shape>& shapes);
void AddBar(const Bar& bar, const Scales& scales, bool sideways, std::vector<Shape>& shapes);

// The approximate width of a text in inches.
double TextInches(std::string_view text, double points);

}  // namespace fdskl::figures

#endif  // FDSKL_RUNNERS_REPORTING_FIGURES_SHAPES_H_
