#include "runners/reporting/figures/renderer.h"

#include "base/error.h"
#include "base/files.h"
#include "runners/reporting/figures/gnuplot_renderer.h"
#ifdef FDSKL_HAS_MATPLOT
#include "runners/reporting/figures/matplot_renderer.h"
#endif

namespace fdskl::figures {

#ifdef FDSKL_HAS_MATPLOT

RendererKind BestRenderer() { return RendererKind::kMatplot; }

std::unique_ptr<Renderer> MakeRenderer(RendererKind kind) {
  if (kind == RendererKind::kMatplot) return std::make_unique<MatplotRenderer>();
  return std::make_unique<GnuplotRenderer>();
}

#else

RendererKind BestRenderer() { return RendererKind::kGnuplot; }

std::unique_ptr<Renderer> MakeRenderer(RendererKind kind) {
  if (kind == RendererKind::kMatplot) base::Fail("this program was built without matplot++; valid here: gnuplot");
  return std::make_unique<GnuplotRenderer>();
}

#endif

FileFormat FormatOf(const std::filesystem::path& file) {
  if (file.extension() == ".svg") return FileFormat::kSvg;
  if (file.extension() == ".png") return FileFormat::kPng;
  if (file.extension() == ".pdf") return FileFormat::kPdf;
  base::Fail("{}: a figure's file ends with .svg, .png or .pdf", file.string());
}

void EraseDate(const std::filesystem::path& pdf) {
  constexpr std::string_view kBegin = "/CreationDate (D:";
  std::string text = base::ReadText(pdf);
  const std::size_t begin = text.find(kBegin);
  if (begin == std::string::npos) return;
  for (std::size_t i = begin + kBegin.size(); i < text.size() && text[i] >= '0' && text[i] <= '9'; ++i) text[i] = '1';
  base::WriteText(pdf, text);
}

}  // namespace fdskl::figures
