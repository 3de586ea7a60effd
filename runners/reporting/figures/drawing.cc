#include "runners/reporting/figures/drawing.h"

#include <algorithm>

#include "base/error.h"
#include "runners/reporting/figures/axis_range.h"

namespace fdskl::figures {
namespace {

constexpr double kLinePoints = 1.2;
constexpr double kThinPoints = 0.8;
constexpr double kMarkerPoints = 3.5;
constexpr double kNotePoints = 5.5;
constexpr double kNodePoints = 15;
constexpr double kBandOpacity = 0.2;
constexpr double kBoxOpacity = 0.35;
constexpr double kHalfBox = 0.32;  // half the width of a box or bar; neighbours are 1 apart
constexpr double kLegendPoints = 7.5;
constexpr double kLegendRowInches = 0.2;
constexpr double kPointsPerInch = 72;
constexpr double kLineSpacing = 1.3;
constexpr int kLegendColumns = 6;
// Room for tick labels, axis labels and titles around an axes' rectangle, in inches.
constexpr double kLeftInches = 0.5, kRightInches = 0.08, kTopInches = 0.3, kBottomInches = 0.4;

void AddRectangle(double left, double right, double low, double high, const std::string& color,
                  std::vector<Shape>& shapes) {
  const std::vector<double> x = {left, right, right, left, left};
  const std::vector<double> y = {low, low, high, high, low};
  shapes.push_back({.kind = ShapeKind::kArea, .x = x, .y = y, .color = color, .opacity = kBoxOpacity});
  shapes.push_back({.kind = ShapeKind::kLine, .x = x, .y = y, .color = color, .size_points = kThinPoints});
}

void AddSegment(double x0, double y0, double x1, double y1, const std::string& color, double points,
                std::vector<Shape>& shapes) {
  shapes.push_back({.kind = ShapeKind::kLine, .x = {x0, x1}, .y = {y0, y1}, .color = color, .size_points = points});
}

// A band or whiskers where there are such, the line, and last its markers.
void AddLine(const Line& line, std::vector<Shape>& shapes) {
  if (line.whiskers) {
    for (std::size_t i = 0; i < line.low.size(); ++i)
      AddSegment(line.x[i], line.low[i], line.x[i], line.high[i], line.look.color, kThinPoints, shapes);
  } else if (!line.low.empty()) {
    Shape band{.kind = ShapeKind::kArea, .x = line.x, .y = line.low, .color = line.look.color, .opacity = kBandOpacity};
    band.x.insert(band.x.end(), line.x.rbegin(), line.x.rend());
    band.y.insert(band.y.end(), line.high.rbegin(), line.high.rend());
    shapes.push_back(band);
  }
  shapes.push_back({.kind = ShapeKind::kLine,
                    .x = line.x,
                    .y = line.y,
                    .color = line.look.color,
                    .size_points = kLinePoints,
                    .dashed = line.look.dashed});
  shapes.push_back({.kind = ShapeKind::kMarkers,
                    .x = line.x,
                    .y = line.y,
                    .color = line.look.color,
                    .size_points = kMarkerPoints,
                    .marker = line.look.marker});
}

// The method's marker stands on the median, so that methods can be told apart without colour.
void AddBox(const Box& box, std::vector<Shape>& shapes) {
  const double p = box.position;
  const std::string& color = box.look.color;
  AddSegment(p, box.whisker_low, p, box.quartile_low, color, kThinPoints, shapes);
  AddSegment(p, box.quartile_high, p, box.whisker_high, color, kThinPoints, shapes);
  for (const double end : {box.whisker_low, box.whisker_high}) {
    AddSegment(p - kHalfBox / 2, end, p + kHalfBox / 2, end, color, kThinPoints, shapes);
  }
  AddRectangle(p - kHalfBox, p + kHalfBox, box.quartile_low, box.quartile_high, color, shapes);
  AddSegment(p - kHalfBox, box.median, p + kHalfBox, box.median, color, 2 * kThinPoints, shapes);
  shapes.push_back({.kind = ShapeKind::kMarkers,
                    .x = {p},
                    .y = {box.median},
                    .color = color,
                    .size_points = kMarkerPoints,
                    .marker = box.look.marker});
  if (box.outliers.empty()) return;
  shapes.push_back({.kind = ShapeKind::kMarkers,
                    .x = std::vector<double>(box.outliers.size(), p),
                    .y = box.outliers,
                    .color = color,
                    .size_points = kMarkerPoints / 2,
                    .marker = Marker::kCircle});
}

void AddBar(const Bar& bar, std::vector<Shape>& shapes) {
  AddRectangle(bar.position - kHalfBox, bar.position + kHalfBox, 0, bar.height, bar.look.color, shapes);
  AddSegment(bar.position, bar.low, bar.position, bar.high, bar.look.color, kThinPoints, shapes);
  shapes.push_back({.kind = ShapeKind::kMarkers,
                    .x = {bar.position},
                    .y = {bar.height},
                    .color = bar.look.color,
                    .size_points = kMarkerPoints,
                    .marker = bar.look.marker});
}

// The notes, in a corner. REQUIRES: the frame's ranges are settled.
void AddNotes(const Panel& panel, double height_inches, Frame& frame) {
  constexpr double kEdge = 0.02;
  const double line = 1.25 * kNotePoints / kPointsPerInch / height_inches;
  for (std::size_t i = 0; i < panel.notes.size(); ++i) {
    const double down = line * (static_cast<double>(i) + 0.7);
    frame.shapes.push_back({.kind = ShapeKind::kText,
                            .x = {ValueAt(frame.x, panel.notes_left ? kEdge : 1 - kEdge)},
                            .y = {ValueAt(frame.y, 1 - down)},
                            .color = "#333333",
                            .size_points = kNotePoints,
                            .text = panel.notes[i],
                            .align = panel.notes_left ? Align::kLeft : Align::kRight});
  }
}

// Settles the frame's ranges too.
void AddDiagram(const Diagram& diagram, Frame& frame) {
  frame.has_axes = false;
  std::vector<double> x;
  std::vector<double> y;
  for (const Node& node : diagram.nodes) {
    x.push_back(node.x);
    y.push_back(node.y);
  }
  frame.x = Resolve({}, x);
  frame.y = Resolve({}, y);
  // Whole nodes, not their centres alone, must be inside.
  frame.x.min -= 0.5, frame.x.max += 0.5;
  frame.y.min -= 0.4, frame.y.max += 0.4;
  for (const auto& [child, parent] : diagram.edges) {
    AddSegment(x[child], y[child], x[parent], y[parent], "#555555", kThinPoints, frame.shapes);
  }
  for (const Node& node : diagram.nodes) {
    frame.shapes.push_back({.kind = ShapeKind::kMarkers,
                            .x = {node.x},
                            .y = {node.y},
                            .color = node.look.color,
                            .size_points = kNodePoints,
                            .marker = node.look.marker});
    frame.shapes.push_back({.kind = ShapeKind::kText,
                            .x = {node.x},
                            .y = {node.y},
                            .color = "#ffffff",
                            .size_points = kLabelPoints,
                            .text = node.text,
                            .align = Align::kCenter});
  }
}

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
  if (panel.diagram) {
    AddDiagram(*panel.diagram, frame);
    return frame;
  }
  std::vector<double> x;
  std::vector<double> y;
  Reach(panel, x, y);
  frame.x = Resolve(panel.x, x);
  frame.y = Resolve(panel.y, y);
  constexpr double kNoteShare = 0.09;  // share of the height that is kept free for each note
  frame.y.max = ValueAt(frame.y, 1 + kNoteShare * static_cast<double>(panel.notes.size()));
  for (const Line& line : panel.lines) AddLine(line, frame.shapes);
  for (const Box& box : panel.boxes) AddBox(box, frame.shapes);
  for (const Bar& bar : panel.bars) AddBar(bar, frame.shapes);
  AddNotes(panel, height_inches, frame);
  return frame;
}

// The lines of the panel's title, centred above its axes; the page is 1 wide and 1 high.
void AddTitle(const std::string& title, const Frame& panel, double height_inches, std::vector<Shape>& shapes) {
  const double line = kTitlePoints * kLineSpacing / kPointsPerInch / height_inches;
  const std::size_t end = title.find('\n');
  const std::string second = end == std::string::npos ? "" : title.substr(end + 1);
  double y = panel.bottom + panel.height + line * 0.8;
  for (const std::string& text : {second, title.substr(0, end)}) {
    if (text.empty()) continue;
    shapes.push_back({.kind = ShapeKind::kText,
                      .x = {panel.left + panel.width / 2},
                      .y = {y},
                      .size_points = kTitlePoints,
                      .text = text,
                      .align = Align::kCenter});
    y += line;
  }
}

// From the bottom of the page up to `height`.
void AddLegend(const std::vector<LegendEntry>& legend, int rows, double height, std::vector<Shape>& shapes) {
  constexpr double kSample = 0.035;  // length of the line that shows a look
  const int columns = std::min(kLegendColumns, static_cast<int>(legend.size()));
  for (std::size_t i = 0; i < legend.size(); ++i) {
    const double x = (static_cast<double>(i % static_cast<std::size_t>(columns)) + 0.1) / columns;
    const std::size_t row = i / static_cast<std::size_t>(columns);
    const double y = height * (1 - (static_cast<double>(row) + 0.5) / rows);
    AddLine({.look = legend[i].look, .x = {x, x + kSample}, .y = {y, y}}, shapes);
    Shape& markers = shapes.back();  // one in the middle, not one at either end
    markers.x = {x + kSample / 2};
    markers.y = {y};
    shapes.push_back({.kind = ShapeKind::kText,
                      .x = {x + kSample + 0.01},
                      .y = {y},
                      .size_points = kLegendPoints,
                      .text = legend[i].name});
  }
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
  Frame page;
  page.has_axes = false;
  for (std::size_t i = 0; i < figure.panels.size(); ++i) {
    const auto column = static_cast<double>(i % static_cast<std::size_t>(columns));
    const std::size_t row = i / static_cast<std::size_t>(columns);
    const double plot_inches = figure.panel_height_inches - kTopInches - kBottomInches;
    Frame frame = DrawPanel(figure.panels[i], plot_inches);
    frame.left = column / columns + kLeftInches / width;
    frame.width = 1.0 / columns - (kLeftInches + kRightInches) / width;
    frame.bottom = (height - static_cast<double>(row + 1) * figure.panel_height_inches + kBottomInches) / height;
    frame.height = plot_inches / height;
    AddTitle(figure.panels[i].title, frame, height, page.shapes);
    drawing.frames.push_back(std::move(frame));
  }
  if (legend_rows > 0) AddLegend(figure.legend, legend_rows, legend_inches / height, page.shapes);
  drawing.frames.push_back(std::move(page));
  return drawing;
}

}  // namespace fdskl::figures
