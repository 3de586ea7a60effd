#include "runners/reporting/ledger/curve_times.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <set>
#include <vector>

#include "base/statistics.h"

namespace fdskl::ledger {
namespace {

constexpr double kLeastSeconds = 1e-6;  // gives a time of zero a logarithm

double LowestOf(const std::vector<results::CurveRow>& curve) {
  double lowest = *curve.front().test_error;
  for (const results::CurveRow& point : curve) lowest = std::min(lowest, *point.test_error);
  return lowest;
}

// The time at which the curve first reaches `target`; none if the curve has no such times.
std::optional<double> SecondsTo(const std::vector<results::CurveRow>& curve, double target, stored::Timing timing) {
  const auto reached = std::find_if(curve.begin(), curve.end(),
                                    [&](const results::CurveRow& point) { return *point.test_error <= target; });
  const auto seconds = stored::TrainSeconds(*reached, timing);
  return seconds ? std::optional(std::max(*seconds, kLeastSeconds)) : std::nullopt;
}

}  // namespace

std::optional<Speedup> SpeedupToEqualError(const stored::Stored& stored, results::Experiment experiment,
                                           const std::string& dataset, cell::ArmRef subject, cell::ArmRef rival,
                                           stored::Timing timing) {
  std::vector<double> logs;
  std::set<std::int64_t> splits;
  Speedup speedup{.least_points = std::numeric_limits<std::size_t>::max()};
  for (const results::RunRow* ours : stored.Rows(experiment, dataset, subject)) {
    for (const results::RunRow* theirs : stored.Rows(experiment, dataset, rival)) {
      const auto a = stored.Curve(*ours);
      const auto b = stored.Curve(*theirs);
      if (ours->split != theirs->split || a.empty() || b.empty()) continue;
      const double target = std::max(LowestOf(a), LowestOf(b));
      const auto their_seconds = SecondsTo(b, target, timing);
      const auto our_seconds = SecondsTo(a, target, timing);
      if (!their_seconds || !our_seconds) continue;
      logs.push_back(std::log(*their_seconds / *our_seconds));
      splits.insert(ours->split);
      speedup.least_points = std::min({speedup.least_points, a.size(), b.size()});
    }
  }
  if (logs.empty()) return std::nullopt;
  speedup.log_ratio = base::Median(logs);
  speedup.splits = splits.size();
  return speedup;
}

}  // namespace fdskl::ledger
