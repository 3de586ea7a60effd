#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <tuple>

#include "base/statistics.h"
#include "baselines/dsg/dsg_method.h"
#include "baselines/methods.h"
#include "baselines/secureboost/secureboost_method.h"
#include "baselines/svm/svm_methods.h"
#include "fdskl/fdskl_method.h"
#include "fdskl/net/link_model.h"
#include "runners/cell/cell_row.h"
#include "runners/reporting/ledger/comparisons.h"
#include "runners/reporting/ledger/ledger.h"
#include "runners/reporting/stored/stored.h"

namespace fdskl::ledger {
namespace {

using results::Experiment;
using stored::Timing;

constexpr double kLeastSeconds = 1e-6;  // so that a time of zero has a logarithm

double LowestError(const std::vector<results::CurveRow>& curve) {
  double lowest = *curve.front().test_error;
  for (const results::CurveRow& point : curve) lowest = std::min(lowest, *point.test_error);
  return lowest;
}

// Nothing where the curve has no such times.
std::optional<double> SecondsTo(const std::vector<results::CurveRow>& curve, double target, Timing timing) {
  const auto reached = std::find_if(curve.begin(), curve.end(),
                                    [&](const results::CurveRow& point) { return *point.test_error <= target; });
  const auto seconds = stored::TrainSeconds(*reached, timing);
  return seconds ? std::optional(std::max(*seconds, kLeastSeconds)) : std::nullopt;
}

// The median over splits of log(rival's time / FDSKL's time) to the error that both reach.
std::optional<double> LogSpeedup(const stored::Stored& stored, const std::string& dataset, baselines::MethodRef rival,
                                 Timing timing) {
  std::vector<double> logs;
  for (const results::RunRow* ours : stored.Rows(Experiment::kCurves, dataset, &kFdskl)) {
    for (const results::RunRow* theirs : stored.Rows(Experiment::kCurves, dataset, rival)) {
      const auto a = stored.Curve(*ours);
      const auto b = stored.Curve(*theirs);
      if (ours->split != theirs->split || a.empty() || b.empty()) continue;
      const double target = std::max(LowestError(a), LowestError(b));
      const auto their_seconds = SecondsTo(b, target, timing);
      const auto our_seconds = SecondsTo(a, target, timing);
      if (their_seconds && our_seconds) logs.push_back(std::log(*their_seconds / *our_seconds));
    }
  }
  if (logs.empty()) return std::nullopt;
  return base::Median(logs);
}

// The order of training time in training rows; nothing with fewer than three sizes.
std::optional<double> Order(const std::vector<const results::RunRow*>& rows, Timing timing) {
  std::map<std::int64_t, std::vector<double>> seconds;
  for (const results::RunRow* run : rows) {
    const auto time = stored::TrainSeconds(*run, timing);
    if (time > 0) seconds[run->train_rows].push_back(*time);
  }
  if (seconds.size() < 3) return std::nullopt;
  std::vector<double> x;
  std::vector<double> y;
  for (const auto& [size, sample] : seconds) {
    x.push_back(static_cast<double>(size));
    y.push_back(base::Mean(sample));
  }
  return base::LogSlope(x, y);
}

std::optional<double> MeanSeconds(const std::vector<const results::RunRow*>& rows, Timing timing) {
  std::vector<double> sample;
  for (const results::RunRow* run : rows) {
    const auto time = stored::TrainSeconds(*run, timing);
    if (time > 0) sample.push_back(*time);
  }
  if (sample.empty()) return std::nullopt;
  return base::Mean(sample);
}

// Fills in the claim from the comparisons of elapsed times, and says beside what those by logical clocks give, and
// whether that would be another verdict. `compare` makes the comparisons of one kind of times.
template <class Compare>
void JudgeOnBoth(const Compare& compare, const std::string& what, const std::string& nothing, results::ClaimRow& row) {
  const Comparisons elapsed = compare(Timing::kElapsed);
  elapsed.Fill(what, nothing, row);
  const Comparisons by_clock = compare(Timing::kClock);
  if (by_clock.size() == 0) return;
  const Verdict verdict = by_clock.Judge();
  row.numbers += fmt::format("; with {}: {}, {}{}", stored::kClockText, by_clock.Text(), base::NameOf(verdict),
                             verdict == elapsed.Judge() ? " too" : ", which differs");
}

}  // namespace

Claim FastestConvergence(const stored::Stored& stored) {
  Claim claim{
      {.claim = "fastest convergence",
       .paper = "FDSKL always converges fastest of the kernel methods (Figure 3)",
       .rule = "Per dataset and rival (DSG, LIBSVM, PP-SVMV): the median over splits of rival's time / FDSKL's "
               "time to the lowest error that both reach is above 1. Held: in every comparison; partly: in more "
               "than half. A rival without a curve is not compared."},
      {Experiment::kCurves}};
  const auto compare = [&](Timing timing) {
    Comparisons comparisons;
    for (const std::string& dataset : stored.Datasets(Experiment::kCurves)) {
      for (const baselines::MethodRef rival : {&dsg::kDsg, &svm::kLibsvm, &svm::kPpSvmv}) {
        const auto speedup = LogSpeedup(stored, dataset, rival, timing);
        if (!speedup) continue;
        comparisons.Add(*speedup, fmt::format("{} {} ×{:.2g}", dataset, rival->title, std::exp(*speedup)));
      }
    }
    return comparisons;
  };
  JudgeOnBoth(compare, "FDSKL was first in", stored::NoRows(Experiment::kCurves), claim.row);
  return claim;
}

Claim TreeCheapest(const stored::Stored& stored) {
  Claim claim{
      {.claim = "tree cheapest as workers grow",
       .paper = "with more nodes the tree has the lowest communication cost (Figure 4)",
       .rule = "Per dataset and link, at the largest number of workers: the tree's time is below the ring's and "
               "the star's. What was summed decides, measured on this machine or by logical clock over a link; "
               "predicted times and pipelines are shown beside. Held: in every dataset; partly: in more than half."},
      {Experiment::kComm}};
  // The keys: whether it is a prediction, link and dataset; then workers; then structure.
  std::map<std::tuple<bool, std::string, std::string>,
           std::map<std::int64_t, std::map<std::string, std::vector<double>>>>
      times;
  for (const results::CommRow& row : stored.comm()) {
    const auto& run_seconds = row.clock_seconds ? row.clock_seconds : row.seconds;
    const auto& seconds = row.is_prediction ? row.predicted_seconds : run_seconds;
    if (seconds)
      times[{row.is_prediction, net::PresentLinkName(row.link), row.dataset}][row.workers][row.structure].push_back(
          *seconds);
  }
  Comparisons measured;
  Comparisons foretold;
  std::map<std::string, std::vector<double>> pipelines;  // their times over the tree's, where below
  for (const auto& [key, by_workers] : times) {
    const auto& [workers, by_structure] = *by_workers.rbegin();
    if (!by_structure.contains("tree") || !by_structure.contains("ring") || !by_structure.contains("star")) continue;
    const double tree = base::Median(by_structure.at("tree"));
    const double best = std::min(base::Median(by_structure.at("ring")), base::Median(by_structure.at("star")));
    if (tree <= 0 || best <= 0) continue;
    const auto& [predicted, link, dataset] = key;
    for (const char* pipeline : {"pipelined-tree", "pipelined-ring"}) {
      if (predicted || !by_structure.contains(pipeline)) continue;
      const double ratio = base::Median(by_structure.at(pipeline)) / tree;
      if (ratio < 1) pipelines[pipeline].push_back(ratio);
    }
    (predicted ? foretold : measured)
        .Add(std::log(best / tree), fmt::format("{} {} q={} ×{:.2g}", dataset, link, workers, best / tree));
  }
  measured.Fill("the tree was cheapest in", stored::NoRows(Experiment::kComm), claim.row);
  if (foretold.size() > 0) claim.row.numbers += fmt::format("; predicted: {}", foretold.Text());
  for (const auto& [pipeline, ratios] : pipelines) {
    claim.row.numbers += fmt::format("; a {} was cheaper still in {} of {}, down to ×{:.2g}", pipeline, ratios.size(),
                                     measured.size(), *std::ranges::min_element(ratios));
  }
  return claim;
}

Claim ScalesBetter(const stored::Stored& stored) {
  Claim claim{
      {.claim = "scales better than PP-SVMV",
       .paper = "FDSKL has much better scalability than PP-SVMV (Figure 5)",
       .rule = "Per dataset: the order of training time in training size, fitted on logarithmic axes over three "
               "sizes or more, is lower than PP-SVMV's; or PP-SVMV could not finish a size that FDSKL finished. "
               "Held: in every dataset; partly: in more than half."},
      {Experiment::kScaling}};
  const auto compare = [&](Timing timing) {
    Comparisons comparisons;
    for (const std::string& dataset : stored.Datasets(Experiment::kScaling)) {
      const auto ours = stored::Good(stored.Rows(Experiment::kScaling, dataset, &kFdskl));
      const auto theirs = stored.Rows(Experiment::kScaling, dataset, &svm::kPpSvmv);
      const auto a = Order(ours, timing);
      const auto b = Order(stored::Good(theirs), timing);
      const bool stopped = std::any_of(theirs.begin(), theirs.end(), [&](const results::RunRow* run) {
        return !cell::IsOk(*run) && std::any_of(ours.begin(), ours.end(), [&](const results::RunRow* our) {
          return our->train_rows == run->train_rows && stored::TrainSeconds(*our, timing).has_value();
        });
      });
      if (a && b && !stopped) {
        comparisons.Add(*b - *a, fmt::format("{}: order {:.2f} against {:.2f}", dataset, *a, *b));
      } else if (stopped) {
        comparisons.Add(1, fmt::format("{}: PP-SVMV {}", dataset,
                                       stored::Absence(stored, Experiment::kScaling, dataset, &svm::kPpSvmv)));
      }
    }
    return comparisons;
  };
  JudgeOnBoth(compare, "FDSKL grew slower in", stored::NoRows(Experiment::kScaling), claim.row);
  return claim;
}

Claim FasterThanSecureBoost(const stored::Stored& stored) {
  Claim claim{{.claim = "faster than SecureBoost",
               .paper = "FDSKL trains in fewer minutes than SecureBoost on every dataset (Table 4)",
               .rule = "Per dataset: SecureBoost's training time / FDSKL's is above 1; SecureBoost in a timeout while "
                       "FDSKL finished counts as slower. Held: on every dataset; partly: on more than half."},
              {Experiment::kTimes}};
  const auto compare = [&](Timing timing) {
    Comparisons comparisons;
    for (const std::string& dataset : stored.Datasets(Experiment::kTimes)) {
      const auto ours = MeanSeconds(stored::Good(stored.Rows(Experiment::kTimes, dataset, &kFdskl)), timing);
      const auto rows = stored.Rows(Experiment::kTimes, dataset, &secureboost::kSecureBoost);
      const auto theirs = MeanSeconds(stored::Good(rows), timing);
      if (!ours) continue;
      if (theirs) {
        comparisons.Add(std::log(*theirs / *ours), fmt::format("{} ×{:.2g}", dataset, *theirs / *ours));
      } else if (!rows.empty() && rows.front()->status == base::NameOf(cell::RunStatus::kTimeout)) {
        comparisons.Add(1, fmt::format("{} timeout", dataset));
      }
    }
    return comparisons;
  };
  JudgeOnBoth(compare, "FDSKL was faster on", stored::NoRows(Experiment::kTimes), claim.row);
  return claim;
}

}  // namespace fdskl::ledger
