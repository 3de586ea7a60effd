// Errors meant for the user, and checks of contracts.
//
// Error    what went wrong in the world: a file, an option, a value. The message is one paragraph that names it and the
//          valid choices; main() prints it and exits with status 1.
// OutOfMemory  an Error: what was asked for needs more memory than there is, found out before it was taken. Thrown by
//          all workers of a method together.
// REQUIRE  a caller broke a header's `REQUIRES:`; a bug of ours, std::logic_error.
#ifndef FDSKL_BASE_ERROR_H_
#define FDSKL_BASE_ERROR_H_

#include <fmt/format.h>

#include <stdexcept>
#include <string>
#include <utility>

namespace fdskl::base {

class Error : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

class OutOfMemory : public Error {
 public:
  using Error::Error;
};

template <class... Args>
[[noreturn]] void Fail(fmt::format_string<Args...> format, Args&&... args) {
  throw Error(fmt::format(format, std::forward<Args>(args)...));
}

}  // namespace fdskl::base

#define FDSKL_REQUIRE(condition)                                                       \
  do {                                                                                 \
    if (!(condition)) throw std::logic_error(std::string(__func__) + ": " #condition); \
  } while (false)

#endif  // FDSKL_BASE_ERROR_H_
