// All training labels at worker 0, from the active workers that hold them.
#ifndef FDSKL_BASELINES_SVM_GATHER_LABELS_H_
#define FDSKL_BASELINES_SVM_GATHER_LABELS_H_

#include <vector>

#include "fdskl/method.h"
#include "fdskl/net/channel.h"

namespace fdskl::svm {

// Collective. At worker 0 the labels by sample, elsewhere nothing.
// Privacy: worker 0 learns every label; the others learn none.
std::vector<float> GatherLabels(net::Channel& channel, const WorkerView& view);

}  // namespace fdskl::svm

#endif  // FDSKL_BASELINES_SVM_GATHER_LABELS_H_
