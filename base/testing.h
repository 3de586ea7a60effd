// For tests: folders and files of their own, commands run to their end, and the message of an expected error.
#ifndef FDSKL_BASE_TESTING_H_
#define FDSKL_BASE_TESTING_H_

#include <sys/wait.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "base/child_process.h"
#include "base/error.h"

namespace fdskl::base::testing {

// A fresh folder, removed with all it holds when this goes out of scope.
class TempFolder {
 public:
  explicit TempFolder(const std::filesystem::path& parent = std::filesystem::temp_directory_path()) {
    std::string name = (parent / "fdskl-test-XXXXXX").string();
    if (mkdtemp(name.data()) == nullptr) Fail("cannot create {}", name);
    path_ = name;
  }
  TempFolder(const TempFolder&) = delete;
  TempFolder& operator=(const TempFolder&) = delete;
  ~TempFolder() {
    std::error_code ignored;
    std::filesystem::remove_all(path_, ignored);
  }

  const std::filesystem::path& path() const { return path_; }

 private:
  std::filesystem::path path_;
};

inline std::filesystem::path WriteFile(const std::filesystem::path& file, std::string_view bytes) {
  std::filesystem::remove(file);  // faster than writing over: the file system need not keep the old content safe
  std::ofstream(file, std::ios::binary).write(bytes.data(), std::ssize(bytes));
  return file;
}

inline std::string ReadFile(const std::filesystem::path& file) {
  std::ifstream stream(file, std::ios::binary);
  return {std::istreambuf_iterator<char>(stream), {}};
}

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

// The message of the Error that `body` throws, or "no error".
inline std::string ErrorOf(const std::function<void()>& body) {
  try {
    body();
  } catch (const Error& error) {
    return error.what();
  }
  return "no error";
}

}  // namespace fdskl::base::testing

#endif  // FDSKL_BASE_TESTING_H_
