// Draws figures to files. There are two renderers: gnuplot_renderer.h, always built, and matplot_renderer.h, built if
// matplot++ is installed.
#ifndef FDSKL_RUNNERS_REPORTING_FIGURES_RENDERER_H_
#define FDSKL_RUNNERS_REPORTING_FIGURES_RENDERER_H_

#include <array>
#include <filesystem>
#include <memory>
#include <string_view>
#include <utility>

#include "base/names.h"
#include "runners/reporting/figures/drawing.h"

namespace fdskl::figures {

class Renderer {
 public:
  Renderer() = default;
  Renderer(const Renderer&) = delete;
  Renderer& operator=(const Renderer&) = delete;
  virtual ~Renderer() = default;

  // Writes the file, completely or not at all, in the format that its name ends with: .svg, .png or .pdf. The same
  // drawing gives the same bytes. A PDF embeds the fonts that it uses.
  // Errors: Error names the file and what the drawing program said.
  virtual void Render(const Drawing& drawing, const std::filesystem::path& file) = 0;
};

enum class FileFormat { kSvg, kPng, kPdf };

// The format that the file's name ends with. Errors: Error names the valid ones.
FileFormat FormatOf(const std::filesystem::path& file);

enum class RendererKind { kGnuplot, kMatplot };

constexpr auto NamesOf(RendererKind /*value*/) {
  return base::EnumTable<RendererKind, 2>{
      "renderer", {{{RendererKind::kGnuplot, "gnuplot"}, {RendererKind::kMatplot, "matplot++"}}}};
}

// matplot++ if the program was built with it, else gnuplot.
RendererKind BestRenderer();

// Errors: Error when matplot++ is wanted and the program was built without it.
std::unique_ptr<Renderer> MakeRenderer(RendererKind kind);

// For renderers: replaces the creation time in a PDF by a fixed one of the same length.
void EraseDate(const std::filesystem::path& pdf);

}  // namespace fdskl::figures

#endif  // FDSKL_RUNNERS_REPORTING_FIGURES_RENDERER_H_
