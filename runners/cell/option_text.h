// How an option's value is read from TOML, written as JSON and TOML, described in the help, and capped.
#ifndef FDSKL_RUNNERS_CELL_OPTION_TEXT_H_
#define FDSKL_RUNNERS_CELL_OPTION_TEXT_H_

#include <toml++/toml.h>

#include <span>
#include <string>
#include <string_view>

#include "base/option.h"

namespace fdskl::cell {

// The value in JSON and in TOML, which agree on numbers, truth values and strings; "null" when it is not set.
std::string OptionText(const base::Option& option);

// What stands behind the option in the help: N, X, BYTES, on|off, a|b.
std::string OptionType(const base::Option& option);

// Sets every option that `table` has a value for; tables within it are passed over. `source` is the file's name.
// Errors: Error with file and line when a value is wrong, or a key is none of the options. It says `what` the keys are.
void ReadOptions(const toml::table& table, std::string_view source, std::string_view what,
                 std::span<const base::Option> options);

// Whether the value is a number, so that it can be capped.
bool IsNumber(const base::Option& option);

// Lowers the value to that of `cap`; one that is not set gets it. REQUIRES: both are numbers of the same type.
void LowerTo(const base::Option& cap, const base::Option& option);

}  // namespace fdskl::cell

#endif  // FDSKL_RUNNERS_CELL_OPTION_TEXT_H_
