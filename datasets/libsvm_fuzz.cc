#include "base/fuzzing.h"
#include "datasets/libsvm_reader.h"
#include "datasets/testing.h"

namespace fdskl::datasets {

// Plain or compressed, as its first bytes say.
FDSKL_FUZZ_TARGET(Libsvm, bytes) {
  TextReader reader(base::fuzzing::Text(bytes), "bytes");
  testing::Table table;
  ReadLibsvm(reader, 5, Task::kClassification, table.Sink());
  reader.TextSha256();
}

}  // namespace fdskl::datasets
