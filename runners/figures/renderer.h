// Draws figures to files. Two of a kind: gnuplot_renderer.h, always there, and matplot_renderer.h, where matplot++ is
// installed.
#ifndef FDSKL_RUNNERS_FIGURES_RENDERER_H_
#define FDSKL_RUNNERS_FIGURES_RENDERER_H_

#include <array>
#include <filesystem>
#include <memory>
#include <string_view>
#include <utility>

#include "base/names.h"
#include "runners/figures/drawing.h"

namespace fdskl {

class Renderer {
 public:
  Renderer() = default;
  Renderer(const Renderer&) = delete;
  Renderer& operator=(const Renderer&) = delete;
  virtual ~Renderer() = default;

  // Writes `folder`/`name`.svg, .png and .pdf, each whole or not at all; the same drawing gives the same bytes.
  // Errors: Error names the figure and what the drawing program said.
  virtual void Render(const Drawing& drawing, const std::filesystem::path& folder, const std::string& name) = 0;
};

enum class RendererKind { kGnuplot, kMatplot };

template <>
struct EnumNames<RendererKind> {
  static constexpr std::string_view what = "renderer";
  static constexpr std::array<std::pair<RendererKind, std::string_view>, 2> table{
      {{RendererKind::kGnuplot, "gnuplot"}, {RendererKind::kMatplot, "matplot++"}}};
};

// matplot++ where the program was built with it.
RendererKind BestRenderer();

// Errors: Error when the program was built without matplot++ and it is asked for.
std::unique_ptr<Renderer> MakeRenderer(RendererKind kind);

// For renderers: replaces the time at which a PDF says it was made by a fixed one, of the same length.
void EraseDate(const std::filesystem::path& pdf);

}  // namespace fdskl

#endif  // FDSKL_RUNNERS_FIGURES_RENDERER_H_
