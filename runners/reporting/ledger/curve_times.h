// How long two arms take to reach the same test error, from their stored curves.
#ifndef FDSKL_RUNNERS_REPORTING_LEDGER_CURVE_TIMES_H_
#define FDSKL_RUNNERS_REPORTING_LEDGER_CURVE_TIMES_H_

#include <cstddef>
#include <optional>
#include <string>

#include "runners/reporting/stored/stored.h"

namespace fdskl::ledger {

// The time of a point on a curve is the training time up to it. LIBSVM's and PP-SVMV's points are whole trainings on
// growing subsets, and do not include the time of the smaller subsets before them.
struct Speedup {
  double log_ratio = 0;          // median over splits of log(rival's time / subject's time)
  std::size_t splits = 0;        // number of splits that both have
  std::size_t least_points = 0;  // points of the shortest curve
};

// The speedup to the lowest error that both reach, on the same splits of an experiment. Returns nothing if one of them
// has no such times.
std::optional<Speedup> SpeedupToEqualError(const stored::Stored& stored, results::Experiment experiment,
                                           const std::string& dataset, cell::ArmRef subject, cell::ArmRef rival,
                                           stored::Timing timing = stored::Timing::kElapsed);

}  // namespace fdskl::ledger

#endif  // FDSKL_RUNNERS_REPORTING_LEDGER_CURVE_TIMES_H_
