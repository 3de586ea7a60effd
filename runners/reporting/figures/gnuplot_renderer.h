// Draws figures with gnuplot, which runs as a separate process.
//
// Needs: gnuplot 5.4 or 6 with the terminals svg, pngcairo and pdfcairo (Debian: gnuplot-nox).
#ifndef FDSKL_RUNNERS_REPORTING_FIGURES_GNUPLOT_RENDERER_H_
#define FDSKL_RUNNERS_REPORTING_FIGURES_GNUPLOT_RENDERER_H_

#include <string>

#include "runners/reporting/figures/renderer.h"

namespace fdskl::figures {

class GnuplotRenderer : public Renderer {
 public:
  // `program` is looked for along PATH.
  explicit GnuplotRenderer(std::string program = "gnuplot") : program_(std::move(program)) {}

  void Render(const Drawing& drawing, const std::filesystem::path& file) override;

 private:
  std::string program_;
};

}  // namespace fdskl::figures

#endif  // FDSKL_RUNNERS_REPORTING_FIGURES_GNUPLOT_RENDERER_H_
