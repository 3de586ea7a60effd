#include "runners/reporting/figures/shapes.h"

#include <algorithm>
#include <cmath>

namespace fdskl::figures {
namespace {

constexpr double kBandOpacity = 0.18;
constexpr double kBoxOpacity = 0.3;
constexpr double kHalfBox = 0.32;  // half the width of a box or bar; neighbours are 1 apart

// Adds shapes to a panel in coordinates of (slot, value), whether the panel is upright or sideways.
class SlotPen {
 public:
  SlotPen(const Scales& scales, bool sideways, std::vector<Shape>& shapes)
      : scales_(scales), sideways_(sideways), shapes_(shapes) {}

  void Segment(double slot0, double value0, double slot1, double value1, const std::string& color, double points) {
    Shape shape{.kind = ShapeKind::kLine, .color = color, .size_points = points};
    Add(slot0, value0, shape);
    Add(slot1, value1, shape);
    shapes_.push_back(std::move(shape));
  }

  void Rectangle(double slot0, double slot1, double low, double high, const std::string& color) {
    Shape area{.kind = ShapeKind::kArea, .color = color, .opacity = kBoxOpacity};
    Add(slot0, low, area);
    Add(slot1, low, area);
    Add(slot1, high, area);
    Add(slot0, high, area);
    Add(slot0, low, area);
    Shape edge{.kind = ShapeKind::kLine, .x = area.x, .y = area.y, .color = color, .size_points = kThinPoints};
    shapes_.push_back(std::move(area));
    shapes_.push_back(std::move(edge));
  }

  void Markers(double slot, const std::vector<double>& values, const Look& look, double points) {
    Shape places;
    for (const double value : values) Add(slot, value, places);
    AddMarkers(places.x, places.y, look, points, shapes_);
  }

 private:
  void Add(double slot, double value, Shape& shape) const {
    shape.x.push_back(sideways_ ? scales_.x.At(value) : scales_.x.At(slot));
    shape.y.push_back(sideways_ ? scales_.y.At(-slot) : scales_.y.At(value));  // the first slot is on top
  }

  const Scales& scales_;
  bool sideways_;
  std::vector<Shape>& shapes_;
};

std::vector<double> Places(const Scale& scale, const std::vector<double>& values) {
  std::vector<double> places(values.size());
  std::ranges::transform(values, places.begin(), [&](double value) { return scale.At(value); });
  return places;
}

}  // namespace

void AddSegment(double x0, double y0, double x1, double y1, std::string_view color, double points,
                std::vector<Shape>& shapes, Dash dash) {
  shapes.push_back({.kind = ShapeKind::kLine,
                    .x = {x0, x1},
                    .y = {y0, y1},
                    .color = std::string(color),
                    .size_points = points,
                    .dash = dash});
}

void AddMarkers(const std::vector<double>& x, const std::vector<double>& y, const Look& look, double points,
                std::vector<Shape>& shapes) {
  constexpr double kEdgePoints = 1;
  Shape markers{.kind = ShapeKind::kMarkers,
                .x = x,
                .y = y,
                .color = "#ffffff",
                .size_points = points + (look.hollow ? 0 : kEdgePoints),
                .marker = look.marker};
  shapes.push_back(markers);
  markers.color = look.color;
  markers.size_points = points;
  markers.hollow = look.hollow;
  shapes.push_back(std::move(markers));
}

void AddBand(const Line& line, const Scales& scales, std::vector<Shape>& shapes) {
  if (line.low.empty()) return;
  const std::vector<double> x = Places(scales.x, line.x);
  const std::vector<double> low = Places(scales.y, line.low);
  const std::vector<double> high = Places(scales.y, line.high);
  if (line.whiskers) {
    for (std::size_t i = 0; i < x.size(); ++i)
      AddSegment(x[i], low[i], x[i], high[i], line.look.color, kThinPoints, shapes);
    return;
  }
  if (low == high || x.size() < 2) return;
  Shape band{.kind = ShapeKind::kArea, .x = x, .y = low, .color = line.look.color, .opacity = kBandOpacity};
  band.x.insert(band.x.end(), x.rbegin(), x.rend());
  band.y.insert(band.y.end(), high.rbegin(), high.rend());
  band.x.push_back(x.front());
  band.y.push_back(low.front());
  shapes.push_back(std::move(band));
}

void AddLine(const Line& line, const Scales& scales, std::vector<Shape>& shapes) {
  const std::vector<double> x = Places(scales.x, line.x);
  const std::vector<double> y = Places(scales.y, line.y);
  if (!line.markers_only && x.size() > 1) {
    shapes.push_back({.kind = ShapeKind::kLine,
                      .x = x,
                      .y = y,
                      .color = line.look.color,
                      .size_points = kLinePoints,
                      .dash = line.look.dash});
  }
  if (line.without_markers) return;
  AddMarkers(x, y, line.look, kMarkerPoints, shapes);
}

// The method's marker is on the median, so that methods can be told apart without colour.
void AddBox(const Box& box, const Scales& scales, bool sideways, std::vector<Shape>& shapes) {
  const double p = box.position;
  const std::string& color = box.look.color;
  SlotPen pen(scales, sideways, shapes);
  pen.Segment(p, box.whisker_low, p, box.quartile_low, color, kThinPoints);
  pen.Segment(p, box.quartile_high, p, box.whisker_high, color, kThinPoints);
  for (const double end : {box.whisker_low, box.whisker_high})
    pen.Segment(p - kHalfBox / 2, end, p + kHalfBox / 2, end, color, kThinPoints);
  pen.Rectangle(p - kHalfBox, p + kHalfBox, box.quartile_low, box.quartile_high, color);
  pen.Segment(p - kHalfBox, box.median, p + kHalfBox, box.median, color, 2 * kThinPoints);
  pen.Markers(p, {box.median}, box.look, kMarkerPoints);
  if (!box.outliers.empty()) pen.Markers(p, box.outliers, {.color = color, .hollow = true}, kMarkerPoints / 2);
}

void AddBar(const Bar& bar, const Scales& scales, bool sideways, std::vector<Shape>& shapes) {
  SlotPen pen(scales, sideways, shapes);
  pen.Rectangle(bar.position - kHalfBox, bar.position + kHalfBox, 0, bar.height, bar.look.color);
  pen.Segment(bar.position, bar.low, bar.position, bar.high, bar.look.color, 2 * kThinPoints);
  pen.Markers(bar.position, {bar.height}, bar.look, kMarkerPoints);
}

double TextInches(std::string_view text, double points) {
  constexpr double kEmPerLetter = 0.58;
  constexpr double kPointsPerInch = 72;
  const auto is_first_byte = [](char c) { return (static_cast<unsigned char>(c) & 0xC0U) != 0x80U; };
  return kEmPerLetter * points / kPointsPerInch * static_cast<double>(std::ranges::count_if(text, is_first_byte));
}

}  // namespace fdskl::figures
