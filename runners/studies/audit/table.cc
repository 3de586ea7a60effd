#include "runners/studies/audit/table.h"

#include <algorithm>
#include <utility>

#include "base/error.h"
#include "base/index.h"
#include "datasets/column_store.h"
#include "datasets/split.h"

namespace fdskl::audit {
namespace {

base::DenseMatrix Dense(const base::Matrix& matrix) {
  base::DenseMatrix dense = base::DenseMatrix::Zero(matrix.rows(), matrix.columns());
  for (Eigen::Index i = 0; i < dense.rows(); ++i)
    base::ForEntries(matrix, i, [&](Eigen::Index k, double value) { dense(i, k) = static_cast<float>(value); });
  return dense;
}

}  // namespace

datasets::Holding Table::Deal(int worker, int workers, int active) const {
  return datasets::DealHolding(x, y, partition.ColumnsOf(x.cols(), workers, worker, /*seed=*/0), {worker, active});
}

ColumnMeans MeansOf(const base::DenseMatrix& x) { return x.cast<double>().colwise().mean(); }

Table LoadTable(const datasets::Prepared& prepared, const std::string& dataset, int split, std::int64_t samples) {
  const datasets::ColumnStore store = datasets::ColumnStore::Open(prepared.file);
  FDSKL_REQUIRE(store.info().task == datasets::Task::kClassification);
  FDSKL_REQUIRE(datasets::FindDataset(dataset).scaling == datasets::Scaling::kMinMax);
  const std::vector<float> labels = store.Labels();
  const std::int64_t rows = (samples * 4 + 2) / 3;  // three quarters of these train
  if (rows > std::ssize(labels)) base::Fail("{} has {} samples, and the audit needs {}", dataset, labels.size(), rows);
  std::vector<std::int32_t> train = datasets::MakeSplit(labels, dataset, split, rows).train;
  train.resize(std::min(train.size(), base::Index(samples)));
  datasets::Holding whole = datasets::LoadHolding(store, train, {}, datasets::ColumnsInTurn(store.columns(), 1, 0), {},
                                                  datasets::Missing::kFill);
  return {.x = Dense(whole.train), .y = std::move(whole.labels)};
}

}  // namespace fdskl::audit
