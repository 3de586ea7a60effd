// What one worker holds of a dataset: its own columns, and labels only where it is active. The one way to load them,
// for runs, searches, studies, benches and tests.
//
// Dealing: labels go round-robin to the workers 0 .. active-1, so that each label is with one of them (LabelledBy()).
//          Columns are given: WorkerColumns(), or ColumnsInTurn().
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

// A worker's number, and how many workers hold labels. By default: the only worker, which holds everything.
struct Seat {
  int worker = 0;
  int active = 1;
};

// Where a worker's columns are while they are used.
enum class Hold {
  kMemory,  // all of them in memory
  kStore,   // in the mapped store: rows are read when they are needed, and no copy of the rest is kept
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
  std::vector<float> test_labels;                  // at worker 0, which measures; empty elsewhere

  // Refers to this object, which outlives the view. The test part, where there is one, is watched.
  base::WorkerView View() const;
};

// This worker's columns of the given samples, scaled by the training part as the catalogue says for the store's
// dataset; missing values are filled or kept.
// Reads no other column, no other sample, and no label unless the worker is active. Values and scaling do not depend on
// where the columns are held.
// REQUIRES: as ColumnStore::Load(). Errors: Error when the catalogue does not have the dataset.
Holding LoadHolding(const ColumnStore& store, std::span<const std::int32_t> train, std::span<const std::int32_t> test,
                    std::vector<std::int32_t> columns, Seat seat, Missing missing, Hold hold = Hold::kMemory);

// The split of a store's samples: drawn, or given where the dataset comes with its test part. `split` is its number.
Split SplitOf(const ColumnStore& store, int split, std::optional<std::int64_t> rows = {});

// A table that is one worker's own, with all the samples that all workers have.
struct OwnTable {
  Task task = Task::kClassification;
  Scaling scaling = Scaling::kMinMax;
  base::DenseMatrix x;
  std::vector<float> labels;                         // -1 and +1, or of a regression; empty: the worker has none
  std::int64_t first_column = 0, total_columns = 0;  // the number of its first column, and how many all workers have
};

// The given samples of it, scaled by the training part. REQUIRES: the samples ascend and lie within the table; a worker
// that is active has labels.
Holding LoadHolding(const OwnTable& table, std::span<const std::int32_t> train, std::span<const std::int32_t> test,
                    Seat seat, Missing missing);

// These columns of these samples, scaled as given; missing values are filled. REQUIRES: as ColumnStore::Load().
base::Matrix LoadScaled(const ColumnStore& store, std::span<const std::int32_t> columns,
                        std::span<const std::int32_t> rows, const ColumnScaler& scaler, Hold hold);

// This worker's columns of a table that is scaled already, without a test part.
// REQUIRES: a label for each row; the columns lie within the table.
Holding DealHolding(const base::DenseMatrix& x, std::span<const float> y, std::vector<std::int32_t> columns, Seat seat);

// values[places[0]], values[places[1]], ...
std::vector<float> Pick(std::span<const float> values, std::span<const std::int32_t> places);

// The columns worker, worker + workers, worker + 2 workers, ...
std::vector<std::int32_t> ColumnsInTurn(std::int64_t columns, int workers, int worker);

}  // namespace fdskl::datasets

#endif  // FDSKL_DATASETS_HOLDING_H_
