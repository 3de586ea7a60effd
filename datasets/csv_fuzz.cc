#include "base/fuzzing.h"
#include "datasets/csv_reader.h"
#include "datasets/testing.h"

namespace fdskl::datasets {

FDSKL_FUZZ_TARGET(Csv, bytes) {
  const base::fuzzing::MemoryFile file(bytes);
  TextReader reader(file.path());
  testing::Table table;
  ReadCsv(reader, {.label = "y", .dropped = {"id"}, .missing = {"NA"}}, 5, Task::kClassification, table.Sink());
}

}  // namespace fdskl::datasets
