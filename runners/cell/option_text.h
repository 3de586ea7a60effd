// Values of options as text: reads them from TOML, writes them as JSON and TOML, describes them in the help, caps them.
#ifndef FDSKL_RUNNERS_CELL_OPTION_TEXT_H_
#define FDSKL_RUNNERS_CELL_OPTION_TEXT_H_

#include <toml++/toml.h>

#include <span>
#include <string>
#include <string_view>

#include "base/option.h"

namespace fdskl::cell {

// The value as JSON and TOML write it, which agree on numbers, truth values and strings; "null" when it is not set.
std::string OptionText(const base::Option& option);

// The word behind the option in the help: N, X, BYTES, on|off, a|b.
std::string OptionType(const base::Option& option);

// Sets every option that `table` has a value for; tables within it are ignored. `source` is the file's name.
// Errors: Error with file and line when a value is wrong or a key is not one of the options; `what` says what keys are.
void ReadOptions(const toml::table& table, std::string_view source, std::string_view what,
                 std::span<const base::Option> options);

// Whether the value is a number, so that it can be capped.
bool IsNumber(const base::Option& option);

// Lowers the value to that of `cap` if it is higher or not set. REQUIRES: both are numbers of the same type.
void LowerTo(const base::Option& cap, const base::Option& option);

}  // namespace fdskl::cell

#endif  // FDSKL_RUNNERS_CELL_OPTION_TEXT_H_
