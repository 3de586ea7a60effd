// What one worker holds of a cell's data: its own columns, and labels only where it is active.
#ifndef FDSKL_RUNNERS_CELL_WORKER_DATA_H_
#define FDSKL_RUNNERS_CELL_WORKER_DATA_H_

#include <cstdint>
#include <vector>

#include "base/matrix.h"
#include "datasets/labels.h"
#include "datasets/scaling.h"
#include "fdskl/method.h"
#include "runners/cell/cell.h"
#include "runners/cell/harness.h"

namespace fdskl::cell {

struct WorkerData {
  datasets::Task task = datasets::Task::kClassification;
  std::int64_t total_rows = 0, total_columns = 0;  // samples of both parts; columns over all workers
  std::vector<std::int32_t> columns;               // of this worker
  base::Matrix train, test;                        // scaled by the training part
  datasets::ColumnScaler scaler;                   // what they were scaled by
  std::vector<std::int32_t> labelled;              // training samples whose label this worker holds
  std::vector<float> labels;                       // those labels
  std::vector<float> test_labels;                  // at worker 0, which measures; empty elsewhere

  // The view refers to this object, which outlives it.
  WorkerView View(int active) const;
};

// Collective: worker 0 makes the split and tells the others.
WorkerData LoadWorkerData(const Cell& cell, int rank, const Harness& harness);

}  // namespace fdskl::cell

#endif  // FDSKL_RUNNERS_CELL_WORKER_DATA_H_
