#include <algorithm>
#include <array>

#include "base/statistics.h"
#include "baselines/dsg/dsg_method.h"
#include "baselines/methods.h"
#include "baselines/svm/svm_methods.h"
#include "fdskl/fdskl_method.h"
#include "runners/reporting/figures/paper_figures.h"

namespace fdskl::figures {
namespace {

using results::Experiment;
using stored::Timing;

constexpr std::array kKernelMethods = {&kFdskl, &dsg::kDsg, &svm::kLibsvm, &svm::kPpSvmv};

// The mean of the splits' k-th points, as far as every split has one, with one standard deviation.
Line MeanCurve(const std::vector<std::vector<results::CurveRow>>& curves, Look look, Timing timing) {
  look.dashed = timing == Timing::kClock;
  std::size_t length = curves.front().size();
  for (const auto& curve : curves) length = std::min(length, curve.size());
  Line line{.look = look};
  for (std::size_t k = 0; k < length; ++k) {
    std::vector<double> seconds;
    std::vector<double> errors;
    for (const auto& curve : curves) {
      seconds.push_back(*stored::TrainSeconds(curve[k], timing));
      errors.push_back(*curve[k].test_error);
    }
    AddMean(base::Mean(seconds), errors, line);
  }
  return line;
}

}  // namespace

std::optional<Figure> CurvesFigure(const stored::Stored& stored) {
  if (stored.Rows(Experiment::kCurves).empty()) return std::nullopt;
  Figure figure;
  figure.caption =
      "Figure 3. Test error against training time (evaluation excluded), mean over splits with one standard deviation. "
      "LIBSVM and PP-SVMV have no steps: each of their points is a whole training on a growing subset, and its time is "
      "that of this training alone, without the smaller subsets before it; PP-SVMV's has the merge of the matrix up to "
      "this subset besides. Dashed: with a machine for every party on a local network, by logical clocks.";
  std::vector<cell::ArmRef> arms = stored.Arms(Experiment::kCurves);
  std::erase_if(
      arms, [](cell::ArmRef arm) { return std::ranges::find(kKernelMethods, arm->method) == kKernelMethods.end(); });
  for (const cell::ArmRef arm : arms) figure.legend.push_back({arm->title, LookOf(arm)});
  for (const std::string& dataset : stored.Datasets(Experiment::kCurves)) {
    Panel panel = DatasetPanel(stored, Experiment::kCurves, dataset);
    panel.x = {.label = "training time [s]", .logarithmic = true};
    panel.y = {.label = "test error [%]"};
    for (const cell::ArmRef arm : arms) {
      for (const Timing timing : {Timing::kElapsed, Timing::kClock}) {
        std::vector<std::vector<results::CurveRow>> curves;
        for (const results::RunRow* run : stored.Rows(Experiment::kCurves, dataset, arm)) {
          std::vector<results::CurveRow> curve = stored.Curve(*run);
          std::erase_if(curve, [&](const results::CurveRow& point) {
            return !(stored::TrainSeconds(point, timing) > 0);  // no place on the axis
          });
          if (!curve.empty()) curves.push_back(std::move(curve));
        }
        if (!curves.empty()) panel.lines.push_back(MeanCurve(curves, LookOf(arm), timing));
      }
    }
    for (std::string& note : AbsenceNotes(stored, Experiment::kCurves, dataset, arms)) {
      panel.notes.push_back(std::move(note));
    }
    figure.panels.push_back(std::move(panel));
  }
  AddClockLegend(figure);
  return figure;
}

}  // namespace fdskl::figures
