#include "runners/figures/renderer.h"

#include "base/error.h"
#include "runners/figures/gnuplot_renderer.h"
#include "runners/files.h"
#ifdef FDSKL_HAS_MATPLOT
#include "runners/figures/matplot_renderer.h"
#endif

namespace fdskl {

#ifdef FDSKL_HAS_MATPLOT

RendererKind BestRenderer() { return RendererKind::kMatplot; }

std::unique_ptr<Renderer> MakeRenderer(RendererKind kind) {
  if (kind == RendererKind::kMatplot) return std::make_unique<MatplotRenderer>();
  return std::make_unique<GnuplotRenderer>();
}

#else

RendererKind BestRenderer() { return RendererKind::kGnuplot; }

std::unique_ptr<Renderer> MakeRenderer(RendererKind kind) {
  if (kind == RendererKind::kMatplot) Fail("this program was built without matplot++; valid here: gnuplot");
  return std::make_unique<GnuplotRenderer>();
}

#endif

void EraseDate(const std::filesystem::path& pdf) {
  constexpr std::string_view kBegin = "/CreationDate (D:";
  std::string text = ReadText(pdf);
  const std::size_t begin = text.find(kBegin);
  if (begin == std::string::npos) return;
  for (std::size_t i = begin + kBegin.size(); i < text.size() && text[i] >= '0' && text[i] <= '9'; ++i) text[i] = '1';
  WriteText(pdf, text);
}

}  // namespace fdskl
