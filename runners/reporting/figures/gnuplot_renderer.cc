#include "runners/reporting/figures/gnuplot_renderer.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <array>
#include <vector>

#include "base/error.h"
#include "base/files.h"
#include "base/process.h"

namespace fdskl::figures {
namespace {

// A terminal's units per point of line width and of marker size.
struct Units {
  double line, marker;
};

// Any text, such as the name of a user's dataset, in quotes that gnuplot reads as one string. Gnuplot would run text
// between backquotes in a shell, so a backquote is written as an octal escape.
std::string Quoted(std::string_view text) {
  std::string quoted = "\"";
  for (const char c : text) {
    if (c == '"' || c == '\\') quoted += '\\';
    quoted += c == '\n' ? std::string("\\n") : c == '`' ? std::string("\\140") : std::string(1, c);
  }
  return quoted + '"';
}

std::string Terminal(const Drawing& drawing, FileFormat format) {
  constexpr double kSvgPerInch = 96;  // pngcairo and pdfcairo measure text for this too
  constexpr double kPngPerInch = 200;
  constexpr double kPointsPerInch = 72;
  const auto pixels = [&](double per_inch) {
    return fmt::format("size {:.0f},{:.0f}", drawing.width_inches * per_inch, drawing.height_inches * per_inch);
  };
  switch (format) {
    case FileFormat::kSvg:
      return fmt::format(
          "svg {} rounded enhanced font 'Helvetica,Arial,sans-serif,{}' fontscale {:.4f} background '#ffffff'",
          pixels(kSvgPerInch), kTickPoints, kSvgPerInch / kPointsPerInch);
    case FileFormat::kPng:
      return fmt::format("pngcairo {} rounded enhanced font 'sans,{}' fontscale {:.4f} background '#ffffff'",
                         pixels(kPngPerInch), kTickPoints, kPngPerInch / kSvgPerInch);
    case FileFormat::kPdf:
      return fmt::format(
          "pdfcairo size {:.4f}in,{:.4f}in rounded enhanced font 'sans,{}' fontscale {:.4f} background '#ffffff'",
          drawing.width_inches, drawing.height_inches, kTickPoints, kPointsPerInch / kSvgPerInch);
  }
  return "";
}

Units UnitsOf(FileFormat format) {
  switch (format) {
    case FileFormat::kSvg:
      return {96.0 / 72, 96.0 / 72 / (0.75 * kTickPoints)};  // a marker is as large as the terminal's letters
    case FileFormat::kPng:
      return {200.0 / 72, 200.0 / 72 / 6};
    case FileFormat::kPdf:
      return {2, 1.0 / 6};
  }
  return {};
}

// Gnuplot's number of a marker. Filled ones are in the order of Marker; the outline of each comes just before it.
int PointType(Marker marker, bool hollow) {
  constexpr std::array<int, 6> kTypes = {7, 5, 9, 13, 11, 15};
  return kTypes.at(static_cast<std::size_t>(marker)) - (hollow ? 1 : 0);
}

int DashType(Dash dash) {
  constexpr std::array<int, 4> kTypes = {1, 2, 3, 4};
  return kTypes.at(static_cast<std::size_t>(dash));
}

std::string AxisText(char name, const DrawnAxis& axis) {
  std::vector<std::string> ticks;
  for (const Tick& tick : axis.ticks) ticks.push_back(fmt::format("{} {}", Quoted(tick.label), tick.share));
  return fmt::format("set {0}range [0:1] noextend\nset {0}tics out nomirror scale 0.4 noenhanced font ',{2}' ({1})\n",
                     name, fmt::join(ticks, ", "), kTickPoints);
}

std::string LabelText(int number, const Shape& shape) {
  constexpr std::array<std::string_view, 3> kAligns = {"left", "center", "right"};
  return fmt::format("set label {} {} at {},{} {} noenhanced font ',{}' textcolor rgb '{}' front\n", number,
                     Quoted(shape.text), shape.x[0], shape.y[0], kAligns.at(static_cast<std::size_t>(shape.align)),
                     shape.size_points, shape.color);
}

std::string PlotText(int block, const Shape& shape, const Units& units) {
  std::string with;
  switch (shape.kind) {
    case ShapeKind::kArea:
      with =
          fmt::format("filledcurves closed fc rgb '{}' fs transparent solid {} noborder", shape.color, shape.opacity);
      break;
    case ShapeKind::kLine:
      with = fmt::format("lines lc rgb '{}' lw {:.4f} dt {}", shape.color, shape.size_points * units.line,
                         DashType(shape.dash));
      break;
    case ShapeKind::kMarkers:
      with = fmt::format("points lc rgb '{}' lw {:.4f} pt {} ps {:.4f}", shape.color, units.line * 0.7,
                         PointType(shape.marker, shape.hollow), shape.size_points * units.marker);
      break;
    case ShapeKind::kText:
      break;
  }
  return fmt::format("$d{} using 1:2 with {} notitle", block, with);
}

std::string FrameText(const Frame& frame, const Units& units) {
  std::string text = fmt::format(
      "unset label\nset lmargin at screen {}\nset rmargin at screen {}\nset bmargin at screen {}\n"
      "set tmargin at screen {}\n",
      frame.left, frame.left + frame.width, frame.bottom, frame.bottom + frame.height);
  text += AxisText('x', frame.x) + AxisText('y', frame.y);
  if (frame.has_axes) {
    text += fmt::format("set border 3 lw {:.4f} lc rgb '{}'\n", kAxisLinePoints * units.line, kAxisColor);
    text += fmt::format(
        "set xlabel {} noenhanced font ',{}' offset 0,0.5\nset ylabel {} noenhanced font ',{}' offset 0.2,0\n",
        Quoted(frame.x.label), kLabelPoints, Quoted(frame.y.label), kLabelPoints);
  } else {
    text += "unset border\nunset xtics\nunset ytics\nunset xlabel\nunset ylabel\n";
  }
  std::vector<std::string> plots;
  int number = 1;
  for (const Shape& shape : frame.shapes) {
    if (shape.kind == ShapeKind::kText) {
      text += LabelText(number++, shape);
      continue;
    }
    const int block = static_cast<int>(plots.size());
    text += fmt::format("$d{} << EOD\n", block);
    for (std::size_t i = 0; i < shape.x.size(); ++i) text += fmt::format("{} {}\n", shape.x[i], shape.y[i]);
    text += "EOD\n";
    plots.push_back(PlotText(block, shape, units));
  }
  if (plots.empty()) plots.emplace_back("NaN notitle");
  return text + fmt::format("plot {}\n", fmt::join(plots, ", \\\n  "));
}

// The script that makes gnuplot draw; `output` is the file that it writes.
std::string GnuplotScript(const Drawing& drawing, FileFormat format, const std::filesystem::path& output) {
  std::string script = fmt::format("set encoding utf8\nset terminal {}\nset output {}\nset multiplot\nunset key\n",
                                   Terminal(drawing, format), Quoted(output.string()));
  for (const Frame& frame : drawing.frames) script += FrameText(frame, UnitsOf(format));
  return script + "unset multiplot\nunset output\n";
}

}  // namespace

void GnuplotRenderer::Render(const Drawing& drawing, const std::filesystem::path& file) {
  const FileFormat format = FormatOf(file);
  base::AtomicFile output(file);
  base::AtomicFile script(
      std::filesystem::path(file).replace_extension(".gnuplot"));  // removed after drawing, since it is never committed
  base::WriteText(script.temp_path(), GnuplotScript(drawing, format, output.temp_path()));
  std::string complaint;
  const auto keep = [&](std::string_view line) {
    if (line.find_first_not_of(" ^\t") != std::string_view::npos) complaint = line;
  };
  base::ChildProcess gnuplot({program_, script.temp_path().string()}, {});
  const int status = gnuplot.Wait(keep, keep);
  if (status != 0 || std::filesystem::file_size(output.temp_path()) == 0) {
    base::Fail("{} could not draw {}: {}", program_, file.filename().string(),
               complaint.empty() ? fmt::format("it ended with status {} and said nothing", status) : complaint);
  }
  if (format == FileFormat::kPdf) EraseDate(output.temp_path());
  output.Commit();
}

}  // namespace fdskl::figures
