// What one worker holds of a dataset: its own columns, and labels if it is active. Runs, searches, studies, benches and
// tests all load their data through this header.
//
// Labels:  dealt in turn to the workers 0 .. active-1, so that exactly one of them holds each label (LabelledBy()).
// Columns: chosen by the caller, with WorkerColumns() or ColumnsInTurn().
// Privacy: a worker reads only its own columns, and labels only if it is active. It keeps only the labels dealt to it;
//          worker 0, which measures, also keeps those of the test part.
#ifndef FDSKL_DATASETS_HOLDING_H_
#define FDSKL_DATASETS_HOLDING_H_

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "base/matrix.h"
#include "base/worker_view.h"
#include "datasets/column_store.h"
#include "datasets/labels.h"
#include "datasets/scaling.h"
#include "datasets/split.h"

namespace fdskl::datasets {

// A worker's number, and how many workers hold labels. The default is a single worker that holds everything.
struct Seat {
  int worker = 0;
  int active = 1;
};

// Where a worker's columns are while they are used.
enum class Hold {
  kMemory,  // all of them in memory
  kStore,   // in the mapped column store: rows are read when they are needed and not kept
};

constexpr auto NamesOf(Hold /*value*/) {
  return base::EnumTable<Hold, 2>{"hold", {{{Hold::kMemory, "memory"}, {Hold::kStore, "store"}}}};
}

struct Holding {
  Task task = Task::kClassification;
  std::int64_t total_rows = 0, total_columns = 0;  // samples of both parts; columns over all workers
  int active = 1;                                  // workers that hold labels
  std::vector<std::int32_t> columns;               // global numbers of this worker's columns
  base::Matrix train, test;                        // scaled as the catalogue says, by the training part
  ColumnScaler scaler;                             // the scaling that was applied; empty when there was none
  std::vector<std::int32_t> labelled;              // training samples whose label this worker holds
  std::vector<float> labels;                       // those labels
  std::vector<float> test_labels;                  // only at worker 0, which measures; empty elsewhere

  // A view of this object, which must outlive it. The view watches the test part, if there is one.
  base::WorkerView View() const;
};

// Loads this worker's columns of the given samples. They are scaled by the training part, as store.scaling() says;
// missing values are filled or kept. Values and scaling do not depend on `hold`.
// Privacy:  reads no other column, and no label unless the worker is active.
// REQUIRES: `columns`, `train` and `test` each ascend strictly and lie within the store.
// Errors:   those of ColumnStore::Load() and scaling().
Holding LoadHolding(const ColumnStore& store, std::span<const std::int32_t> train, std::span<const std::int32_t> test,
                    std::vector<std::int32_t> columns, Seat seat, Missing missing, Hold hold = Hold::kMemory);

// Split number `split` of a store's samples: random, or the given one where the dataset comes with a test part. `rows`
// caps the samples used.
Split SplitOf(const ColumnStore& store, int split, std::optional<std::int64_t> rows = {});

// A table that one worker owns. Its rows are the samples that all workers have in common.
struct OwnTable {
  Task task = Task::kClassification;
  Scaling scaling = Scaling::kMinMax;
  base::DenseMatrix x;
  std::vector<float> labels;                         // -1 or +1, or any number in regression; empty: it has none
  std::int64_t first_column = 0, total_columns = 0;  // global number of its first column; columns over all workers
};

// Loads the given samples of the table, scaled by the training part.
// REQUIRES: the samples ascend and lie within the table; an active worker has labels.
Holding LoadHolding(const OwnTable& table, std::span<const std::int32_t> train, std::span<const std::int32_t> test,
                    Seat seat, Missing missing);

// These columns of these samples, scaled by `scaler`; missing values are filled.
// REQUIRES: `columns` and `rows` each ascend strictly and lie within the store; the scaler was fitted to these columns.
base::Matrix LoadScaled(const ColumnStore& store, std::span<const std::int32_t> columns,
                        std::span<const std::int32_t> rows, const ColumnScaler& scaler, Hold hold);

// Takes this worker's columns from a table that is scaled already. There is no test part.
// REQUIRES: one label per row; the columns lie within the table.
Holding DealHolding(const base::DenseMatrix& x, std::span<const float> y, std::vector<std::int32_t> columns, Seat seat);

// values[places[0]], values[places[1]], ...
std::vector<float> Pick(std::span<const float> values, std::span<const std::int32_t> places);

// The columns worker, worker + workers, worker + 2 workers, ...
std::vector<std::int32_t> ColumnsInTurn(std::int64_t columns, int workers, int worker);

}  // namespace fdskl::datasets

#endif  // FDSKL_DATASETS_HOLDING_H_
