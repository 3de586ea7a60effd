#include "runners/reporting/figures/gnuplot_renderer.h"

#include <array>

#include "base/error.h"
#include "base/files.h"
#include "base/process.h"
#include "runners/reporting/figures/gnuplot_script.h"

namespace fdskl::figures {
void GnuplotRenderer::Render(const Drawing& drawing, const std::filesystem::path& folder, const std::string& name) {
  constexpr std::array<std::pair<FileFormat, std::string_view>, 3> kFormats = {
      {{FileFormat::kSvg, "svg"}, {FileFormat::kPng, "png"}, {FileFormat::kPdf, "pdf"}}};
  for (const auto& [format, extension] : kFormats) {
    base::AtomicFile output(folder / fmt::format("{}.{}", name, extension));
    base::AtomicFile script(folder / fmt::format("{}.gnuplot", name));  // never committed: gone when drawn
    base::WriteText(script.temp_path(), GnuplotScript(drawing, format, output.temp_path()));
    std::string complaint;
    const auto keep = [&](std::string_view line) {
      if (line.find_first_not_of(" ^\t") != std::string_view::npos) complaint = line;
    };
    base::ChildProcess gnuplot({program_, script.temp_path().string()}, {});
    const int status = gnuplot.Wait(keep, keep);
    if (status != 0 || std::filesystem::file_size(output.temp_path()) == 0) {
      base::Fail("{} could not draw {}.{}: {}", program_, name, extension,
                 complaint.empty() ? fmt::format("it ended with status {} and no word", status) : complaint);
    }
    if (format == FileFormat::kPdf) EraseDate(output.temp_path());
    output.Commit();
  }
}

}  // namespace fdskl::figures
