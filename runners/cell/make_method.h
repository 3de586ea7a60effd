// The one place that turns a cell's method and settings into the learner itself.
#ifndef FDSKL_RUNNERS_CELL_MAKE_METHOD_H_
#define FDSKL_RUNNERS_CELL_MAKE_METHOD_H_

#include <memory>

#include "datasets/holding.h"
#include "fdskl/method.h"
#include "fdskl/net/channel.h"
#include "runners/cell/cell.h"

namespace fdskl::cell {

// Collective. The channel and the data outlive the method. REQUIRES: Validate() has passed.
// Errors: Error when the method cannot learn from such data; OutOfMemory, on all ranks, when it would need too much.
// What is done with missing values before the method sees them.
datasets::Missing MissingFor(MethodKind method);

std::unique_ptr<Method> MakeMethod(const Cell& cell, net::Channel& channel, const datasets::Holding& data);

}  // namespace fdskl::cell

#endif  // FDSKL_RUNNERS_CELL_MAKE_METHOD_H_
