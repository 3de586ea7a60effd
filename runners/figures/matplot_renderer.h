// Figures by matplot++, which drives gnuplot itself. Built where CMake finds Matplot++.
#ifndef FDSKL_RUNNERS_FIGURES_MATPLOT_RENDERER_H_
#define FDSKL_RUNNERS_FIGURES_MATPLOT_RENDERER_H_

#include "runners/figures/renderer.h"

namespace fdskl {

class MatplotRenderer : public Renderer {
 public:
  void Render(const Drawing& drawing, const std::filesystem::path& folder, const std::string& name) override;
};

}  // namespace fdskl

#endif  // FDSKL_RUNNERS_FIGURES_MATPLOT_RENDERER_H_
