#ifdef FDSKL_HAS_MATPLOT

#include "runners/reporting/figures/matplot_renderer.h"

#include <matplot/backend/backend_registry.h>
#include <matplot/matplot.h>

#include <array>

#include "base/error.h"
#include "base/files.h"

namespace fdskl::figures {
namespace {

constexpr double kMarkerUnits = 6;  // matplot++'s units of marker size per unit of gnuplot's

// matplot++ hands sizes on to gnuplot's terminals, each of which has its own units. The numbers are units per inch of
// the page and per point of text, line and marker. Text sizes are whole numbers there, so pages are large.
struct Terminal {
  const char* format;
  double page, text, line, marker;
};
// In the order of FileFormat. A PDF's page is four times as large as it is to be; LaTeX scales it to the width it is
// told, and what is on it has grown alike.
constexpr std::array<Terminal, 3> kTerminals = {{{"svg", 200, 200 / 72.0, 200 / 72.0, 200 / 72.0 / 9},
                                                 {"pngcairo", 200, 200 / 96.0, 200 / 72.0, 200 / 72.0 / 9},
                                                 {"pdfcairo", 4, 4, 16, 16 / 9.0}}};

// Its class has a function of the same name as this enum.
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

// matplot++ reads _ and ^ as signs for subscripts and superscripts, and hands the text on to gnuplot within quotes,
// where gnuplot has a shell run what stands between backquotes: neither these nor what could end the quotes may get
// there.
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

void SetAxis(matplot::axis_type& axis, const DrawnAxis& drawn, const Terminal& terminal) {
  std::vector<double> places;
  std::vector<std::string> labels;
  for (const Tick& tick : drawn.ticks) {
    places.push_back(tick.share);
    labels.push_back(Plain(tick.label));
  }
  axis.limits({0, 1});
  axis.tick_values(places);
  axis.ticklabels(labels);
  axis.label(Plain(drawn.label));
  axis.label_font_size(static_cast<float>(kLabelPoints * terminal.text));
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
  if (shape.kind != ShapeKind::kMarkers) line->line_width(static_cast<float>(shape.size_points * terminal.line));
  if (shape.kind == ShapeKind::kArea) line->fill(true);
  constexpr std::array<const char*, 4> kStyles = {"-", "--", ":", "-."};
  if (shape.kind == ShapeKind::kLine) line->line_style(kStyles.at(static_cast<std::size_t>(shape.dash)));
  if (shape.kind == ShapeKind::kMarkers) {
    line->marker_style(StyleOf(shape.marker));
    line->marker_size(static_cast<float>(shape.size_points * terminal.marker * kMarkerUnits));
    line->marker_face(!shape.hollow);
    line->marker_color(ColorOf(shape.color, 1));
    line->marker_face_color(ColorOf(shape.color, 1));
  }
}

void AddFrame(matplot::figure_type& figure, const Frame& frame, const Terminal& terminal) {
  const auto axes = figure.add_axes({static_cast<float>(frame.left), static_cast<float>(frame.bottom),
                                     static_cast<float>(frame.width), static_cast<float>(frame.height)});
  axes->hold(true);
  axes->box(false);
  axes->grid(false);
  axes->minor_grid(false);
  axes->font_size(static_cast<float>(kTickPoints * terminal.text));
  SetAxis(axes->x_axis(), frame.x, terminal);
  SetAxis(axes->y_axis(), frame.y, terminal);
  for (const Shape& shape : frame.shapes) AddShape(axes, shape, terminal);
  // After the shapes: they would set the ranges to their own.
  axes->x_axis().limits({0, 1});
  axes->y_axis().limits({0, 1});
  axes->visible(frame.has_axes);
}

}  // namespace

void MatplotRenderer::Render(const Drawing& drawing, const std::filesystem::path& file) {
  const FileFormat format = FormatOf(file);
  const Terminal& terminal = kTerminals.at(static_cast<std::size_t>(format));
  base::AtomicFile output(file);
  {
    matplot::figure_type figure(true);  // draws when told to, into no window
    figure.backend(matplot::create_default_backend());
    figure.size(static_cast<std::size_t>(drawing.width_inches * terminal.page),
                static_cast<std::size_t>(drawing.height_inches * terminal.page));
    figure.font_size(static_cast<float>(kTickPoints * terminal.text));
    for (const Frame& frame : drawing.frames) AddFrame(figure, frame, terminal);
    figure.save(output.temp_path().string(), terminal.format);
  }  // gnuplot has ended and the file is whole
  if (std::filesystem::file_size(output.temp_path()) == 0) {
    base::Fail("matplot++ could not draw {}; is gnuplot installed?", file.filename().string());
  }
  if (format == FileFormat::kPdf) EraseDate(output.temp_path());
  output.Commit();
}

}  // namespace fdskl::figures

#endif  // FDSKL_HAS_MATPLOT
