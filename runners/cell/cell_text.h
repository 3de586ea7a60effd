// Cells and their settings as text: TOML for the ranks, JSON for the results, and the hash that is a cell's identity.
// Errors when reading: as toml_value.h says.
#ifndef FDSKL_RUNNERS_CELL_CELL_TEXT_H_
#define FDSKL_RUNNERS_CELL_CELL_TEXT_H_

#include <toml++/toml.h>

#include <string>
#include <string_view>

#include "datasets/prepare.h"
#include "runners/cell/cell.h"

namespace fdskl::cell {

// One line per setting, readable by CellFromText(). An empty optional has no line. A text without a split rule is of an
// earlier version, and leaves cell.split_rule empty.
std::string CellText(const Cell& cell);
Cell CellFromText(std::string_view text, std::string_view source);

// The settings that the method has, as one JSON object.
std::string SettingsJson(const Cell& cell);

// Sets what `options` has values for, which must be settings of cell.method; tables within it are passed over. `source`
// is the file that they come from. What `options` says wins over the preset that it names, and the preset over what was
// set before.
void ApplyOptions(const toml::table& options, std::string_view source, Cell& cell);

// The identity of a cell: a hash of all that determines its result. Two cells of equal hash need to run only once.
//
// In it: the method and its version, every setting that the method has (limits too, for they decide how it ends), the
// number of rows used, the rule by which samples are split, the data's edition and checksum, and how they are scaled.
// Not in it: where the data lie, the machine, the launcher.
// 20 hexadecimal digits. No cap on the rows is the same as a cap that the data do not reach.
// Errors: Error when the catalogue does not have the dataset.
std::string CellHash(const Cell& cell, const datasets::Prepared& data);

}  // namespace fdskl::cell

#endif  // FDSKL_RUNNERS_CELL_CELL_TEXT_H_
