// Cells and their settings as TOML and JSON. Errors when reading: as toml_value.h says.
#ifndef FDSKL_RUNNERS_CELL_CELL_TEXT_H_
#define FDSKL_RUNNERS_CELL_CELL_TEXT_H_

#include <toml++/toml.h>

#include <string>
#include <string_view>

#include "runners/cell/cell.h"

namespace fdskl::cell {

// One line per setting, readable by CellFromText(). An empty optional has no line.
std::string CellText(const Cell& cell);
Cell CellFromText(std::string_view text, std::string_view source);

// The settings that the method has, as one JSON object.
std::string SettingsJson(const Cell& cell);

// Sets what `options` has values for, which must be settings of cell.method; tables within it are passed over. `source`
// is the file that they come from. What `options` says wins over the preset that it names, and the preset over what was
// set before.
void ApplyOptions(const toml::table& options, std::string_view source, Cell& cell);

}  // namespace fdskl::cell

#endif  // FDSKL_RUNNERS_CELL_CELL_TEXT_H_
