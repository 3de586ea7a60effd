// The settings that a method uses on a dataset unless the user says otherwise: runners/experiments/defaults.toml.
//
//   [fdskl]              # on every dataset
//   features = 4096
//   [fdskl.a9a]          # on this one
//   sigma = 2.0
//
//   [dsg]                # everything of [fdskl] that dsg has too, and what is said here besides
//   inherit = "fdskl"
//
// The file is checked whole, whatever part is used. Errors: Error with file and line.
#ifndef FDSKL_RUNNERS_CELL_DEFAULTS_H_
#define FDSKL_RUNNERS_CELL_DEFAULTS_H_

#include <filesystem>
#include <string_view>

#include "runners/cell/cell.h"

namespace fdskl::cell {

// The key that names the section to inherit from.
inline constexpr std::string_view kInherit = "inherit";

// A cell of `method` on `dataset` with what `file` has for them. A central method has one worker.
Cell DefaultCell(const std::filesystem::path& file, std::string_view dataset, MethodRef method);

// Sets what `file` has for cell.method on cell.dataset.
void ApplyDefaults(const std::filesystem::path& file, Cell& cell);

}  // namespace fdskl::cell

#endif  // FDSKL_RUNNERS_CELL_DEFAULTS_H_
