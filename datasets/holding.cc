#include "datasets/holding.h"

#include "base/error.h"
#include "base/index.h"
#include "datasets/split.h"
#include "datasets/stored_rows.h"

namespace fdskl::datasets {
namespace {

// `labels` are those of the training samples.
void DealLabels(std::span<const float> labels, Seat seat, Holding& holding) {
  holding.labelled = LabelledBy(seat.worker, seat.active, std::ssize(labels));
  holding.labels = Pick(labels, holding.labelled);
}

}  // namespace

std::vector<float> Pick(std::span<const float> values, std::span<const std::int32_t> places) {
  std::vector<float> picked;
  picked.reserve(places.size());
  for (const std::int32_t place : places) picked.push_back(values[base::Index(place)]);
  return picked;
}

base::WorkerView Holding::View() const {
  return {.train = &train,
          .columns = columns,
          .total_columns = total_columns,
          .labelled = labelled,
          .labels = labels,
          .active = active,
          .watched = test.rows() > 0 ? &test : nullptr};
}

Holding LoadHolding(const ColumnStore& store, std::span<const std::int32_t> train, std::span<const std::int32_t> test,
                    std::vector<std::int32_t> columns, Seat seat, Missing missing, Hold hold) {
  Holding holding;
  holding.task = store.info().task;
  holding.total_rows = static_cast<std::int64_t>(train.size() + test.size());
  holding.total_columns = store.columns();
  holding.active = seat.active;
  holding.columns = std::move(columns);
  const Scaling scaling = store.scaling();
  if (hold == Hold::kStore) {
    const auto mapped = store.Map(holding.columns);
    holding.scaler = FitScaler(*mapped, train, scaling);
    holding.train = base::Matrix(std::make_shared<const StoredRows>(mapped, train, holding.scaler, missing));
    holding.test = base::Matrix(std::make_shared<const StoredRows>(mapped, test, holding.scaler, missing));
  } else {
    holding.train = store.Load(holding.columns, train);
    holding.test = store.Load(holding.columns, test);
    holding.scaler = ColumnScaler::Fit(holding.train, scaling);
    holding.scaler.Apply(holding.train, missing);
    holding.scaler.Apply(holding.test, missing);
  }
  if (seat.worker < seat.active) {
    const std::vector<float> labels = store.Labels();
    DealLabels(Pick(labels, train), seat, holding);
    if (seat.worker == 0) holding.test_labels = Pick(labels, test);
  }
  return holding;
}

Split SplitOf(const ColumnStore& store, int split, std::optional<std::int64_t> rows) {
  const std::int64_t test_rows = store.info().test_rows;
  if (test_rows > 0) return GivenSplit(store.Labels(), test_rows, store.dataset(), rows);
  return MakeSplit(store.Labels(), store.dataset(), split, rows);
}

Holding LoadHolding(const OwnTable& table, std::span<const std::int32_t> train, std::span<const std::int32_t> test,
                    Seat seat, Missing missing) {
  Holding holding;
  holding.task = table.task;
  holding.total_rows = static_cast<std::int64_t>(train.size() + test.size());
  holding.total_columns = table.total_columns;
  holding.active = seat.active;
  for (std::int64_t k = 0; k < table.x.cols(); ++k) {
    holding.columns.push_back(static_cast<std::int32_t>(table.first_column + k));
  }
  const auto pick = [&](std::span<const std::int32_t> rows) {
    base::DenseMatrix picked(std::ssize(rows), table.x.cols());
    for (std::size_t i = 0; i < rows.size(); ++i) picked.row(static_cast<Eigen::Index>(i)) = table.x.row(rows[i]);
    return base::Matrix(std::move(picked));
  };
  holding.train = pick(train);
  holding.test = pick(test);
  holding.scaler = ColumnScaler::Fit(holding.train, table.scaling);
  holding.scaler.Apply(holding.train, missing);
  holding.scaler.Apply(holding.test, missing);
  if (seat.worker < seat.active) {
    FDSKL_REQUIRE(std::ssize(table.labels) == table.x.rows());
    DealLabels(Pick(table.labels, train), seat, holding);
    if (seat.worker == 0) holding.test_labels = Pick(table.labels, test);
  }
  return holding;
}

base::Matrix LoadScaled(const ColumnStore& store, std::span<const std::int32_t> columns,
                        std::span<const std::int32_t> rows, const ColumnScaler& scaler, Hold hold) {
  if (hold == Hold::kStore)
    return base::Matrix(std::make_shared<const StoredRows>(store.Map(columns), rows, scaler, Missing::kFill));
  base::Matrix x = store.Load(columns, rows);
  scaler.Apply(x);
  return x;
}

Holding DealHolding(const base::DenseMatrix& x, std::span<const float> y, std::vector<std::int32_t> columns,
                    Seat seat) {
  FDSKL_REQUIRE(std::ssize(y) == x.rows());
  Holding holding;
  holding.total_rows = x.rows();
  holding.total_columns = x.cols();
  holding.active = seat.active;
  holding.columns = std::move(columns);
  base::DenseMatrix own(x.rows(), std::ssize(holding.columns));
  for (std::size_t k = 0; k < holding.columns.size(); ++k) {
    own.col(static_cast<Eigen::Index>(k)) = x.col(holding.columns[k]);
  }
  holding.train = base::Matrix(std::move(own));
  if (seat.worker < seat.active) DealLabels(y, seat, holding);
  return holding;
}

std::vector<std::int32_t> ColumnsInTurn(std::int64_t columns, int workers, int worker) {
  std::vector<std::int32_t> own;
  for (std::int64_t k = worker; k < columns; k += workers) own.push_back(static_cast<std::int32_t>(k));
  return own;
}

}  // namespace fdskl::datasets
