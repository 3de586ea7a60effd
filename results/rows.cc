#include "results/rows.h"

#include <arrow/api.h>

#include <string>

#include "base/error.h"
#include "results/arrow_io.h"
#include "results/audit_row.h"
#include "results/bench_row.h"
#include "results/claim_row.h"
#include "results/comm_row.h"
#include "results/prediction_row.h"
#include "results/schema.h"
#include "results/theory_row.h"
#include "results/traffic_row.h"
#include "results/tuning_row.h"

namespace fdskl::results {
namespace {

template <class T>
struct ColumnOf : arrow::CTypeTraits<T> {
  static constexpr bool kNullable = false;
};

template <class T>
struct ColumnOf<std::optional<T>> : arrow::CTypeTraits<T> {
  static constexpr bool kNullable = true;
};

template <class T>
void Append(arrow::ArrayBuilder& column, const T& value) {
  ThrowIfError(static_cast<typename ColumnOf<T>::BuilderType&>(column).Append(value));
}

template <class T>
void Append(arrow::ArrayBuilder& column, const std::optional<T>& value) {
  if (value) {
    Append(column, *value);
  } else {
    ThrowIfError(column.AppendNull());
  }
}

// REQUIRES: `column` is of T's type; null, or missing, only where T is an optional.
template <class T>
void Read(const arrow::Array* column, std::int64_t row, T& value) {
  if (column == nullptr || column->IsNull(row)) return;
  value = T(static_cast<const typename ColumnOf<T>::ArrayType&>(*column).GetView(row));
}

// The columns of `batch` in the order of VisitFields(); null for one that is missing and may be.
template <class Row>
arrow::ArrayVector CheckedColumns(const arrow::RecordBatch& batch) {
  const auto wanted = SchemaOf<Row>();
  for (const auto& field : batch.schema()->fields()) {
    if (wanted->GetFieldIndex(field->name()) < 0) base::Fail("column '{}' is unknown", field->name());
  }
  arrow::ArrayVector columns;
  for (const auto& field : wanted->fields()) {
    const auto column = batch.GetColumnByName(field->name());
    if (column == nullptr && !field->nullable()) base::Fail("column '{}' is missing", field->name());
    if (column != nullptr && !column->type()->Equals(field->type())) {
      base::Fail("column '{}' holds {}, not {}", field->name(), column->type()->ToString(), field->type()->ToString());
    }
    if (column != nullptr && !field->nullable() && column->null_count() > 0)
      base::Fail("column '{}' has nulls", field->name());
    columns.push_back(column);
  }
  return columns;
}

}  // namespace

template <class Row>
std::shared_ptr<arrow::Schema> SchemaOf() {
  arrow::FieldVector fields;
  const Row row;
  VisitFields(row, [&]<class T>(const char* name, const T&, const char* meaning) {
    fields.push_back(arrow::field(name, ColumnOf<T>::type_singleton(), ColumnOf<T>::kNullable,
                                  arrow::key_value_metadata({"meaning"}, {meaning})));
  });
  return arrow::schema(std::move(fields));
}

template <class Row>
std::shared_ptr<arrow::Table> TableFromRows(std::span<const Row> rows) {
  const auto schema = SchemaOf<Row>();
  const auto builder = ValueOrThrow(arrow::RecordBatchBuilder::Make(schema, arrow::default_memory_pool()));
  for (const Row& row : rows) {
    int i = 0;
    VisitFields(row, [&](const char*, const auto& value, const char*) { Append(*builder->GetField(i++), value); });
  }
  return ValueOrThrow(arrow::Table::FromRecordBatches(schema, {ValueOrThrow(builder->Flush())}));
}

template <class Row>
std::vector<Row> RowsFromTable(const arrow::Table& table) {
  ThrowIfError(table.ValidateFull());
  const auto batch = ValueOrThrow(table.CombineChunksToBatch());
  const auto columns = CheckedColumns<Row>(*batch);
  std::vector<Row> rows(static_cast<std::size_t>(batch->num_rows()));
  for (std::size_t row = 0; row < rows.size(); ++row) {
    std::size_t i = 0;
    VisitFields(rows[row], [&](const char*, auto& value, const char*) {
      Read(columns[i++].get(), static_cast<std::int64_t>(row), value);
    });
  }
  return rows;
}

template <class Row>
std::vector<Row> ReadRows(const std::filesystem::path& path) {
  if (!std::filesystem::exists(path)) return {};
  const auto table = ReadTable(path);
  try {
    return RowsFromTable<Row>(*table);
  } catch (const base::Error& error) {
    base::Fail("{} is not a table of this program: {}", path.string(), error.what());
  }
}

template <class Row>
void WriteRows(const std::filesystem::path& path, std::span<const Row> rows) {
  WriteTable(path, *TableFromRows<Row>(rows));
}

template <class Row>
void AppendRows(const std::filesystem::path& path, std::span<const Row> added) {
  std::vector<Row> rows = ReadRows<Row>(path);
  rows.insert(rows.end(), added.begin(), added.end());
  WriteRows<Row>(path, rows);
}

// NOLINTNEXTLINE(cppcoreguidelines-macro-usage): an explicit instantiation cannot be written by a template.
#define FDSKL_INSTANTIATE(Row)                                                 \
  template std::shared_ptr<arrow::Schema> SchemaOf<Row>();                     \
  template std::shared_ptr<arrow::Table> TableFromRows(std::span<const Row>);  \
  template std::vector<Row> RowsFromTable(const arrow::Table&);                \
  template std::vector<Row> ReadRows(const std::filesystem::path&);            \
  template void WriteRows(const std::filesystem::path&, std::span<const Row>); \
  template void AppendRows(const std::filesystem::path&, std::span<const Row>);

FDSKL_INSTANTIATE(RunRow)
FDSKL_INSTANTIATE(CurveRow)
FDSKL_INSTANTIATE(PlanRow)
FDSKL_INSTANTIATE(BenchRow)
FDSKL_INSTANTIATE(PredictionRow)
FDSKL_INSTANTIATE(CommRow)
FDSKL_INSTANTIATE(TuningRow)
FDSKL_INSTANTIATE(TrafficRow)
FDSKL_INSTANTIATE(AuditRow)
FDSKL_INSTANTIATE(TheoryRow)
FDSKL_INSTANTIATE(ClaimRow)

}  // namespace fdskl::results
