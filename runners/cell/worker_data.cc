#include "runners/cell/worker_data.h"

#include "base/error.h"
#include "base/seed.h"
#include "datasets/column_store.h"
#include "datasets/partition.h"
#include "datasets/split.h"

namespace fdskl::cell {
namespace {

std::vector<float> Pick(const std::vector<float>& values, const std::vector<std::int32_t>& places) {
  std::vector<float> picked;
  picked.reserve(places.size());
  for (const std::int32_t place : places) picked.push_back(values[static_cast<std::size_t>(place)]);
  return picked;
}

}  // namespace

WorkerView WorkerData::View(int active) const {
  return {.train = &train,
          .columns = columns,
          .total_columns = total_columns,
          .labelled = labelled,
          .labels = labels,
          .active = active,
          .watched = &test};
}

WorkerData LoadWorkerData(const Cell& cell, int rank, const Harness& harness) {
  const datasets::ColumnStore store = datasets::ColumnStore::Open(cell.data_file);
  std::vector<float> labels;
  if (rank < cell.active) labels = store.Labels();
  datasets::Split split;
  if (rank == 0) split = datasets::MakeSplit(labels, cell.dataset, cell.split, cell.rows);
  harness.FromRoot(split.train);
  harness.FromRoot(split.test);

  WorkerData data;
  data.task = store.info().task;
  data.total_rows = static_cast<std::int64_t>(split.train.size() + split.test.size());
  data.total_columns = store.columns();
  data.columns = datasets::WorkerColumns(store.columns(), cell.workers, rank, cell.partition,
                                         base::Seed("partition", cell.settings.seed));
  data.train = store.Load(data.columns, split.train);
  data.test = store.Load(data.columns, split.test);
  data.scaler = datasets::ColumnScaler::Fit(data.train);
  const datasets::Missing missing =
      cell.method == MethodKind::kSecureBoost ? datasets::Missing::kKeep : datasets::Missing::kFill;
  data.scaler.Apply(data.train, missing);
  data.scaler.Apply(data.test, missing);
  if (rank < cell.active) {
    data.labelled = datasets::LabelledBy(rank, cell.active, static_cast<std::int64_t>(split.train.size()));
    data.labels = Pick(Pick(labels, split.train), data.labelled);
  }
  if (rank == 0) data.test_labels = Pick(labels, split.test);
  return data;
}

}  // namespace fdskl::cell
