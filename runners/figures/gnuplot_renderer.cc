#include "runners/figures/gnuplot_renderer.h"

#include <array>

#include "base/error.h"
#include "results/atomic_file.h"
#include "runners/child_process.h"
#include "runners/figures/gnuplot_script.h"
#include "runners/files.h"

namespace fdskl {
void GnuplotRenderer::Render(const Drawing& drawing, const std::filesystem::path& folder, const std::string& name) {
  constexpr std::array<std::pair<FileFormat, std::string_view>, 3> kFormats = {
      {{FileFormat::kSvg, "svg"}, {FileFormat::kPng, "png"}, {FileFormat::kPdf, "pdf"}}};
  for (const auto& [format, extension] : kFormats) {
    AtomicFile output(folder / fmt::format("{}.{}", name, extension));
    AtomicFile script(folder / fmt::format("{}.gnuplot", name));  // never committed: gone when drawn
    WriteText(script.temp_path(), GnuplotScript(drawing, format, output.temp_path()));
    std::string complaint;
    const auto keep = [&](std::string_view line) {
      if (line.find_first_not_of(" ^\t") != std::string_view::npos) complaint = line;
    };
    ChildProcess gnuplot({program_, script.temp_path().string()}, {});
    const int status = gnuplot.Wait(keep, keep);
    if (status != 0 || std::filesystem::file_size(output.temp_path()) == 0) {
      Fail("{} could not draw {}.{}: {}", program_, name, extension,
           complaint.empty() ? fmt::format("it ended with status {} and no word", status) : complaint);
    }
    if (format == FileFormat::kPdf) EraseDate(output.temp_path());
    output.Commit();
  }
}

}  // namespace fdskl
