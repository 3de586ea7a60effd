#ifdef FDSKL_HAS_MATPLOT

#include "runners/reporting/figures/matplot_renderer.h"

#include <matplot/backend/backend_registry.h>
#include <matplot/matplot.h>

#include <array>
#include <span>

#include "base/error.h"
#include "base/files.h"
#include "runners/reporting/figures/gnuplot_renderer.h"

namespace fdskl::figures {
namespace {

constexpr double kMarkerUnits = 6;  // matplot++'s units of marker size per unit of gnuplot's

// matplot++ passes sizes on to gnuplot's terminals, each of which has its own units. The numbers are units per inch of
// the page and per point of text, line and marker. Text sizes are whole numbers there, so pages are large.
struct Terminal {
  const char* format;
  double page, text, line, marker;
};
constexpr Terminal kSvg = {"svg", 200, 200 / 72.0, 200 / 72.0, 1 / (0.75 * kTickPoints)};
constexpr Terminal kPng = {"pngcairo", 200, 200 / 96.0, 200 / 72.0, 200 / 72.0 / 6};

// `enum` is needed because the class has a function of the same name.
using MarkerStyle = enum matplot::line_spec::marker_style;

MarkerStyle StyleOf(Marker marker) {
  constexpr std::array kStyles = {MarkerStyle::circle,
                                  MarkerStyle::square,
                                  MarkerStyle::upward_pointing_triangle,
                                  MarkerStyle::diamond,
                                  MarkerStyle::downward_pointing_triangle,
                                  MarkerStyle::pentagram};
  return kStyles.at(static_cast<std::size_t>(marker));
}

// matplot++ reads _ and ^ as subscripts and superscripts, and passes the text to gnuplot within quotes. There gnuplot
// runs text between backquotes in a shell. So backquotes and quotes are written as octal escapes.
std::string Plain(const std::string& text) {
  std::string plain;
  for (const char c : text) {
    if (c == '`' || c == '"' || c == '\\' || c == '\n') {
      plain += fmt::format("\\{:03o}", static_cast<unsigned char>(c));
      continue;
    }
    if (c == '_' || c == '^' || c == '{' || c == '}' || c == '@' || c == '&' || c == '~') plain += "\\\\";
    plain += c;
  }
  return plain;
}

// matplot++'s first component is transparency.
std::array<float, 4> ColorOf(const std::string& color, double opacity) {
  const auto channel = [&](std::size_t at) {
    return static_cast<float>(std::stoi(color.substr(at, 2), nullptr, 16)) / 255;
  };
  return {static_cast<float>(1 - opacity), channel(1), channel(3), channel(5)};
}

void SetAxis(matplot::axis_type& axis, const DrawnAxis& drawn) {
  std::vector<double> places;
  std::vector<std::string> labels;
  for (const Tick& tick : drawn.ticks) {
    places.push_back(tick.share);
    labels.push_back(Plain(tick.label));
  }
  axis.limits({0, 1});
  axis.tick_values(places);
  axis.ticklabels(labels);
}

void AddShape(const matplot::axes_handle& axes, const Shape& shape, const Terminal& terminal) {
  if (shape.kind == ShapeKind::kText) {
    const auto text = axes->text(shape.x[0], shape.y[0], Plain(shape.text));
    using Alignment = enum matplot::labels::alignment;
    constexpr std::array kAligns = {Alignment::left, Alignment::center, Alignment::right};
    text->alignment(kAligns.at(static_cast<std::size_t>(shape.align)));
    text->font_size(static_cast<float>(shape.size_points * terminal.text));
    text->color(ColorOf(shape.color, 1));
    return;
  }
  const auto line = shape.kind == ShapeKind::kMarkers ? axes->scatter(shape.x, shape.y) : axes->plot(shape.x, shape.y);
  line->color(ColorOf(shape.color, shape.kind == ShapeKind::kArea ? shape.opacity : 1));
  if (shape.kind == ShapeKind::kLine) line->line_width(static_cast<float>(shape.size_points * terminal.line));
  if (shape.kind == ShapeKind::kArea) {
    line->line_width(0);  // without an edge
    line->fill(true);
  }
  constexpr std::array<const char*, 4> kStyles = {"-", "--", ":", "-."};
  if (shape.kind == ShapeKind::kLine) line->line_style(kStyles.at(static_cast<std::size_t>(shape.dash)));
  if (shape.kind == ShapeKind::kMarkers) {
    line->marker_style(StyleOf(shape.marker));
    line->marker_size(static_cast<float>(shape.size_points * terminal.marker * kMarkerUnits));
    line->marker_color(ColorOf(shape.color, 1));
    line->marker_face_color(ColorOf(shape.color, 1));
    line->marker_face(!shape.hollow);  // set after the colour, which would fill it
  }
}

// The page's own frame, with the labels of the panels' x axes as texts. As axis labels they would be further below, on
// the titles of the next panels.
Frame PageOf(const Drawing& drawing) {
  constexpr double kBelowInches = 0.24;
  Frame page = drawing.frames.back();
  for (const Frame& panel : drawing.frames) {
    if (panel.x.label.empty()) continue;
    page.shapes.push_back({.kind = ShapeKind::kText,
                           .x = {panel.left + panel.width / 2},
                           .y = {panel.bottom - kBelowInches / drawing.height_inches},
                           .size_points = kLabelPoints,
                           .text = panel.x.label,
                           .align = Align::kCenter});
  }
  return page;
}

void AddFrame(matplot::figure_type& figure, const Frame& frame, const Terminal& terminal) {
  const auto axes = figure.add_axes({static_cast<float>(frame.left), static_cast<float>(frame.bottom),
                                     static_cast<float>(frame.width), static_cast<float>(frame.height)});
  axes->hold(true);
  axes->box(false);
  axes->grid(false);
  axes->minor_grid(false);
  axes->font_size(static_cast<float>(kTickPoints * terminal.text));
  SetAxis(axes->x_axis(), frame.x);
  SetAxis(axes->y_axis(), frame.y);
  axes->y_axis().label(Plain(frame.y.label));
  axes->y_axis().label_font_size(static_cast<float>(kLabelPoints * terminal.text));
  for (const Shape& shape : frame.shapes) AddShape(axes, shape, terminal);
  // Set after the shapes, which would change the ranges.
  axes->x_axis().limits({0, 1});
  axes->y_axis().limits({0, 1});
  axes->visible(frame.has_axes);
}

}  // namespace

void MatplotRenderer::Render(const Drawing& drawing, const std::filesystem::path& file) {
  const FileFormat format = FormatOf(file);
  // matplot++ 1.2 cannot set the page size of a PDF: it would always be five inches by three.
  if (format == FileFormat::kPdf) return GnuplotRenderer().Render(drawing, file);
  const Terminal& terminal = format == FileFormat::kSvg ? kSvg : kPng;
  base::AtomicFile output(file);
  {
    matplot::figure_type figure(true);  // draws only when told to, without a window
    figure.backend(matplot::create_default_backend());
    figure.size(static_cast<std::size_t>(drawing.width_inches * terminal.page),
                static_cast<std::size_t>(drawing.height_inches * terminal.page));
    figure.font_size(static_cast<float>(kTickPoints * terminal.text));
    for (const Frame& panel : std::span(drawing.frames).first(drawing.frames.size() - 1))
      AddFrame(figure, panel, terminal);
    AddFrame(figure, PageOf(drawing), terminal);
    figure.save(output.temp_path().string(), terminal.format);
  }  // here gnuplot has ended and the file is complete
  if (std::filesystem::file_size(output.temp_path()) == 0) {
    base::Fail("matplot++ could not draw {}; is gnuplot installed?", file.filename().string());
  }
  output.Commit();
}

}  // namespace fdskl::figures

#endif  // FDSKL_HAS_MATPLOT
