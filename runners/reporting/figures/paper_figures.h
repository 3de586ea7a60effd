// The paper's figures and four of our own, from stored tables.
#ifndef FDSKL_RUNNERS_REPORTING_FIGURES_PAPER_FIGURES_H_
#define FDSKL_RUNNERS_REPORTING_FIGURES_PAPER_FIGURES_H_

#include <optional>
#include <span>
#include <string_view>

#include "runners/reporting/figures/figure.h"
#include "runners/reporting/stored/stored.h"

namespace fdskl::figures {

// Each returns nothing when its experiment has no row.

// Figure 2: the trees T1 and T2 that Trainer uses, for eight and for four workers.
Figure TreesFigure();
// Figure 3: test error against training time, mean over splits of each k-th evaluation.
std::optional<Figure> CurvesFigure(const stored::Stored& stored);
// Figure 4: time to sum local matrices against workers, as measured here.
std::optional<Figure> CommFigure(const stored::Stored& stored);
// The same as predicted for slower links.
std::optional<Figure> LinksFigure(const stored::Stored& stored);
// Figure 5: training time against training size.
std::optional<Figure> ScalingFigure(const stored::Stored& stored);
// Figure 6: box plots of test errors over splits.
std::optional<Figure> ErrorsFigure(const stored::Stored& stored);
// Training time against workers; commented out in the paper.
std::optional<Figure> WorkersFigure(const stored::Stored& stored);
// What masking costs: training time and bytes sent by masking.
std::optional<Figure> MaskingFigure(const stored::Stored& stored);
// What the privacy audit recovered against the features seen.
std::optional<Figure> AuditFigure(const stored::Stored& stored);

struct FigureMaker {
  std::string_view name;
  std::optional<results::Experiment> experiment;  // whose rows it shows; the trees have none
  std::optional<Figure> (*make)(const stored::Stored&);
};

// All of them.
std::span<const FigureMaker> PaperFigures();

// For the makers.
// Its title names the dataset with edition and rows, the most that the first method used; its notes name the methods
// that used others.
Panel DatasetPanel(const stored::Stored& stored, results::Experiment experiment, const std::string& dataset);
// "PP-SVMV: out-of-memory" for each of `methods` that is planned and absent, or present in part.
std::vector<std::string> AbsenceNotes(const stored::Stored& stored, results::Experiment experiment,
                                      std::string_view dataset, std::span<const cell::MethodKind> methods);

}  // namespace fdskl::figures

#endif  // FDSKL_RUNNERS_REPORTING_FIGURES_PAPER_FIGURES_H_
