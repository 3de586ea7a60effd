// For tests: runs a command to its end and keeps what it said.
#ifndef FDSKL_RUNNERS_TESTING_H_
#define FDSKL_RUNNERS_TESTING_H_

#include <sys/wait.h>

#include <functional>
#include <string>
#include <vector>

#include "base/error.h"
#include "runners/child_process.h"

namespace fdskl::testing {

struct Finished {
  int exit_status = -1;  // -1 when it died of a signal
  std::string output, error;
};

// `on_error_line` sees each line of standard error as it comes.
inline Finished RunToEnd(const std::vector<std::string>& command, const std::vector<std::string>& environment = {},
                         const std::function<void(std::string_view)>& on_error_line = {}) {
  Finished finished;
  ChildProcess child(command, environment);
  const auto keep_output = [&](std::string_view line) { finished.output += fmt::format("{}\n", line); };
  const auto keep_error = [&](std::string_view line) {
    finished.error += fmt::format("{}\n", line);
    if (on_error_line) on_error_line(line);
  };
  const int status = child.Wait(keep_output, keep_error);
  finished.exit_status = WIFEXITED(status) ? WEXITSTATUS(status) : -1;
  return finished;
}

// The message of the Error that `body` throws.
inline std::string ErrorOf(const std::function<void()>& body) {
  try {
    body();
  } catch (const Error& error) {
    return error.what();
  }
  return "no error";
}

}  // namespace fdskl::testing

#endif  // FDSKL_RUNNERS_TESTING_H_
