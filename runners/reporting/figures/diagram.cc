#include "runners/reporting/figures/diagram.h"

#include <algorithm>
#include <cmath>

namespace fdskl::figures {
namespace {

constexpr double kNodePoints = 11;
constexpr double kNodeInches = 0.13;   // distance from a node's centre at which an arrow ends
constexpr double kHeadInches = 0.07;   // length of an arrow's head
constexpr double kAsideInches = 0.06;  // distance of one of two opposite arrows from the line between the nodes
constexpr double kTextPoints = 6;
constexpr double kNodeTextPoints = 7;
constexpr double kPointsPerInch = 72;

struct Point {
  double x = 0, y = 0;  // inches from the frame's lower left corner
};

// Places nodes in inches, so that angles and distances are true on the page.
class Sheet {
 public:
  Sheet(const Diagram& diagram, double width, double height) : width_(width), height_(height) {
    const auto [left, right] = std::ranges::minmax(diagram.nodes, {}, &Node::x);
    const auto [low, high] = std::ranges::minmax(diagram.nodes, {}, &Node::y);
    constexpr double kMargin = 0.16;
    for (const Node& node : diagram.nodes) {
      const double x = right.x > left.x ? (node.x - left.x) / (right.x - left.x) : 0.5;
      const double y = high.y > low.y ? (node.y - low.y) / (high.y - low.y) : 0.5;
      places_.push_back({kMargin + x * (width - 2 * kMargin), kMargin + y * (height - 2 * kMargin)});
    }
  }
  const Point& At(std::size_t node) const { return places_[node]; }
  double X(double inches) const { return inches / width_; }
  double Y(double inches) const { return inches / height_; }

 private:
  double width_, height_;
  std::vector<Point> places_;
};

void AddText(const Sheet& sheet, const Point& at, const std::string& text, const std::string& color, double points,
             std::vector<Shape>& shapes) {
  shapes.push_back({.kind = ShapeKind::kText,
                    .x = {sheet.X(at.x)},
                    .y = {sheet.Y(at.y)},
                    .color = color,
                    .size_points = points,
                    .text = text,
                    .align = Align::kCenter});
}

void AddArrow(const Diagram& diagram, const Arrow& arrow, const Sheet& sheet, std::vector<Shape>& shapes,
              std::vector<Shape>& texts) {
  const Point& a = sheet.At(arrow.from);
  const Point& b = sheet.At(arrow.to);
  const double length = std::hypot(b.x - a.x, b.y - a.y);
  if (length <= 2 * kNodeInches) return;
  const Point along = {(b.x - a.x) / length, (b.y - a.y) / length};
  const Point aside = {along.y, -along.x};
  const bool both_ways = std::ranges::any_of(
      diagram.arrows, [&](const Arrow& other) { return other.from == arrow.to && other.to == arrow.from; });
  const double off = both_ways ? kAsideInches : 0;
  const auto at = [&](double distance, double sideways) {
    return Point{a.x + along.x * distance + aside.x * sideways, a.y + along.y * distance + aside.y * sideways};
  };
  const Point begin = at(kNodeInches, off);
  const Point neck = at(length - kNodeInches - kHeadInches, off);
  const Point tip = at(length - kNodeInches, off);
  AddSegment(sheet.X(begin.x), sheet.Y(begin.y), sheet.X(neck.x), sheet.Y(neck.y), arrow.look.color, kLinePoints,
             shapes, arrow.look.dash);
  const Point left = at(length - kNodeInches - kHeadInches, off - kHeadInches / 2.4);
  const Point right = at(length - kNodeInches - kHeadInches, off + kHeadInches / 2.4);
  shapes.push_back({.kind = ShapeKind::kArea,
                    .x = {sheet.X(left.x), sheet.X(tip.x), sheet.X(right.x), sheet.X(left.x)},
                    .y = {sheet.Y(left.y), sheet.Y(tip.y), sheet.Y(right.y), sheet.Y(left.y)},
                    .color = arrow.look.color});
  if (arrow.text.empty()) return;
  // The text is on white, nearer to the arrow's start than to its middle, so that texts of crossing arrows stay apart.
  const Point place = at(kNodeInches + 0.3 * (length - 2 * kNodeInches), off);
  const double half_width = TextInches(arrow.text, kTextPoints) / 2 + 0.01;
  const double half_height = 0.62 * kTextPoints / kPointsPerInch;
  texts.push_back({.kind = ShapeKind::kArea,
                   .x = {sheet.X(place.x - half_width), sheet.X(place.x + half_width), sheet.X(place.x + half_width),
                         sheet.X(place.x - half_width), sheet.X(place.x - half_width)},
                   .y = {sheet.Y(place.y - half_height), sheet.Y(place.y - half_height), sheet.Y(place.y + half_height),
                         sheet.Y(place.y + half_height), sheet.Y(place.y - half_height)},
                   .color = "#ffffff"});
  AddText(sheet, place, arrow.text, arrow.look.color, kTextPoints, texts);
}

}  // namespace

std::vector<Shape> DiagramShapes(const Diagram& diagram, double width_inches, double height_inches) {
  const Sheet sheet(diagram, width_inches, height_inches);
  std::vector<Shape> shapes;
  std::vector<Shape> texts;  // on top of all arrows
  for (const Arrow& arrow : diagram.arrows) AddArrow(diagram, arrow, sheet, shapes, texts);
  shapes.insert(shapes.end(), texts.begin(), texts.end());
  for (std::size_t i = 0; i < diagram.nodes.size(); ++i) {
    const Node& node = diagram.nodes[i];
    const Point& place = sheet.At(i);
    shapes.push_back({.kind = ShapeKind::kMarkers,
                      .x = {sheet.X(place.x)},
                      .y = {sheet.Y(place.y)},
                      .color = node.look.color,
                      .size_points = kNodePoints,
                      .marker = node.look.marker});
    AddText(sheet, place, node.text, "#ffffff", kNodeTextPoints, shapes);
  }
  return shapes;
}

}  // namespace fdskl::figures
