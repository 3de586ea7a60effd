#include "runners/studies/audit/table.h"

#include <numeric>

#include "base/error.h"
#include "datasets/column_store.h"
#include "datasets/scaling.h"
#include "datasets/split.h"

namespace fdskl::audit {
namespace {

base::DenseMatrix Dense(base::Matrix matrix) {
  if (!matrix.is_sparse()) return std::move(matrix.dense());
  const base::SparseMatrix& sparse = matrix.sparse();
  base::DenseMatrix dense = base::DenseMatrix::Zero(matrix.rows(), matrix.columns());
  for (Eigen::Index i = 0; i < dense.rows(); ++i) {
    const auto row = static_cast<std::size_t>(i);
    for (std::int64_t e = sparse.row_begin[row]; e < sparse.row_begin[row + 1]; ++e) {
      const auto entry = static_cast<std::size_t>(e);
      dense(i, sparse.column[entry]) = sparse.value[entry];
    }
  }
  return dense;
}

}  // namespace

Table LoadTable(const datasets::Prepared& prepared, const std::string& dataset, int split, std::int64_t samples) {
  const datasets::ColumnStore store = datasets::ColumnStore::Open(prepared.file);
  FDSKL_REQUIRE(store.info().task == datasets::Task::kClassification);
  const std::vector<float> labels = store.Labels();
  const std::int64_t rows = (samples * 4 + 2) / 3;  // of which three quarters train
  if (rows > std::ssize(labels)) base::Fail("{} has {} samples, and the audit needs {}", dataset, labels.size(), rows);
  std::vector<std::int32_t> train = datasets::MakeSplit(labels, dataset, split, rows).train;
  train.resize(std::min(train.size(), static_cast<std::size_t>(samples)));
  std::vector<std::int32_t> columns(static_cast<std::size_t>(store.columns()));
  std::iota(columns.begin(), columns.end(), 0);
  base::Matrix x(Dense(store.Load(columns, train)));
  datasets::ColumnScaler::Fit(x).Apply(x);
  Table table{std::move(x.dense()), {}};
  for (const std::int32_t sample : train) table.y.push_back(labels[static_cast<std::size_t>(sample)]);
  return table;
}

}  // namespace fdskl::audit
