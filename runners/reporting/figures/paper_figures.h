// The paper's figures and some of our own, from stored tables. `fdskl figures` draws them.
//
// To add a figure, write a file x_figure.cc beside this one with a function XFigure() (curves_figure.cc is a model to
// copy), and add a line to the list below.
#ifndef FDSKL_RUNNERS_REPORTING_FIGURES_PAPER_FIGURES_H_
#define FDSKL_RUNNERS_REPORTING_FIGURES_PAPER_FIGURES_H_

#include <filesystem>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "baselines/methods.h"
#include "results/experiment.h"
#include "runners/reporting/figures/figure.h"
#include "runners/reporting/figures/renderer.h"
#include "runners/reporting/stored/stored.h"

namespace fdskl::figures {

// clang-format off
// FIGURE(function, name of its files, experiment whose rows it shows), in the order of the report.
#define FDSKL_PAPER_FIGURES(FIGURE)                                                \
  FIGURE(SystemFigure, "figure1_system", results::Experiment::kTraffic)            \
  FIGURE(TreesFigure, "figure2_trees", std::nullopt)                               \
  FIGURE(CurvesFigure, "figure3_curves", results::Experiment::kCurves)             \
  FIGURE(CommFigure, "figure4_communication", results::Experiment::kComm)          \
  FIGURE(ScalingFigure, "figure5_scaling", results::Experiment::kScaling)          \
  FIGURE(ErrorsFigure, "figure6_errors", results::Experiment::kErrors)             \
  FIGURE(PrintedFigure, "extra_as_printed", results::Experiment::kErrors)          \
  FIGURE(ClockCurvesFigure, "extra_clocks", results::Experiment::kCurves)          \
  FIGURE(BytesFigure, "extra_bytes", results::Experiment::kErrors)                 \
  FIGURE(WorkersFigure, "extra_workers", results::Experiment::kWorkers)            \
  FIGURE(MaskingFigure, "extra_masking", results::Experiment::kMasking)            \
  FIGURE(BitsFigure, "extra_bits", results::Experiment::kBits)                     \
  FIGURE(FeaturesFigure, "extra_features", results::Experiment::kFeatures)         \
  FIGURE(AuditFigure, "extra_audit", results::Experiment::kAudit)                  \
  FIGURE(TheoremFigure, "extra_theorem1", results::Experiment::kTheory)            \
  FIGURE(CostFigure, "extra_appendix_c", results::Experiment::kTheory)

// Each function returns nothing when its experiment has no row to show.
#define FDSKL_DECLARE_FIGURE(function, name, experiment) std::optional<Figure> function(const stored::Stored& stored);
FDSKL_PAPER_FIGURES(FDSKL_DECLARE_FIGURE)
#undef FDSKL_DECLARE_FIGURE
// clang-format on

struct FigureMaker {
  std::string_view name;
  std::optional<results::Experiment> experiment;
  std::optional<Figure> (*make)(const stored::Stored&);
};

// The list above.
std::span<const FigureMaker> PaperFigures();

struct DrawnFigure {
  std::string name, caption;
  std::string missing;  // what to run if there is nothing to draw; then there are no files
};

// The end of the name of a figure's PDF for one text column; the other files are as wide as a page.
inline constexpr std::string_view kColumnEnd = "_column.pdf";

// Draws all figures into `folder`. Captions end with the data, splits, profile and machine behind them. If a figure has
// no rows, the files of an earlier drawing are removed.
// Errors: as Renderer::Render().
std::vector<DrawnFigure> DrawFigures(const stored::Stored& stored, const std::filesystem::path& folder,
                                     Renderer& renderer);

// `fdskl figures`: draws all as SVG, PNG and PDF, the latter also for a text column, and prints a line for each.
// Returns the exit status: 0, even when some have nothing to draw. Errors: as MakeRenderer() and DrawFigures().
int FiguresCommand(const std::filesystem::path& results, const std::filesystem::path& output, RendererKind renderer);

// For the functions of the list.
// A panel whose title names the dataset with the edition and the most rows that the first method used. Its notes name
// the methods that used other data.
Panel DatasetPanel(const stored::Stored& stored, results::Experiment experiment, const std::string& dataset);
// If a panel has dashed lines, names them in the legend as times by logical clocks.
void AddClockLegend(Figure& figure);
// "PP-SVMV: out-of-memory" for each of `methods`, or `arms`, that is planned but has no results, or not all.
std::vector<std::string> AbsenceNotes(const stored::Stored& stored, results::Experiment experiment,
                                      std::string_view dataset, std::span<const baselines::MethodRef> methods);
std::vector<std::string> AbsenceNotes(const stored::Stored& stored, results::Experiment experiment,
                                      std::string_view dataset, std::span<const cell::ArmRef> arms);

}  // namespace fdskl::figures

#endif  // FDSKL_RUNNERS_REPORTING_FIGURES_PAPER_FIGURES_H_
