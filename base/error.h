// Errors meant for the user, and checks of contracts.
//
// Error          something outside the program is wrong: a file, an option, a value. The message is one paragraph that
//                names it and the valid choices; main() prints it and exits with status 1.
// OutOfMemory    an Error: the request needs more memory than is available. It is found by a check before the memory is
//                allocated, and all workers of a method throw it together.
// FDSKL_REQUIRE  throws std::logic_error when a caller breaks a header's `REQUIRES:`, which is a bug of this project.
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

// Throws an Error with this message.
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
