// A drawing as a gnuplot script.
#ifndef FDSKL_RUNNERS_REPORTING_FIGURES_GNUPLOT_SCRIPT_H_
#define FDSKL_RUNNERS_REPORTING_FIGURES_GNUPLOT_SCRIPT_H_

#include <filesystem>
#include <string>

#include "runners/reporting/figures/drawing.h"

namespace fdskl::figures {

enum class FileFormat { kSvg, kPng, kPdf };

// `output` is the file that gnuplot is to write.
std::string GnuplotScript(const Drawing& drawing, FileFormat format, const std::filesystem::path& output);

}  // namespace fdskl::figures

#endif  // FDSKL_RUNNERS_REPORTING_FIGURES_GNUPLOT_SCRIPT_H_
