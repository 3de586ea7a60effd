// Claims about error over time: the abstract, Figure 3 and the conclusion.

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "base/statistics.h"
#include "baselines/dsg/dsg_method.h"
#include "baselines/svm/svm_methods.h"
#include "fdskl/fdskl_method.h"
#include "runners/cell/cell_row.h"
#include "runners/reporting/ledger/comparisons.h"
#include "runners/reporting/ledger/curve_times.h"
#include "runners/reporting/ledger/ledger.h"

namespace fdskl::ledger {
namespace {

using results::Experiment;
using stored::Timing;

constexpr std::size_t kLeastPoints = 12;  // with fewer points in a curve the verdict is too coarse
constexpr std::size_t kLeastSplits = 3;

// The speedups on one dataset. The rival that is hardest to beat decides.
struct DatasetSpeedups {
  double least_log = std::numeric_limits<double>::infinity();
  std::size_t points = std::numeric_limits<std::size_t>::max(), splits = std::numeric_limits<std::size_t>::max();
  std::string text;
};

std::optional<DatasetSpeedups> SpeedupsOn(const stored::Stored& stored, const std::string& dataset,
                                          cell::ArmRef subject, Timing timing) {
  DatasetSpeedups all;
  std::vector<std::string> texts;
  for (const baselines::MethodRef rival : {&dsg::kDsg, &svm::kLibsvm, &svm::kPpSvmv}) {
    const auto speedup =
        SpeedupToEqualError(stored, Experiment::kCurves, dataset, subject, cell::OwnArm(rival), timing);
    if (!speedup) continue;
    all.least_log = std::min(all.least_log, speedup->log_ratio);
    all.points = std::min(all.points, speedup->least_points);
    all.splits = std::min(all.splits, speedup->splits);
    texts.push_back(fmt::format("{} {}", rival->title, FactorText(std::exp(speedup->log_ratio))));
  }
  if (texts.empty()) return std::nullopt;
  all.text = fmt::format("{}: {}", dataset, fmt::join(texts, ", "));
  return all;
}

// Judges by the curves of the datasets with `least_columns` columns or more.
void JudgeCurves(const stored::Stored& stored, cell::ArmRef subject, std::int64_t least_columns,
                 const std::string& nothing, results::ClaimRow& row) {
  std::size_t points = std::numeric_limits<std::size_t>::max();
  std::size_t splits = std::numeric_limits<std::size_t>::max();
  const auto compare = [&](Timing timing) {
    Comparisons comparisons(Comparisons::Scale::kRatio);
    for (const std::string& dataset : stored.Datasets(Experiment::kCurves)) {
      const auto runs = stored.Rows(Experiment::kCurves, dataset, subject);
      if (runs.empty() || runs.front()->columns < least_columns) continue;
      const auto speedups = SpeedupsOn(stored, dataset, subject, timing);
      if (!speedups) continue;
      comparisons.Add(speedups->least_log, speedups->text);
      points = std::min(points, speedups->points);
      splits = std::min(splits, speedups->splits);
    }
    return comparisons;
  };
  JudgeOnBoth(compare, fmt::format("{} was first on", subject->title), nothing, row);
  if (row.verdict == base::NameOf(Verdict::kNotTestable)) return;
  row.numbers +=
      fmt::format("; curves of {} points or more, {} split{} or more", points, splits, splits == 1 ? "" : "s");
  if (points < kLeastPoints || splits < kLeastSplits) {
    AtMostPartly(
        fmt::format("the curves are coarse, {} points and {} splits are asked for", kLeastPoints, kLeastSplits), row);
  }
}

}  // namespace

Claim FastestConvergence(const stored::Stored& stored, cell::ArmRef subject) {
  Claim claim{
      {.claim = "fastest convergence",
       .paper = "FDSKL always converges fastest of the kernel methods (Figure 3)",
       .rule = fmt::format(
           "Per dataset: to the lowest error that both reach, the median over splits of rival's time / FDSKL's is "
           "above "
           "1 for each rival (DSG, LIBSVM, PP-SVMV). The comparisons on one dataset depend on each other, so the least "
           "of them counts, once. LIBSVM's and PP-SVMV's points do not carry the time of smaller subsets. Held: on "
           "every dataset, with curves of {} points and {} splits or more; partly: on more than half. A rival without "
           "a curve is not compared.",
           kLeastPoints, kLeastSplits)},
      {Experiment::kCurves}};
  JudgeCurves(stored, subject, 0, stored::NoRows(Experiment::kCurves), claim.row);
  return claim;
}

Claim EfficientInHighDimension(const stored::Stored& stored, cell::ArmRef subject) {
  Claim claim{
      {.claim = "efficient in high dimension",
       .paper = "FDSKL is more efficient than the existing kernel methods for high dimensional data (Conclusion)",
       .rule = fmt::format("As \"fastest convergence\", on the datasets of {} columns or more here.", kHighDimension)},
      {Experiment::kCurves}};
  JudgeCurves(stored, subject, kHighDimension,
              stored.Rows(Experiment::kCurves).empty() ? stored::NoRows(Experiment::kCurves)
                                                       : "no dataset of high dimension has curves of both",
              claim.row);
  return claim;
}

Claim FasterThanFederatedKernels(const stored::Stored& stored, cell::ArmRef subject) {
  Claim claim{
      {.claim = "faster than federated kernel methods",
       .paper = "FDSKL is significantly faster than state-of-the-art federated learning methods when dealing with "
                "kernels (Abstract)",
       .rule =
           "Per dataset: the median over the timed splits of PP-SVMV's total training time / FDSKL's is above 1; "
           "PP-SVMV that could not finish where FDSKL did counts as slower, by a factor of 2. Held: on every dataset "
           "and p < 0.05; partly: on more than half."},
      {Experiment::kCurves}};
  constexpr double kUnfinished = 2;
  const auto compare = [&](Timing timing) {
    Comparisons comparisons(Comparisons::Scale::kRatio);
    for (const std::string& dataset : stored.Datasets(Experiment::kCurves)) {
      const auto theirs = stored.Rows(Experiment::kCurves, dataset, cell::OwnArm(&svm::kPpSvmv));
      std::vector<double> logs;
      bool finished = false;
      for (const results::RunRow* ours : stored::Good(stored.Rows(Experiment::kCurves, dataset, subject))) {
        const auto our_seconds = stored::TrainSeconds(*ours, timing);
        if (!(our_seconds > 0)) continue;
        finished = true;
        for (const results::RunRow* run : stored::Good(theirs)) {
          const auto seconds = stored::TrainSeconds(*run, timing);
          if (run->split == ours->split && seconds > 0) logs.push_back(std::log(*seconds / *our_seconds));
        }
      }
      if (!logs.empty()) {
        comparisons.Add(base::Median(logs), fmt::format("{} {}", dataset, FactorText(std::exp(base::Median(logs)))));
      } else if (finished && !theirs.empty() && !cell::IsOk(*theirs.front())) {
        comparisons.Add(std::log(kUnfinished), fmt::format("{}: PP-SVMV {}", dataset, theirs.front()->status));
      }
    }
    return comparisons;
  };
  JudgeOnBoth(compare, fmt::format("{} was faster than PP-SVMV on", subject->title),
              stored::NoRows(Experiment::kCurves), claim.row);
  if (!claim.row.p_value) AtMostPartly("too few datasets for a test", claim.row);
  return claim;
}

}  // namespace fdskl::ledger
