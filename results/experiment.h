// The experiments whose rows figures, tables, claims and the report show.
//
// Planned experiments consist of cells: `fdskl reproduce` runs them, and `plan.experiment` names them. The others have
// a table of their own, which the command of the same name writes.
//
// `plan.experiment` is text, not this enum, because a user's folder of experiments may have any names. This enum has
// the experiments that the program itself refers to; plan_test checks it against runners/experiments/.
#ifndef FDSKL_RESULTS_EXPERIMENT_H_
#define FDSKL_RESULTS_EXPERIMENT_H_

#include "base/names.h"

namespace fdskl::results {

enum class Experiment {
  // Planned.
  kCurves,
  kErrors,
  kScaling,
  kWorkers,
  kMasking,
  kBits,
  kFeatures,
  kTimes,
  kShapes,
  // With a table of their own: comm.arrow, theory.arrow, audit.arrow, traffic.arrow.
  kComm,
  kTheory,
  kAudit,
  kTraffic,
};

constexpr auto NamesOf(Experiment /*value*/) {
  return base::EnumTable<Experiment, 13>{"experiment",
                                         {{{Experiment::kCurves, "curves"},
                                           {Experiment::kErrors, "errors"},
                                           {Experiment::kScaling, "scaling"},
                                           {Experiment::kWorkers, "workers"},
                                           {Experiment::kMasking, "masking"},
                                           {Experiment::kBits, "bits"},
                                           {Experiment::kFeatures, "features"},
                                           {Experiment::kTimes, "times"},
                                           {Experiment::kShapes, "shapes"},
                                           {Experiment::kComm, "comm"},
                                           {Experiment::kTheory, "theory"},
                                           {Experiment::kAudit, "audit"},
                                           {Experiment::kTraffic, "traffic"}}}};
}

constexpr bool IsPlanned(Experiment experiment) { return experiment < Experiment::kComm; }

}  // namespace fdskl::results

#endif  // FDSKL_RESULTS_EXPERIMENT_H_
