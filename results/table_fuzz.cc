#include <arrow/table.h>

#include "base/fuzzing.h"
#include "results/arrow_io.h"
#include "results/curve_row.h"
#include "results/json.h"
#include "results/rows.h"
#include "results/run_row.h"

namespace fdskl::results {
namespace {

// Rows that could be read are written and read back with the same values.
template <class Row>
void ReadAs(const arrow::Table& table) {
  const std::vector<Row> rows = RowsFromTable<Row>(table);
  const std::vector<Row> again = RowsFromTable<Row>(*TableFromRows<Row>(rows));
  if (JsonArray<Row>(again) != JsonArray<Row>(rows)) throw std::logic_error("rows are not what they were");
}

}  // namespace

FDSKL_FUZZ_TARGET(ResultTable, bytes) {
  const base::fuzzing::MemoryFile file(bytes);
  const std::shared_ptr<arrow::Table> table = ReadTable(file.path());
  try {
    ReadAs<RunRow>(*table);
  } catch (const base::Error&) {
    ReadAs<CurveRow>(*table);
  }
}

}  // namespace fdskl::results
