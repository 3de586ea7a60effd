#include "base/fuzzing.h"
#include "base/text.h"
#include "runners/cell/testing_text.h"
#include "runners/cell/toml_value.h"

namespace fdskl::cell {

// Reads one option of `fdskl run` as typed: --partition, sizes, limits, and all others. The first byte says which.
FDSKL_FUZZ_TARGET(RunOption, bytes) {
  constexpr std::int64_t kColumns = 68;
  base::fuzzing::Choices choices(bytes);
  const std::vector<KnownOption>& known = KnownOptions();
  const KnownOption& chosen = known[static_cast<std::size_t>(choices.Byte()) % known.size()];
  const std::string text(base::fuzzing::Text(choices.rest()));
  base::SplitWords(text);
  Cell cell(chosen.methods.front());
  toml::table options;
  InsertTyped(options, chosen.option.name, text);
  ApplyOptions(options, "command line", cell);
  if (cell.partition.workers() > 0) cell.workers = cell.partition.workers();
  cell.active = std::min(cell.active, cell.workers);
  Validate(cell, kColumns);
  cell.partition.ColumnsOf(kColumns, cell.workers, cell.workers - 1, cell.seed);
  testing::RequireSameText(cell);
}

}  // namespace fdskl::cell
