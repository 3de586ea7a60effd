// Cells and their settings as text: TOML for the ranks, JSON for the results, and the hash that identifies a cell.
//
// Errors: what reads text throws Error with file and line.
#ifndef FDSKL_RUNNERS_CELL_CELL_TEXT_H_
#define FDSKL_RUNNERS_CELL_CELL_TEXT_H_

#include <toml++/toml.h>

#include <string>
#include <string_view>

#include "datasets/prepare.h"
#include "runners/cell/cell.h"

namespace fdskl::cell {

// The cell as TOML, one line per setting; CellFromText() reads it. An empty optional has no line. A text without a
// split rule comes from an earlier version, and leaves cell.split_rule empty.
std::string CellText(const Cell& cell);
Cell CellFromText(std::string_view text, std::string_view source);

// The settings that the method has, as one JSON object.
std::string SettingsJson(const Cell& cell);

// Sets every setting that `options` has a value for. Each must be a setting of cell.method(); tables within `options`
// are ignored. `source` names their file in errors. A value in `options` overrides the preset that `options` names, and
// the preset overrides what was set before.
void ApplyOptions(const toml::table& options, std::string_view source, Cell& cell);

// The identity of a cell: a hash of all that determines its result. Two cells of equal hash need to run only once.
//
// Hashed: the method and its version, every setting that the method has, the number of rows used, the split rule, the
// data's edition and checksum, and how columns are scaled.
// Not hashed: where the data are stored, the machine, the launcher; nor limits of time and memory, since a run that no
// limit ended has the same result under any.
//
// The hash has 20 hexadecimal digits. A cap on the rows that the data do not reach counts as no cap.
// Errors: Error when the catalogue does not have the dataset.
std::string CellHash(const Cell& cell, const datasets::Prepared& data);

}  // namespace fdskl::cell

#endif  // FDSKL_RUNNERS_CELL_CELL_TEXT_H_
