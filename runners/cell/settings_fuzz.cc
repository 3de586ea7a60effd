#include "base/fuzzing.h"
#include "runners/cell/defaults.h"
#include "runners/cell/testing_text.h"

namespace fdskl::cell {
namespace {

// Checks that a cell is refused, or that the ranks read it back as the same.
void CheckCell(const Cell& cell) {
  try {
    Validate(cell, 123);
  } catch (const base::Error&) {
    return;
  }
  testing::RequireSameText(cell);
}

}  // namespace

// Reads a settings file, from which every arm gets its cell, or the text of a cell as the ranks do. The first byte says
// which.
FDSKL_FUZZ_TARGET(SettingsFile, bytes) {
  base::fuzzing::Choices choices(bytes);
  const bool is_cell = choices.Byte() == 'C';
  const std::string_view text = base::fuzzing::Text(choices.rest());
  if (is_cell) return CheckCell(CellFromText(text, "cell.toml"));
  const Defaults defaults(text, "defaults.toml");
  for (const ArmRef arm : Arms()) {
    std::string missing;
    if (const auto cell = defaults.ArmCell("a9a", arm, missing)) CheckCell(*cell);
  }
}

}  // namespace fdskl::cell
