// Fits the unit costs of this machine to small runs of the trainer itself.
//
// A run uses one thread per worker and a small table. The processor time of this process is measured, so other programs
// on the machine matter little. Each run is repeated, and its least time counts. The runs differ in shape: rows,
// columns, density, workers, masking, bits, features, block, batch and sweeps. The fitted costs are those, none below
// zero, that minimise the sum of squares of the relative errors over all runs.
#ifndef FDSKL_RUNNERS_STUDIES_ESTIMATE_UNIT_FIT_H_
#define FDSKL_RUNNERS_STUDIES_ESTIMATE_UNIT_FIT_H_

#include <cstdint>
#include <functional>
#include <span>
#include <vector>

#include "datasets/holding.h"
#include "fdskl/cost_model.h"

namespace fdskl::estimate {

// A measured run.
struct Measured {
  CostShape shape;
  CostWork work;
  double cpu_seconds = 0;
  double sent_bytes = 0;
};

// Trains FDSKL over threads, each worker on deal(worker) without its test part, and measures the training only.
Measured MeasureTraining(const Settings& settings, int workers, int active,
                         const std::function<datasets::Holding(int worker)>& deal);

// Measures the small runs: about ten seconds of one core.
std::vector<Measured> SmallRuns();

// REQUIRES: at least one run.
UnitCosts FitUnitCosts(std::span<const Measured> runs);

}  // namespace fdskl::estimate

#endif  // FDSKL_RUNNERS_STUDIES_ESTIMATE_UNIT_FIT_H_
