// What one worker knows of a training problem: its own columns of all training samples, and the labels that it holds.
//
// Lifetime: a view; the data, usually a datasets/holding.h, must outlive everything that uses it.
#ifndef FDSKL_BASE_WORKER_VIEW_H_
#define FDSKL_BASE_WORKER_VIEW_H_

#include <cstdint>
#include <span>

#include "base/matrix.h"

namespace fdskl::base {

struct WorkerView {
  const Matrix* train = nullptr;           // this worker's columns of all training samples, scaled
  std::span<const std::int32_t> columns;   // their global column numbers, one per column of *train
  std::int64_t total_columns = 0;          // over all workers
  std::span<const std::int32_t> labelled;  // training samples whose label this worker holds; empty when passive
  std::span<const float> labels;           // their labels, in that order: -1 or +1, or any number in regression
  int active = 1;                          // workers 0 .. active-1 hold labels
  const Matrix* watched = nullptr;         // samples that are predicted repeatedly while training, if any
};

}  // namespace fdskl::base

#endif  // FDSKL_BASE_WORKER_VIEW_H_
