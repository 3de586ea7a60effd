// The one place that turns a cell's method and settings into the learner itself.
#ifndef FDSKL_RUNNERS_MAKE_METHOD_H_
#define FDSKL_RUNNERS_MAKE_METHOD_H_

#include <memory>

#include "fdskl/channel.h"
#include "fdskl/method.h"
#include "runners/cell.h"
#include "runners/worker_data.h"

namespace fdskl {

// Collective. The channel and the data outlive the method. REQUIRES: Validate() has passed.
// Errors: Error when the method cannot learn from such data; OutOfMemory, on all ranks, when it would need too much.
std::unique_ptr<Method> MakeMethod(const Cell& cell, Channel& channel, const WorkerData& data);

}  // namespace fdskl

#endif  // FDSKL_RUNNERS_MAKE_METHOD_H_
