// Figure 3, and the same figure by logical clocks: test error against training time.

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

// Whether the figure shows the arm. FD-SVRG and SecureBoost are not in the paper's Figure 3. All others are shown.
bool IsShown(cell::ArmRef arm) {
  constexpr std::array kLeftOut = {std::string_view("fd-svrg"), std::string_view("secureboost")};
  return std::ranges::find(kLeftOut, arm->method->name) == kLeftOut.end();
}

using Curve = std::vector<results::CurveRow>;

// The curves of the arm's runs, one for each split. Further splits that `errors` has are not timed.
std::vector<Curve> CurvesOf(const stored::Stored& stored, const std::string& dataset, cell::ArmRef arm, Timing timing) {
  std::vector<Curve> curves;
  for (const results::RunRow* run : stored.Rows(Experiment::kCurves, dataset, arm)) {
    Curve curve = stored.Curve(*run);
    std::erase_if(curve, [&](const results::CurveRow& point) {
      return !(stored::TrainSeconds(point, timing) > 0);  // no place on the axis
    });
    if (!curve.empty()) curves.push_back(std::move(curve));
  }
  // A split that was stopped early would shorten the mean.
  std::size_t longest = 0;
  for (const Curve& curve : curves) longest = std::max(longest, curve.size());
  std::erase_if(curves, [&](const Curve& curve) { return curve.size() < longest; });
  return curves;
}

// The mean of the splits' k-th points, as far as every split has one, with one standard deviation.
Line MeanCurve(const std::vector<Curve>& curves, const Look& look, Timing timing) {
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

std::optional<Figure> CurvesBy(const stored::Stored& stored, Timing timing, const std::string& caption) {
  if (stored.Rows(Experiment::kCurves).empty()) return std::nullopt;
  Figure figure;
  std::vector<cell::ArmRef> arms = stored.Arms(Experiment::kCurves);
  std::erase_if(arms, [](cell::ArmRef arm) { return !IsShown(arm); });
  const std::vector<Look> looks = LooksOf(arms);
  for (std::size_t i = 0; i < arms.size(); ++i) figure.legend.push_back({arms[i]->title, looks[i]});
  std::size_t most = 0;
  bool has_lines = false;
  for (const std::string& dataset : stored.Datasets(Experiment::kCurves)) {
    Panel panel = DatasetPanel(stored, Experiment::kCurves, dataset);
    panel.x = {.label = "training time [s]", .logarithmic = true};
    panel.y = {.label = "test error [%]"};
    for (std::size_t i = 0; i < arms.size(); ++i) {
      const std::vector<Curve> curves = CurvesOf(stored, dataset, arms[i], timing);
      most = std::max(most, curves.size());
      if (!curves.empty()) panel.lines.push_back(MeanCurve(curves, looks[i], timing));
    }
    has_lines = has_lines || !panel.lines.empty();
    for (std::string& note : AbsenceNotes(stored, Experiment::kCurves, dataset, arms)) {
      panel.notes.push_back(std::move(note));
    }
    figure.panels.push_back(std::move(panel));
  }
  if (!has_lines) return std::nullopt;
  figure.caption =
      caption + (most > 1 ? " Lines are means over splits, bands one standard deviation." : " One split, so no bands.");
  return figure;
}

}  // namespace

std::optional<Figure> CurvesFigure(const stored::Stored& stored) {
  return CurvesBy(
      stored, Timing::kElapsed,
      "Figure 3. Test error against training time (evaluation excluded), all parties on one machine. LIBSVM "
      "and PP-SVMV have no steps: each of their points is a whole training on a growing subset, and its "
      "time is that of this training alone, without the smaller subsets before it; PP-SVMV's has the merge "
      "of the matrix up to this subset besides.");
}

std::optional<Figure> ClockCurvesFigure(const stored::Stored& stored) {
  return CurvesBy(stored, Timing::kClock,
                  "As Figure 3, with a machine for every party on a local network, by logical clocks "
                  "(docs/clocks.md); a method in one process counts with its processor time.");
}

}  // namespace fdskl::figures
