#include <arrow/table.h>

#include "base/fuzzing.h"
#include "results/arrow_io.h"
#include "results/curve_row.h"
#include "results/rows.h"
#include "results/run_row.h"

namespace fdskl::results {
namespace {

// What was read is written as it was read.
template <class Row>
void ReadAs(const std::filesystem::path& file) {
  const std::vector<Row> rows = RowsFromTable<Row>(*ReadTable(file));
  const std::vector<Row> again = RowsFromTable<Row>(*TableFromRows<Row>(rows));
  if (again.size() != rows.size()) throw std::logic_error("rows are lost");
}

}  // namespace

FDSKL_FUZZ_TARGET(ResultTable, bytes) {
  const base::fuzzing::MemoryFile file(bytes);
  try {
    ReadAs<RunRow>(file.path());
  } catch (const base::Error&) {
    ReadAs<CurveRow>(file.path());
  }
}

}  // namespace fdskl::results
