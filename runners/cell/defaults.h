// The settings file: what a method uses on a dataset unless the user sets something else. The project's own is
// runners/experiments/defaults.toml.
//
//   [fdskl]              # on every dataset
//   features = 4096
//   [fdskl.a9a]          # on this one
//   sigma = 2.0
//
//   [dsg]                # all settings of [fdskl] that dsg has too, and those given here
//   inherit = "fdskl"
//
//   [fdskl-as-printed]   # an arm (arm.h): only what is given here and for each dataset, unless it inherits
//   [fdskl-as-printed.a9a]
//   gamma = 8.0
//
// The whole file is read and checked, whichever part is used.
// Errors: Error with file and line.
#ifndef FDSKL_RUNNERS_CELL_DEFAULTS_H_
#define FDSKL_RUNNERS_CELL_DEFAULTS_H_

#include <toml++/toml.h>

#include <filesystem>
#include <optional>
#include <string>
#include <string_view>

#include "runners/cell/arm.h"
#include "runners/cell/cell.h"

namespace fdskl::cell {

// The key that names the section to inherit from.
inline constexpr std::string_view kInherit = "inherit";

// A file of settings, read once.
class Defaults {
 public:
  explicit Defaults(const std::filesystem::path& file);
  // The same for a text in memory. `source` is what errors call it.
  Defaults(std::string_view text, std::string source);

  // As the functions below.
  Cell DefaultCell(std::string_view dataset, ArmRef arm) const;
  std::optional<Cell> ArmCell(std::string_view dataset, ArmRef arm, std::string& missing) const;
  void Apply(ArmRef arm, Cell& cell) const;

 private:
  toml::table whole_;
  std::string source_;
};

// A cell of `arm`, or of `method` by itself, on `dataset`, with the settings that `file` has for them. A central method
// gets one worker.
Cell DefaultCell(const std::filesystem::path& file, std::string_view dataset, ArmRef arm);
Cell DefaultCell(const std::filesystem::path& file, std::string_view dataset, MethodRef method);

// A cell of `arm` on `dataset`, with the settings that define the arm. A method's own arm always has one. A further arm
// has one when the file has a section for it on the dataset, its own or inherited. Otherwise returns nothing, and
// `missing` says what the file lacks.
std::optional<Cell> ArmCell(const std::filesystem::path& file, std::string_view dataset, ArmRef arm,
                            std::string& missing);

// Sets what `file` has for cell.method() on cell.dataset. The second form sets what it has for an arm of that method,
// and what defines the arm.
void ApplyDefaults(const std::filesystem::path& file, Cell& cell);
void ApplyDefaults(const std::filesystem::path& file, ArmRef arm, Cell& cell);

}  // namespace fdskl::cell

#endif  // FDSKL_RUNNERS_CELL_DEFAULTS_H_
