// Splits a command as a shell does: at spaces, but not within '...' or "..."; a backslash keeps the next character as
// it is, except within '...'. Nothing is expanded.
#ifndef FDSKL_BASE_WORDS_H_
#define FDSKL_BASE_WORDS_H_

#include <string>
#include <string_view>
#include <vector>

namespace fdskl::base {

// Errors: Error when a quote is not closed.
std::vector<std::string> SplitWords(std::string_view command);

}  // namespace fdskl::base

#endif  // FDSKL_BASE_WORDS_H_
