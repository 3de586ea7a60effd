// A figure as both renderers draw it: frames on a page with fixed ticks, and in them four kinds of shapes. All
// decisions about the look are made here, so that the renderers agree.
#ifndef FDSKL_RUNNERS_REPORTING_FIGURES_DRAWING_H_
#define FDSKL_RUNNERS_REPORTING_FIGURES_DRAWING_H_

#include <string>
#include <vector>

#include "runners/reporting/figures/figure.h"
#include "runners/reporting/figures/shapes.h"

namespace fdskl::figures {

struct DrawnAxis {
  std::string label;
  std::vector<Tick> ticks = {};
};

// A rectangle with axes, in shares of the page from its lower left corner, and what is drawn in it.
struct Frame {
  double left = 0, bottom = 0, width = 1, height = 1;
  bool has_axes = true;
  DrawnAxis x, y;
  std::vector<Shape> shapes;  // later ones are on top
};

// One frame for each panel, and a last one over the whole page with titles and legend.
struct Drawing {
  double width_inches = 0, height_inches = 0;
  std::vector<Frame> frames;
};

// The width of a figure in a paper with two columns of text.
enum class PageWidth { kPage, kColumn };
inline constexpr double kPageInches = 6.75;
inline constexpr double kColumnInches = 3.25;

inline constexpr double kTitlePoints = 7.5;
inline constexpr double kLabelPoints = 7;
inline constexpr double kTickPoints = 6.5;
inline constexpr double kAxisLinePoints = 0.6;
inline constexpr std::string_view kAxisColor = "#333333";

// Lays out the figure. REQUIRES: the figure has a panel.
Drawing Draw(const Figure& figure, PageWidth width = PageWidth::kPage);

}  // namespace fdskl::figures

#endif  // FDSKL_RUNNERS_REPORTING_FIGURES_DRAWING_H_
