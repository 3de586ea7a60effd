#include "results/rows.h"

#include <arrow/api.h>

#include <algorithm>
#include <cstdlib>
#include <string>

#include "base/error.h"
#include "results/arrow_io.h"
#include "results/audit_row.h"
#include "results/bench_row.h"
#include "results/claim_row.h"
#include "results/comm_row.h"
#include "results/curve_row.h"
#include "results/plan_row.h"
#include "results/prediction_row.h"
#include "results/run_row.h"
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

// `read` of a table, with the name of its file in the error.
template <class Read>
auto NamingTheFile(const std::filesystem::path& path, const Read& read) {
  try {
    return read();
  } catch (const base::Error& error) {
    base::Fail("{} is not a table of this program: {}", path.string(), error.what());
  }
}

constexpr const char* kFolded = "folded";       // key of the table's metadata
constexpr std::uint64_t kAppendsPerFold = 256;  // while the table is small

// Number of the last staged file that the table contains.
std::uint64_t FoldedNumber(const arrow::Table& table) {
  const auto& metadata = table.schema()->metadata();
  const int place = metadata == nullptr ? -1 : metadata->FindKey(kFolded);
  return place < 0 ? 0 : std::strtoull(metadata->value(place).c_str(), nullptr, 10);
}

struct StagedFile {
  std::uint64_t number;
  std::filesystem::path path;
};

std::filesystem::path StagedFolder(const std::filesystem::path& table) { return table.parent_path() / "staged"; }

std::filesystem::path StagedPath(const std::filesystem::path& table, std::uint64_t number) {
  return StagedFolder(table) / fmt::format("{}-{:012}.arrow", table.stem().string(), number);
}

// By number. Those that the table contains already are among them.
std::vector<StagedFile> StagedFiles(const std::filesystem::path& table) {
  std::vector<StagedFile> files;
  std::error_code missing;
  for (const auto& entry : std::filesystem::directory_iterator(StagedFolder(table), missing)) {
    const std::string name = entry.path().filename().string();
    const std::size_t dash = name.rfind('-');
    if (dash == std::string::npos) continue;
    const std::uint64_t number = std::strtoull(name.c_str() + dash + 1, nullptr, 10);
    if (entry.path() == StagedPath(table, number)) files.push_back({number, entry.path()});
  }
  std::ranges::sort(files, {}, &StagedFile::number);
  return files;
}

std::uint64_t LastNumber(const std::vector<StagedFile>& files) { return files.empty() ? 0 : files.back().number; }

// Null when the file is not there.
std::shared_ptr<arrow::Table> ReadTableIfThere(const std::filesystem::path& path) try {
  return std::filesystem::exists(path) ? ReadTable(path) : nullptr;
} catch (const base::Error&) {
  if (std::filesystem::exists(path)) throw;
  return nullptr;  // removed after we looked
}

// Removes the temporary files of killed processes that wrote this table. REQUIRES: the lock is held.
void RemoveLeftovers(const std::filesystem::path& table) {
  const std::string begin = fmt::format(".{}", table.stem().string());
  for (const auto& folder : {table.parent_path(), StagedFolder(table)}) {
    std::error_code missing;
    for (const auto& entry : std::filesystem::directory_iterator(folder, missing)) {
      const std::string name = entry.path().filename().string();
      if (name.starts_with(begin) && name.ends_with(".tmp")) std::filesystem::remove(entry.path());
    }
  }
}

// Writes the table, then removes `staged`, whose rows it contains or replaces. `folded` is at least their last number.
template <class Row>
void ReplaceTable(const std::filesystem::path& path, std::span<const Row> rows, std::uint64_t folded,
                  const std::vector<StagedFile>& staged) {
  auto table = TableFromRows<Row>(rows);
  if (folded > 0) {
    table = table->ReplaceSchemaMetadata(arrow::key_value_metadata({kFolded}, {fmt::format("{}", folded)}));
  }
  WriteTable(path, *table);
  std::error_code ignored;  // a staged file that stays is passed over
  for (const StagedFile& file : staged) std::filesystem::remove(file.path, ignored);
  std::filesystem::remove(StagedFolder(path), ignored);  // where it is empty
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
  arrow::ArrayVector columns;  // in the order of VisitFields(); null where missing
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

// The staged files are read before the table: those that a fold moves meanwhile are in it, or gone, and then all is
// read again.
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
  std::uint64_t folded = 0;
  if (const auto table = ReadTableIfThere(path)) {
    rows = NamingTheFile(path, [&] { return RowsFromTable<Row>(*table); });
    folded = FoldedNumber(*table);
  }
  for (std::size_t i = 0; i < staged.size(); ++i) {
    if (staged[i].number > folded) rows.insert(rows.end(), added[i].begin(), added[i].end());
  }
  return rows;
}

template <class Row>
void WriteRows(const std::filesystem::path& path, std::span<const Row> rows) {
  const std::vector<StagedFile> staged = StagedFiles(path);
  ReplaceTable<Row>(path, rows, LastNumber(staged), staged);
}

template <class Row>
void AppendRows(const std::filesystem::path& path, std::span<const Row> added) {
  if (added.empty()) return;
  std::uint64_t folded = 0;
  if (const auto table = ReadTableIfThere(path)) {
    NamingTheFile(path, [&] { CheckColumns<Row>(*table); });
    folded = FoldedNumber(*table);
  }
  const std::vector<StagedFile> staged = StagedFiles(path);
  const std::uint64_t number = std::max(folded, LastNumber(staged)) + 1;
  WriteTable(StagedPath(path, number), *TableFromRows<Row>(added));
  if (number - folded >= std::max(folded, kAppendsPerFold)) FoldRows<Row>(path);
}

template <class Row>
void FoldRows(const std::filesystem::path& path) {
  RemoveLeftovers(path);
  const std::vector<StagedFile> staged = StagedFiles(path);
  const auto table = ReadTableIfThere(path);
  if (staged.empty() && table != nullptr) return;
  const std::uint64_t folded = table == nullptr ? 0 : FoldedNumber(*table);
  ReplaceTable<Row>(path, ReadRows<Row>(path), std::max(folded, LastNumber(staged)), staged);
}

bool HasStagedRows(const std::filesystem::path& path) { return !StagedFiles(path).empty(); }

// NOLINTNEXTLINE(cppcoreguidelines-macro-usage): an explicit instantiation cannot be written by a template.
#define FDSKL_INSTANTIATE(Row)                                                  \
  template std::shared_ptr<arrow::Schema> SchemaOf<Row>();                      \
  template std::shared_ptr<arrow::Table> TableFromRows(std::span<const Row>);   \
  template std::vector<Row> RowsFromTable(const arrow::Table&);                 \
  template std::vector<Row> ReadRows(const std::filesystem::path&);             \
  template void WriteRows(const std::filesystem::path&, std::span<const Row>);  \
  template void AppendRows(const std::filesystem::path&, std::span<const Row>); \
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
