#include "base/fuzzing.h"
#include "datasets/csv_reader.h"
#include "datasets/testing.h"

namespace fdskl::datasets {

FDSKL_FUZZ_TARGET(Csv, bytes) {
  TextReader reader(base::fuzzing::Text(bytes), "bytes");
  testing::Table table;
  ReadCsv(reader, {.label = "y", .dropped = {"id"}, .missing = {"NA"}}, 5, Task::kClassification, table.Sink());
}

}  // namespace fdskl::datasets
