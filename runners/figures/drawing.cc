#include "runners/figures/drawing.h"

#include <algorithm>

#include "base/error.h"
#include "runners/figures/axis_range.h"
#include "runners/figures/shapes.h"

namespace fdskl {
namespace {

constexpr double kLegendPoints = 7.5;
constexpr double kLegendRowInches = 0.2;
constexpr int kLegendColumns = 6;
// Room for tick labels, axis labels and titles around an axes' rectangle, in inches.
constexpr double kLeftInches = 0.5, kRightInches = 0.08, kTopInches = 0.3, kBottomInches = 0.4;

// Everything the axes must reach.
void Reach(const Panel& panel, std::vector<double>& x, std::vector<double>& y) {
  const auto add = [](std::vector<double>& to, const std::vector<double>& from) {
    to.insert(to.end(), from.begin(), from.end());
  };
  for (const Line& line : panel.lines) {
    add(x, line.x);
    for (const auto* values : {&line.y, &line.low, &line.high}) add(y, *values);
  }
  for (const Box& box : panel.boxes) {
    add(y, {box.whisker_low, box.whisker_high});
    add(y, box.outliers);
  }
  for (const Bar& bar : panel.bars) {
    add(y, {0, bar.height, bar.high});
  }
  if (panel.slots > 0) add(x, {0.5, panel.slots + 0.5});
}

Frame DrawPanel(const Panel& panel, double height_inches) {
  Frame frame;
  frame.title = panel.title;
  if (panel.diagram) {
    AddDiagram(*panel.diagram, frame);
    return frame;
  }
  std::vector<double> x;
  std::vector<double> y;
  Reach(panel, x, y);
  frame.x = Resolve(panel.x, x);
  frame.y = Resolve(panel.y, y);
  constexpr double kNoteShare = 0.09;  // of the height, kept free for each note
  frame.y.max = ValueAt(frame.y, 1 + kNoteShare * static_cast<double>(panel.notes.size()));
  for (const Line& line : panel.lines) AddLine(line, frame.shapes);
  for (const Box& box : panel.boxes) AddBox(box, frame.shapes);
  for (const Bar& bar : panel.bars) AddBar(bar, frame.shapes);
  AddNotes(panel, height_inches, frame);
  return frame;
}

Frame DrawLegend(const std::vector<LegendEntry>& legend, int rows) {
  Frame frame;
  frame.has_axes = false;
  const int columns = std::min(kLegendColumns, static_cast<int>(legend.size()));
  for (std::size_t i = 0; i < legend.size(); ++i) {
    const double x = (static_cast<double>(i % static_cast<std::size_t>(columns)) + 0.1) / columns;
    const double y = 1 - (static_cast<double>(i / static_cast<std::size_t>(columns)) + 0.5) / rows;
    const Look& look = legend[i].look;
    const double length = 0.035;
    AddLine({.look = look, .x = {x, x + length}, .y = {y, y}}, frame.shapes);
    Shape& markers = frame.shapes.back();  // one in the middle, not one at either end
    markers.x = {x + length / 2};
    markers.y = {y};
    frame.shapes.push_back({.kind = ShapeKind::kText,
                            .x = {x + length + 0.01},
                            .y = {y},
                            .size_points = kLegendPoints,
                            .text = legend[i].name});
  }
  return frame;
}

}  // namespace

Drawing Draw(const Figure& figure) {
  FDSKL_REQUIRE(!figure.panels.empty());
  Drawing drawing;
  const int columns = std::min(figure.columns, static_cast<int>(figure.panels.size()));
  const int rows = (static_cast<int>(figure.panels.size()) + columns - 1) / columns;
  const int legend_rows = (static_cast<int>(figure.legend.size()) + kLegendColumns - 1) / kLegendColumns;
  const double legend_inches = kLegendRowInches * legend_rows;
  const double height = figure.panel_height_inches * rows + legend_inches;
  const double width = drawing.width_inches;
  drawing.height_inches = height;
  for (std::size_t i = 0; i < figure.panels.size(); ++i) {
    const auto column = static_cast<double>(i % static_cast<std::size_t>(columns));
    const auto row = static_cast<double>(i / static_cast<std::size_t>(columns));
    const double plot_inches = figure.panel_height_inches - kTopInches - kBottomInches;
    Frame frame = DrawPanel(figure.panels[i], plot_inches);
    frame.left = column / columns + kLeftInches / width;
    frame.width = 1.0 / columns - (kLeftInches + kRightInches) / width;
    frame.bottom = (height - (row + 1) * figure.panel_height_inches + kBottomInches) / height;
    frame.height = plot_inches / height;
    drawing.frames.push_back(std::move(frame));
  }
  if (legend_rows > 0) {
    Frame legend = DrawLegend(figure.legend, legend_rows);
    legend.height = legend_inches / height;
    drawing.frames.push_back(std::move(legend));
  }
  return drawing;
}

}  // namespace fdskl
