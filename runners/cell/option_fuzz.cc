#include "base/fuzzing.h"
#include "base/text.h"
#include "runners/cell/cell.h"
#include "runners/cell/cell_text.h"
#include "runners/cell/toml_value.h"

namespace fdskl::cell {

// One option of `fdskl run` as it is typed: --partition, sizes, limits, and all others.
FDSKL_FUZZ_TARGET(RunOption, bytes) {
  base::fuzzing::Choices choices(bytes);
  const std::vector<KnownOption>& known = KnownOptions();
  const std::string name(known[static_cast<std::size_t>(choices.Byte()) % known.size()].option.name);
  const MethodRef method = known[static_cast<std::size_t>(bytes.empty() ? 0 : bytes[0]) % known.size()].methods.front();
  const std::string text(base::fuzzing::Text(choices.rest()));
  Cell cell(method);
  toml::table options;
  InsertTyped(options, name, text);
  ApplyOptions(options, "command line", cell);
  Validate(cell, 68);
  base::SplitWords(text);
}

}  // namespace fdskl::cell
