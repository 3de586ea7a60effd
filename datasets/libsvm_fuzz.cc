#include "base/fuzzing.h"
#include "datasets/libsvm_reader.h"
#include "datasets/testing_plain.h"

namespace fdskl::datasets {

// The input is plain or compressed, as its first bytes say. Plain text must be read as the plain parser reads it.
FDSKL_FUZZ_TARGET(Libsvm, bytes) {
  const std::string text(base::fuzzing::Text(bytes));
  TextReader reader(text, "bytes");
  testing::Table table;
  ReadLibsvm(reader, testing::kColumns, Task::kClassification, table.Sink());
  reader.TextSha256();
  if (!testing::IsCompressed(text) && table != testing::PlainLibsvm(text))
    throw std::logic_error("read as another table");
}

}  // namespace fdskl::datasets
