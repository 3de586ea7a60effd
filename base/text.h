// Texts that people write and read: commands, fields of CSV, large numbers.
#ifndef FDSKL_BASE_TEXT_H_
#define FDSKL_BASE_TEXT_H_

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace fdskl::base {

// Splits a command as a shell does: at spaces, but not within '...' or "..."; a backslash keeps the next character as
// it is, except within '...'. Nothing is expanded.
// Errors: Error when a quote is not closed.
//
// By hand: Boost.Program_options' split_unix() drops empty words ("") and lets either quote end the other, and an
// unclosed quote is no error to it.
std::vector<std::string> SplitWords(std::string_view command);

// The text as a CSV field in quotes; quotes within it are doubled.
std::string QuotedCsv(std::string_view text);
// The text as a CSV field, in quotes only if it needs them.
std::string CsvField(std::string_view text);

// The text as a string of TOML. REQUIRES: it is UTF-8, as all TOML.
std::string QuotedToml(std::string_view text);

// 48842 as "48,842".
std::string Thousands(std::int64_t number);

// 1234567890 as "1.23 GB".
std::string ByteText(double bytes);

}  // namespace fdskl::base

#endif  // FDSKL_BASE_TEXT_H_
