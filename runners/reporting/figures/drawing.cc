#include "runners/reporting/figures/drawing.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numeric>

#include "base/error.h"
#include "runners/reporting/figures/diagram.h"
#include "runners/reporting/figures/scale.h"

namespace fdskl::figures {
namespace {

constexpr double kNotePoints = 5.5;
constexpr double kMostForNotes = 0.6;  // largest share of a panel's height that notes may take
constexpr double kSubtitlePoints = 6;
constexpr double kLegendPoints = 7;
constexpr double kLegendRowInches = 0.17;
constexpr double kPointsPerInch = 72;
constexpr double kLineSpacing = 1.3;
// Room around an axes' rectangle, in inches.
constexpr double kRightInches = 0.1, kBottomInches = 0.36, kBareInches = 0.06;
constexpr double kTickGapInches = 0.17, kYLabelInches = 0.17;

// Breaks a text at blanks into lines of at most this width. A wider word gets its own line.
std::vector<std::string> Wrapped(const std::string& text, double points, double inches) {
  std::vector<std::string> lines;
  std::string line;
  for (std::size_t begin = 0; begin < text.size();) {
    const std::size_t end = std::min(text.find(' ', begin), text.size());
    const std::string word = text.substr(begin, end - begin);
    const std::string longer = line.empty() ? word : fmt::format("{} {}", line, word);
    if (!line.empty() && TextInches(longer, points) > inches) {
      lines.push_back(std::exchange(line, word));
    } else {
      line = longer;
    }
    begin = end + 1;
  }
  if (!line.empty()) lines.push_back(line);
  return lines;
}

// The lines of a title of at most this width: its first line, and the others in smaller letters. Lines that are too
// wide are broken.
std::vector<std::string> TitleLines(const std::string& title, double inches) {
  std::vector<std::string> lines;
  for (std::size_t begin = 0; begin <= title.size();) {
    const std::size_t end = std::min(title.find('\n', begin), title.size());
    const double points = lines.empty() ? kTitlePoints : kSubtitlePoints;
    for (std::string& line : Wrapped(title.substr(begin, end - begin), points, inches))
      lines.push_back(std::move(line));
    begin = end + 1;
  }
  return lines;
}

// Collects all values that the axes must reach.
void Reach(const Panel& panel, std::vector<double>& x, std::vector<double>& y) {
  const auto add = [](std::vector<double>& to, const std::vector<double>& from) {
    to.insert(to.end(), from.begin(), from.end());
  };
  std::vector<double>& values = panel.sideways ? x : y;
  std::vector<double>& slots = panel.sideways ? y : x;
  for (const Line& line : panel.lines) {
    add(x, line.x);
    for (const auto* bounds : {&line.y, &line.low, &line.high}) add(y, *bounds);
  }
  for (const Box& box : panel.boxes) {
    add(values, {box.whisker_low, box.whisker_high});
    add(values, box.outliers);
  }
  for (const Bar& bar : panel.bars) add(values, {0, bar.height, bar.high});
  if (panel.baseline) values.push_back(*panel.baseline);
  if (panel.slots > 0 && panel.sideways) add(slots, {-0.5, -panel.slots - 0.5});
  if (panel.slots > 0 && !panel.sideways) add(slots, {0.5, panel.slots + 0.5});
}

// Light lines at the ticks of the values' axis, up to `top`, where notes begin.
void AddGrid(const Panel& panel, const Scales& scales, double top, std::vector<Shape>& shapes) {
  constexpr double kGridPoints = 0.5;
  for (const Tick& tick : (panel.sideways ? scales.x : scales.y).ticks()) {
    if (panel.sideways) {
      AddSegment(tick.share, 0, tick.share, top, kGridColor, kGridPoints, shapes);
    } else {
      AddSegment(0, tick.share, 1, tick.share, kGridColor, kGridPoints, shapes);
    }
  }
  if (!panel.baseline) return;
  const double share = (panel.sideways ? scales.x : scales.y).At(*panel.baseline);
  if (panel.sideways) {
    AddSegment(share, 0, share, top, kAxisColor, kThinPoints, shapes);
  } else {
    AddSegment(0, share, 1, share, kAxisColor, kThinPoints, shapes);
  }
}

// Draws two dotted lines, and a sign on the axis, where the values' axis is broken.
void AddBreak(const Panel& panel, const Scales& scales, double top, std::vector<Shape>& shapes) {
  const Scale::Break& gap = (panel.sideways ? scales.x : scales.y).gap();
  if (gap.end <= gap.begin) return;
  const double middle = (gap.begin + gap.end) / 2;
  shapes.push_back({.kind = ShapeKind::kText,
                    .x = {panel.sideways ? middle : 0},
                    .y = {panel.sideways ? 0 : middle},
                    .size_points = kTickPoints,
                    .text = "//",
                    .align = Align::kCenter});
  for (const double share : {gap.begin, gap.end}) {
    if (panel.sideways) {
      AddSegment(share, 0, share, top, "#777777", kThinPoints, shapes, Dash::kDotted);
    } else {
      AddSegment(0, share, 1, share, "#777777", kThinPoints, shapes, Dash::kDotted);
    }
  }
}

// The ticks of an x axis. A label that would reach into the next panel, or off the page, is removed. Then every second
// label is removed, again and again, as long as labels would touch.
std::vector<Tick> WithRoom(std::vector<Tick> ticks, double width) {
  constexpr double kBetweenInches = 0.05;
  const double most = width + kRightInches - kBetweenInches;
  for (Tick& tick : ticks)
    if (tick.share * width + TextInches(tick.label, kTickPoints) / 2 > most) tick.label.clear();
  const auto touch = [&] {
    double end = -1;
    for (const Tick& tick : ticks) {
      if (tick.label.empty()) continue;
      const double half = TextInches(tick.label, kTickPoints) / 2;
      if (tick.share * width - half < end + kBetweenInches) return true;
      end = tick.share * width + half;
    }
    return false;
  };
  for (std::size_t stride = 2; stride < ticks.size() && touch(); stride *= 2) {
    for (std::size_t i = 0; i < ticks.size(); ++i)
      if (i % stride != 0) ticks[i].label.clear();
  }
  return ticks;
}

struct Size {
  double width = 0, height = 0;  // inches
};

// The panel in a frame of this size.
Frame DrawPanel(const Panel& panel, const Size& size) {
  Frame frame;
  if (panel.diagram) {
    frame.has_axes = false;
    frame.shapes = DiagramShapes(*panel.diagram, size.width, size.height);
    return frame;
  }
  std::vector<double> x;
  std::vector<double> y;
  Reach(panel, x, y);
  Axis y_axis = panel.y;
  if (panel.sideways) {  // the first slot is on top
    for (auto& [place, label] : y_axis.ticks) place = -place;
  }
  Scales scales{Scale(panel.x, x), Scale(y_axis, y)};
  std::vector<std::string> notes;
  for (const std::string& note : panel.notes) {
    for (std::string& line : Wrapped(note, kNotePoints, size.width)) notes.push_back(std::move(line));
  }
  const double note_share = 1.25 * kNotePoints / kPointsPerInch / size.height;
  const double top = 1 - std::min(kMostForNotes, note_share * static_cast<double>(notes.size()));
  scales.y.LeaveFree(1 - top);
  AddGrid(panel, scales, top, frame.shapes);
  for (const Line& line : panel.lines) AddBand(line, scales, frame.shapes);
  for (const Line& line : panel.lines) AddLine(line, scales, frame.shapes);
  for (const Box& box : panel.boxes) AddBox(box, scales, panel.sideways, frame.shapes);
  for (const Bar& bar : panel.bars) AddBar(bar, scales, panel.sideways, frame.shapes);
  AddBreak(panel, scales, top, frame.shapes);
  for (const Panel::SlotText& slot : panel.slot_texts) {
    frame.shapes.push_back({.kind = ShapeKind::kText,
                            .x = {panel.sideways ? 0.03 : scales.x.At(slot.position)},
                            .y = {panel.sideways ? scales.y.At(-slot.position) : 0.05},
                            .color = "#555555",
                            .size_points = kNotePoints,
                            .text = slot.text,
                            .align = panel.sideways ? Align::kLeft : Align::kCenter});
  }
  for (std::size_t i = 0; i < notes.size(); ++i) {
    frame.shapes.push_back({.kind = ShapeKind::kText,
                            .x = {panel.notes_left ? 0.02 : 1.0},
                            .y = {1 - note_share * (static_cast<double>(i) + 0.5)},
                            .color = "#333333",
                            .size_points = kNotePoints,
                            .text = notes[i],
                            .align = panel.notes_left ? Align::kLeft : Align::kRight});
  }
  frame.x = {panel.x.label, WithRoom(scales.x.ticks(), size.width)};
  frame.y = {panel.y.label, scales.y.ticks()};
  return frame;
}

// How the panels and the legend share a page.
struct Layout {
  int columns = 1, rows = 1;
  double plot_width = 0;     // inches
  std::vector<double> left;  // by column: room for the labels of the y axis, in inches
  double top = 0;            // room for the title above a panel, in inches
  double legend_column = 0;  // inches
  int legend_columns = 1, legend_rows = 0;

  // The room for titles: from the labels of the y axis to where the next panel begins.
  double CellInches(std::size_t column) const { return left[column] + plot_width + kRightInches; }
};

double LeftInches(const Panel& panel) {
  if (panel.diagram) return kBareInches;
  Frame frame = DrawPanel(panel, {1, 1});
  double widest = 0;
  for (const Tick& tick : frame.y.ticks) widest = std::max(widest, TextInches(tick.label, kTickPoints));
  return widest + kTickGapInches + (panel.y.label.empty() ? 0.02 : kYLabelInches);
}

double LegendInches(const LegendEntry& entry) { return 0.46 + TextInches(entry.name, kLegendPoints); }

Layout LayoutOf(const Figure& figure, double width, PageWidth page) {
  Layout layout;
  const int count = static_cast<int>(figure.panels.size());
  layout.columns = std::min(count, page == PageWidth::kPage ? figure.columns : std::max(1, figure.columns / 2));
  layout.rows = (count + layout.columns - 1) / layout.columns;
  layout.left.assign(static_cast<std::size_t>(layout.columns), kBareInches);
  for (std::size_t i = 0; i < figure.panels.size(); ++i) {
    double& left = layout.left[i % layout.left.size()];
    if (!figure.share_y || i % layout.left.size() == 0) left = std::max(left, LeftInches(figure.panels[i]));
  }
  const double taken = std::accumulate(layout.left.begin(), layout.left.end(), kRightInches * layout.columns);
  layout.plot_width = (width - taken) / layout.columns;
  std::size_t title_lines = 0;
  for (std::size_t i = 0; i < figure.panels.size(); ++i) {
    const double cell = layout.CellInches(i % layout.left.size());
    title_lines = std::max(title_lines, TitleLines(figure.panels[i].title, cell).size());
  }
  layout.top = 0.06 + kLineSpacing * kTitlePoints / kPointsPerInch * static_cast<double>(title_lines);
  for (const LegendEntry& entry : figure.legend)
    layout.legend_column = std::max(layout.legend_column, LegendInches(entry));
  if (figure.legend.empty()) return layout;
  const int entries = static_cast<int>(figure.legend.size());
  const int most = std::clamp(static_cast<int>(width / layout.legend_column), 1, entries);
  layout.legend_rows = (entries + most - 1) / most;
  layout.legend_columns = (entries + layout.legend_rows - 1) / layout.legend_rows;
  return layout;
}

// Adds the lines of a title above its panel's axes, the first one larger. The page is 1 wide and 1 high. A line is
// centred over the axes; one that would reach into the next panel is moved to the left.
void AddTitle(const std::vector<std::string>& lines, const Frame& panel, const Drawing& drawing,
              std::vector<Shape>& shapes) {
  const double line = kTitlePoints * kLineSpacing / kPointsPerInch / drawing.height_inches;
  double y = panel.bottom + panel.height + line * (static_cast<double>(lines.size()) - 0.25);
  for (std::size_t i = 0; i < lines.size(); ++i, y -= line) {
    const double points = i == 0 ? kTitlePoints : kSubtitlePoints;
    const double half = TextInches(lines[i], points) / 2 / drawing.width_inches;
    const double end = panel.left + panel.width + kRightInches / drawing.width_inches;
    shapes.push_back({.kind = ShapeKind::kText,
                      .x = {std::min(panel.left + panel.width / 2, end - half)},
                      .y = {y},
                      .color = i == 0 ? "#000000" : "#555555",
                      .size_points = points,
                      .text = lines[i],
                      .align = Align::kCenter});
  }
}

// Adds the legend, from the bottom of the page up, in columns of equal width, centred on the page.
void AddLegend(const Figure& figure, const Layout& layout, const Drawing& drawing, std::vector<Shape>& shapes) {
  constexpr double kSampleInches = 0.26;
  const double begin = (drawing.width_inches - layout.legend_column * layout.legend_columns) / 2;
  for (std::size_t i = 0; i < figure.legend.size(); ++i) {
    const auto columns = static_cast<std::size_t>(layout.legend_columns);
    const std::size_t whole_rows = i / columns;
    const auto column = static_cast<double>(i % columns);
    const auto row = static_cast<double>(whole_rows);
    const double x = (begin + column * layout.legend_column) / drawing.width_inches;
    const double y = kLegendRowInches * (layout.legend_rows - row - 0.5) / drawing.height_inches;
    const double sample = kSampleInches / drawing.width_inches;
    const Look& look = figure.legend[i].look;
    if (!figure.legend[i].markers_only) AddSegment(x, y, x + sample, y, look.color, kLinePoints, shapes, look.dash);
    if (!figure.legend[i].without_markers) AddMarkers({x + sample / 2}, {y}, look, kMarkerPoints, shapes);
    shapes.push_back({.kind = ShapeKind::kText,
                      .x = {x + sample + 0.06 / drawing.width_inches},
                      .y = {y},
                      .size_points = kLegendPoints,
                      .text = figure.legend[i].name});
  }
}

}  // namespace

Drawing Draw(const Figure& figure, PageWidth page_width) {
  FDSKL_REQUIRE(!figure.panels.empty());
  Drawing drawing{.width_inches = page_width == PageWidth::kPage ? kPageInches : kColumnInches};
  const Layout layout = LayoutOf(figure, drawing.width_inches, page_width);
  const double width = drawing.width_inches;
  const double legend = kLegendRowInches * layout.legend_rows;
  const double row_inches = figure.panel_height_inches + layout.top;
  // A multiple of a twentieth of an inch, so that renderers whose pages are whole units keep the proportions.
  const double height = drawing.height_inches = std::ceil((row_inches * layout.rows + legend) * 20 - 1e-9) / 20;
  Frame page;
  page.has_axes = false;
  for (std::size_t i = 0; i < figure.panels.size(); ++i) {
    const Panel& panel = figure.panels[i];
    const std::size_t column = i % static_cast<std::size_t>(layout.columns);
    const std::size_t row = i / static_cast<std::size_t>(layout.columns);
    const double foot = panel.diagram ? kBareInches : kBottomInches;
    const Size size = {layout.plot_width, figure.panel_height_inches - foot};
    Frame frame = DrawPanel(panel, size);
    const double before =
        std::accumulate(layout.left.begin(), layout.left.begin() + static_cast<std::ptrdiff_t>(column),
                        (layout.plot_width + kRightInches) * static_cast<double>(column));
    frame.left = (before + layout.left[column]) / width;
    frame.width = size.width / width;
    frame.bottom = (height - static_cast<double>(row + 1) * row_inches + foot) / height;
    frame.height = size.height / height;
    if (figure.share_y && column > 0) {
      frame.y.label.clear();
      for (Tick& tick : frame.y.ticks) tick.label.clear();
    }
    AddTitle(TitleLines(panel.title, layout.CellInches(column)), frame, drawing, page.shapes);
    drawing.frames.push_back(std::move(frame));
  }
  if (layout.legend_rows > 0) AddLegend(figure, layout, drawing, page.shapes);
  drawing.frames.push_back(std::move(page));
  return drawing;
}

}  // namespace fdskl::figures
