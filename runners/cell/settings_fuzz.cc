#include "base/fuzzing.h"
#include "runners/cell/cell_text.h"
#include "runners/cell/defaults.h"

namespace fdskl::cell {

// A settings file, and the text of a cell that the ranks read.
FDSKL_FUZZ_TARGET(SettingsFile, bytes) {
  try {
    const Cell cell = CellFromText(base::fuzzing::Text(bytes), "cell.toml");
    Validate(cell, 68);
  } catch (const base::Error&) {
    const base::fuzzing::MemoryFile file(bytes);
    for (const MethodRef method : baselines::Methods()) Validate(DefaultCell(file.path(), "a9a", method), 123);
  }
}

}  // namespace fdskl::cell
