#include "runners/reporting/figures/shapes.h"

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
constexpr double kHalfBox = 0.32;  // of a box's or bar's width, where neighbours are 1 apart
constexpr double kPointsPerInch = 72;

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

}  // namespace

void AddLine(const Line& line, std::vector<Shape>& shapes) {
  if (!line.low.empty()) {
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

}  // namespace fdskl::figures
