// Draws figures with matplot++, which drives gnuplot itself; PDFs come from gnuplot_renderer.h. Built only if CMake
// finds Matplot++ on this machine.
#ifndef FDSKL_RUNNERS_REPORTING_FIGURES_MATPLOT_RENDERER_H_
#define FDSKL_RUNNERS_REPORTING_FIGURES_MATPLOT_RENDERER_H_

#include "runners/reporting/figures/renderer.h"

namespace fdskl::figures {

class MatplotRenderer : public Renderer {
 public:
  void Render(const Drawing& drawing, const std::filesystem::path& file) override;
};

}  // namespace fdskl::figures

#endif  // FDSKL_RUNNERS_REPORTING_FIGURES_MATPLOT_RENDERER_H_
