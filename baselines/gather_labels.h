// All training labels at worker 0, from the active workers that hold them.
#ifndef FDSKL_BASELINES_GATHER_LABELS_H_
#define FDSKL_BASELINES_GATHER_LABELS_H_

#include <vector>

#include "fdskl/channel.h"
#include "fdskl/method.h"

namespace fdskl {

// Collective. At worker 0 the labels by sample, elsewhere nothing.
// Privacy: worker 0 learns every label; the others learn none.
std::vector<float> GatherLabels(Channel& channel, const WorkerView& view);

}  // namespace fdskl

#endif  // FDSKL_BASELINES_GATHER_LABELS_H_
