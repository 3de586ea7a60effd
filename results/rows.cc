#include "results/rows.h"

#include <arrow/api.h>

#include <algorithm>
#include <cstdlib>
#include <mutex>
#include <string>

#include "base/error.h"
#include "base/memory.h"
#include "results/arrow_io.h"
#include "results/audit_row.h"
#include "results/bench_row.h"
#include "results/claim_row.h"
#include "results/comm_row.h"
#include "results/curve_row.h"
#include "results/plan_row.h"
#include "results/prediction_row.h"
#include "results/run_row.h"
#include "results/staged.h"
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

// REQUIRES: `column` has T's type; it is null or missing only where T is an optional.
template <class T>
void Read(const arrow::Array* column, std::int64_t row, T& value) {
  if (column == nullptr || column->IsNull(row)) return;
  value = T(static_cast<const typename ColumnOf<T>::ArrayType&>(*column).GetView(row));
}

// Errors: Error when the table's columns are not those of Row; see RowsFromTable().
template <class Row>
void CheckColumns(const arrow::Table& table) {
  const auto wanted = SchemaOf<Row>();
  for (const auto& field : table.schema()->fields()) {
    if (wanted->GetFieldIndex(field->name()) < 0) base::Fail("column '{}' is unknown", field->name());
  }
  for (const auto& field : wanted->fields()) {
    const auto column = table.GetColumnByName(field->name());
    if (column == nullptr && !field->nullable()) base::Fail("column '{}' is missing", field->name());
    if (column == nullptr) continue;
    if (!column->type()->Equals(field->type())) {
      base::Fail("column '{}' holds {}, not {}", field->name(), column->type()->ToString(), field->type()->ToString());
    }
    if (!field->nullable() && column->null_count() > 0) base::Fail("column '{}' has nulls", field->name());
  }
}

// Calls read() and puts the file's name into its error.
template <class Read>
auto NamingTheFile(const std::filesystem::path& path, const Read& read) {
  try {
    return read();
  } catch (const base::Error& error) {
    base::Fail("{} is not a table of this program: {}", path.string(), error.what());
  }
}

constexpr const char* kFolded = "folded";       // metadata key: the last folded file of each writer
constexpr const char* kAppends = "appends";     // metadata key: number of staged files that were folded in
constexpr std::uint64_t kAppendsPerFold = 256;  // staged files before a fold, while the table is small

std::string MetadataOf(const arrow::Table& table, const char* key) {
  const auto& metadata = table.schema()->metadata();
  const int place = metadata == nullptr ? -1 : metadata->FindKey(key);
  return place < 0 ? "" : metadata->value(place);
}

Folded FoldedOf(const arrow::Table& table) { return ParseFolded(MetadataOf(table, kFolded)); }

std::uint64_t AppendsOf(const arrow::Table& table) {
  return std::strtoull(MetadataOf(table, kAppends).c_str(), nullptr, 10);
}

// Null when there is no such file.
std::shared_ptr<arrow::Table> ReadTableIfThere(const std::filesystem::path& path) try {
  return std::filesystem::exists(path) ? ReadTable(path) : nullptr;
} catch (const base::Error&) {
  if (std::filesystem::exists(path)) throw;
  return nullptr;  // the file was removed after the check
}

// Writes the table, then removes `staged`, whose rows it contains or replaces. `before` is the old table, or null.
template <class Row>
void ReplaceTable(const std::filesystem::path& path, std::span<const Row> rows, const arrow::Table* before,
                  const std::vector<StagedFile>& staged) {
  Folded folded;
  for (const StagedFile& file : staged) folded[file.writer] = file.number;  // they ascend, so the last one stays
  const Folded old = before == nullptr ? Folded() : FoldedOf(*before);
  if (const auto numbered = old.find(""); numbered != old.end()) folded[""] = std::max(folded[""], numbered->second);
  std::uint64_t appends = before == nullptr ? 0 : AppendsOf(*before);
  for (const StagedFile& file : staged) appends += file.IsIn(old) ? 0 : 1;
  auto table = TableFromRows<Row>(rows);
  if (appends > 0) {
    table = table->ReplaceSchemaMetadata(
        arrow::key_value_metadata({kFolded, kAppends}, {FoldedText(folded), fmt::format("{}", appends)}));
  }
  WriteTable(path, *table);
  std::error_code ignored;  // readers skip a staged file that could not be removed
  for (const StagedFile& file : staged) std::filesystem::remove(file.path, ignored);
  std::filesystem::remove(StagedFolder(path), ignored);  // fails unless it is empty
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
  CheckColumns<Row>(table);
  const auto batch = ValueOrThrow(table.CombineChunksToBatch());
  arrow::ArrayVector columns;  // in the order of VisitFields(); null where the table has no such column
  const auto schema = SchemaOf<Row>();
  for (const auto& field : schema->fields()) columns.push_back(batch->GetColumnByName(field->name()));
  std::vector<Row> rows(static_cast<std::size_t>(batch->num_rows()));
  for (std::size_t row = 0; row < rows.size(); ++row) {
    std::size_t i = 0;
    VisitFields(rows[row], [&](const char*, auto& value, const char*) {
      Read(columns[i++].get(), static_cast<std::int64_t>(row), value);
    });
  }
  return rows;
}

// Reads the staged files before the table. If a fold removes one of them meanwhile, reads everything again.
template <class Row>
std::vector<Row> ReadRows(const std::filesystem::path& path) {
  const std::vector<StagedFile> staged = StagedFiles(path);
  std::vector<std::vector<Row>> added;
  for (const StagedFile& file : staged) {
    const auto table = ReadTableIfThere(file.path);
    if (table == nullptr) return ReadRows<Row>(path);
    added.push_back(NamingTheFile(file.path, [&] { return RowsFromTable<Row>(*table); }));
  }
  std::vector<Row> rows;
  Folded folded;
  if (const auto table = ReadTableIfThere(path)) {
    rows = NamingTheFile(path, [&] { return RowsFromTable<Row>(*table); });
    folded = FoldedOf(*table);
  }
  for (std::size_t i = 0; i < staged.size(); ++i) {
    if (staged[i].IsIn(folded)) continue;
    if (!std::filesystem::exists(staged[i].path)) return ReadRows<Row>(path);
    rows.insert(rows.end(), added[i].begin(), added[i].end());
  }
  return rows;
}

template <class Row>
void WriteRows(const std::filesystem::path& path, std::span<const Row> rows) {
  ReplaceTable<Row>(path, rows, ReadTableIfThere(path).get(), StagedFiles(path));
}

template <class Row>
bool AppendRows(const std::filesystem::path& path, std::span<const Row> added) {
  if (added.empty()) return false;
  static std::mutex mutex;  // makes the files of this process appear in the order of their times
  const std::lock_guard guard(mutex);
  std::uint64_t appends = 0;
  if (const auto table = ReadTableIfThere(path)) {
    NamingTheFile(path, [&] { CheckColumns<Row>(*table); });
    appends = AppendsOf(*table);
  }
  WriteTable(NextStagedPath(path), *TableFromRows<Row>(added));
  return StagedFiles(path).size() >= std::max(appends, kAppendsPerFold);
}

template <class Row>
void UpdateRows(const std::filesystem::path& path, const RowChange<Row>& change) {
  const std::vector<StagedFile> staged = StagedFiles(path);
  const auto table = ReadTableIfThere(path);
  std::vector<Row> rows;
  Folded folded;
  if (table != nullptr) {
    rows = NamingTheFile(path, [&] { return RowsFromTable<Row>(*table); });
    folded = FoldedOf(*table);
  }
  for (const StagedFile& file : staged) {
    if (file.IsIn(folded)) continue;
    const std::vector<Row> added = NamingTheFile(file.path, [&] { return RowsFromTable<Row>(*ReadTable(file.path)); });
    rows.insert(rows.end(), added.begin(), added.end());
  }
  ReplaceTable<Row>(path, change(std::move(rows)), table.get(), staged);
}

template <class Row>
void FoldRows(const std::filesystem::path& path) {
  RemoveLeftovers(path);
  if (!HasStagedRows(path) && std::filesystem::exists(path)) return;
  UpdateRows<Row>(path, std::identity());
  base::ReturnFreedMemory();  // all rows were in memory twice, as rows and as a table
}

bool HasStagedRows(const std::filesystem::path& path) { return !StagedFiles(path).empty(); }

// NOLINTNEXTLINE(cppcoreguidelines-macro-usage): an explicit instantiation cannot be written by a template.
#define FDSKL_INSTANTIATE(Row)                                                   \
  template std::shared_ptr<arrow::Schema> SchemaOf<Row>();                       \
  template std::shared_ptr<arrow::Table> TableFromRows(std::span<const Row>);    \
  template std::vector<Row> RowsFromTable(const arrow::Table&);                  \
  template std::vector<Row> ReadRows(const std::filesystem::path&);              \
  template void WriteRows(const std::filesystem::path&, std::span<const Row>);   \
  template bool AppendRows(const std::filesystem::path&, std::span<const Row>);  \
  template void UpdateRows(const std::filesystem::path&, const RowChange<Row>&); \
  template void FoldRows<Row>(const std::filesystem::path&);

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
