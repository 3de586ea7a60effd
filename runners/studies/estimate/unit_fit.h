// Unit costs of this machine, fitted to small runs of the trainer itself.
//
// A run is over threads, one a worker, on a small table; what is measured is the processor time of this process, so
// that other programs on the machine matter little; each run is repeated, and its least time counts. The shapes of the
// runs differ in columns, workers, masking, bits, block, batch and sweeps, and in nothing else. The costs are those,
// none below zero, for which the relative errors of all runs have the least sum of squares.
#ifndef FDSKL_RUNNERS_STUDIES_ESTIMATE_UNIT_FIT_H_
#define FDSKL_RUNNERS_STUDIES_ESTIMATE_UNIT_FIT_H_

#include <cstdint>
#include <functional>
#include <span>
#include <vector>

#include "datasets/holding.h"
#include "fdskl/cost_model.h"

namespace fdskl::estimate {

// A run that was measured.
struct Measured {
  CostShape shape;
  CostWork work;
  double cpu_seconds = 0;
  double sent_bytes = 0;
};

// Trains FDSKL over threads on what deal(worker) gives, without a test part, and measures the training alone.
Measured MeasureTraining(const Settings& settings, int workers, int active,
                         const std::function<datasets::Holding(int worker)>& deal);

// The small runs: about ten seconds of one core.
std::vector<Measured> SmallRuns();

// REQUIRES: a run at least.
UnitCosts FitUnitCosts(std::span<const Measured> runs);

}  // namespace fdskl::estimate

#endif  // FDSKL_RUNNERS_STUDIES_ESTIMATE_UNIT_FIT_H_
