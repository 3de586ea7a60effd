#include "base/fuzzing.h"
#include "datasets/csv_reader.h"
#include "datasets/testing_plain.h"

namespace fdskl::datasets {

// The input is plain or compressed, as its first bytes say. Plain text must be read as the plain parser reads it.
FDSKL_FUZZ_TARGET(Csv, bytes) {
  static const TableFormat format = testing::PlainFormat();
  const std::string text(base::fuzzing::Text(bytes));
  TextReader reader(text, "bytes");
  testing::Table table;
  ReadCsv(reader, format, testing::kColumns, Task::kClassification, table.Sink());
  if (testing::IsCompressed(text)) return;
  table.ReplaceMissing(testing::kMissing);
  if (table != testing::PlainCsv(text)) throw std::logic_error("read as another table");
}

}  // namespace fdskl::datasets
